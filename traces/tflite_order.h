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

/// Compares the files of two networks byte for byte, because a table may have fields that this
/// program does not read. Throws UserError(input_file) if one is no .tflite.
OrderDifference order_difference(const Network& first, const Network& second);

/// Whether the operators of `network` have the order of its .tflite. The reader gives operators
/// that run before their operands exist another order, and a runtime does not.
bool has_order_of_file(const Network& network);

}  // namespace spillway
