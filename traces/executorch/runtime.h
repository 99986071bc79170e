// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/units.h"
#include "traces/executorch/file.h"
#include "traces/network.h"

namespace spillway {

/// Name of a piece of metadata: the result of method_bytes() as decimal digits.
constexpr const char* method_bytes_name = "executorch_method_bytes";

/// The bytes that ExecuTorch's method allocator takes for a method besides its planned buffers:
/// records of values, tensors, instructions and delegates, without alignment. The sizes of the
/// records are those on a 32-bit Arm (GCC, Cortex-M55). The counted allocations are those of
/// Method::init() in ExecuTorch's runtime/executor/method.cpp.
///
/// For two programs, a public audit on this core ("DS-CNN persistent metadata audit") gives the
/// numbers to check this function: 7,917 and 5,617 bytes, without another 91 and 23 bytes for
/// alignment. Neither program has delegates, so the sizes of the records of delegates are only
/// approximate.
Bytes method_bytes(const executorch::ExecutionPlan& method);

/// The method_bytes() of the program from which `network` was read; nothing for other networks.
std::optional<Bytes> method_bytes_of(const Network& network);

}  // namespace spillway
