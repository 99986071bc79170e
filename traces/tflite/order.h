// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// How two .tflite files with one subgraph relate that differ in nothing but the order of their
/// operators and the offsets of their offline plan.
struct OrderDifference {
  std::string why;                  // what else differs; empty = nothing
  std::vector<std::int32_t> order;  // per operator of the second file, the one of the first
};

/// Returns how the file of `second` differs from that of `first`, or its order of operators if
/// nothing but this order and the offsets of the memory plan differ. The files are compared byte
/// for byte, because they may contain fields that Spillway does not read. Throws
/// UserError(input_file) if one is no .tflite.
OrderDifference order_difference(const Network& first, const Network& second);

/// Whether the operators of `network` have the order of its .tflite. The reader gives operators
/// that run before their operands exist another order, and a runtime does not.
bool has_order_of_file(const Network& network);

}  // namespace spillway
