// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/units.h"
#include "traces/executorch/file.h"
#include "traces/network.h"

namespace spillway {

/// Name of the metadata with the result of method_bytes(), as decimal digits.
constexpr const char* method_bytes_name = "executorch_method_bytes";

/// Returns the bytes that ExecuTorch's method allocator needs for a method, without the planned
/// buffers: records of values, tensors, instructions and delegates, without alignment. The sizes of
/// the records are those on a 32-bit Arm (GCC, Cortex-M55). The counted allocations are those of
/// Method::init() in ExecuTorch's runtime/executor/method.cpp.
///
/// A public audit ("DS-CNN persistent metadata audit") measured these bytes for two programs on a
/// Cortex-M55: 7,917 and 5,617 bytes without alignment, and 91 and 23 bytes more with it. This
/// function returns 7,917 and 5,617. Neither program has delegates, so the sizes of the records of
/// delegates are only approximate.
Bytes method_bytes(const executorch::ExecutionPlan& method);

/// Returns the result of method_bytes() for the program from which `network` was read; nullopt for
/// networks that were not read from a program.
std::optional<Bytes> method_bytes_of(const Network& network);

}  // namespace spillway
