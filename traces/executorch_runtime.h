// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/units.h"
#include "traces/executorch_file.h"
#include "traces/network.h"

namespace spillway {

/// Name of the metadata that hold method_bytes() as decimal digits.
constexpr const char* method_bytes_name = "executorch_method_bytes";

/// Bytes that ExecuTorch's method allocator takes for a method besides its planned buffers: records
/// of values, tensors, instructions and delegates, in the sizes that they have on a 32-bit Arm
/// (GCC, Cortex-M55), without alignment. These are the allocations of Method::init() in
/// ExecuTorch's runtime/executor/method.cpp. Public audits of two programs on that core ("DS-CNN
/// persistent metadata audit") name 7,917 and 5,617 bytes, and 91 and 23 of alignment. Neither has
/// delegates, whose records are about right only.
Bytes method_bytes(const executorch::ExecutionPlan& method);

/// The same of a network that was read from an ExecuTorch program; nothing for others.
std::optional<Bytes> method_bytes_of(const Network& network);

}  // namespace spillway
