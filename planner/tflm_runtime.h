// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

constexpr const char* tflm_planner = "tflm";

/// Who runs the operators of a network that TensorFlow Lite Micro executes.
enum class TflmView {
  kernels,      // a kernel of the runtime for every operator
  accelerator,  // for those on the host; the others in a row are one custom operator
};

/// About what TensorFlow Lite Micro keeps in the arena of a 32-bit core from the network's loading
/// on, beside the tensors that it plans: its allocators, a small tensor for every tensor of the
/// network, a node per operator, the operators' parameters and the data of their reference kernels
/// (multipliers and shifts per channel), handles of scratch buffers, inputs and outputs as the user
/// sees them. Counted from the structures of tflite-micro 90b983c (2026-08); kernels that are not
/// listed count as 32 bytes, and those of other libraries (CMSIS-NN) may keep more.
Bytes tflm_runtime_bytes(const Network& network, TflmView view);

/// The same as a line for people; empty for any other planner than TensorFlow Lite Micro's.
std::string tflm_runtime_line(const std::string& planner, const Network& network, TflmView view);

}  // namespace spillway
