// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

constexpr const char* tflm_planner = "tflm";

/// How TensorFlow Lite Micro runs the operators of a network.
enum class TflmView {
  kernels,  // every operator runs as a kernel of the runtime
  /// Operators on the CPU run as kernels of the runtime. Consecutive operators of the NPU are one
  /// custom operator together.
  accelerator,
};

/// Estimates the bytes that TensorFlow Lite Micro keeps in the arena of a 32-bit core besides the
/// planned tensors:
/// - its allocators
/// - a small structure per tensor, and a node per operator
/// - the operators' parameters
/// - the data of their reference kernels (multipliers and shifts per channel)
/// - handles of scratch buffers
/// - the structures for inputs and outputs
/// The sizes come from the structures of tflite-micro 90b983c (2026-08). The data of a kernel that
/// is not listed in the implementation counts as 32 bytes. Kernels of other libraries, such as
/// CMSIS-NN, can need more.
Bytes tflm_runtime_bytes(const Network& network, TflmView view);

/// Returns tflm_runtime_bytes() as a line for users. Returns an empty text if `planner` is not the
/// planner of TensorFlow Lite Micro.
std::string tflm_runtime_line(const std::string& planner, const Network& network, TflmView view);

}  // namespace spillway
