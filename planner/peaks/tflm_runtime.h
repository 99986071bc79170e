// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

constexpr const char* tflm_planner = "tflm";

/// How TensorFlow Lite Micro runs the operators of a network.
enum class TflmView {
  kernels,  // every operator has a kernel of the runtime
  /// Host operators have a kernel of the runtime. Consecutive operators of the NPU are together one
  /// custom operator.
  accelerator,
};

/// Estimates the bytes that TensorFlow Lite Micro keeps in the arena of a 32-bit core besides the
/// planned tensors: its allocators, a small structure per tensor, a node per operator, the
/// operators' parameters, the data of their reference kernels (multipliers and shifts per channel),
/// handles of scratch buffers, and the structures for inputs and outputs. The sizes come from the
/// structures of tflite-micro 90b983c (2026-08). The data of a kernel that is not listed counts as
/// 32 bytes. Kernels of other libraries, such as CMSIS-NN, can need more.
Bytes tflm_runtime_bytes(const Network& network, TflmView view);

/// Returns tflm_runtime_bytes() as a line for users; empty if `planner` is not TensorFlow Lite
/// Micro's.
std::string tflm_runtime_line(const std::string& planner, const Network& network, TflmView view);

}  // namespace spillway
