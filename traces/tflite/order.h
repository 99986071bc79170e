// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// The differences between two .tflite files with one subgraph each.
struct OrderDifference {
  // The first difference besides the order of the operators and the offsets of the offline plan;
  // empty if there is none.
  std::string why;
  // If `why` is empty: for each operator of the second file, the same operator of the first file.
  std::vector<std::int32_t> order;
};

/// Compares the files of two networks. The files are compared byte for byte, because they may
/// contain fields that Spillway does not read. Throws UserError(input_file) if one of them is no
/// .tflite.
OrderDifference order_difference(const Network& first, const Network& second);

/// Whether the operators of `network` have the order of its .tflite. If an operator of the file
/// runs before its operands exist, the reader has changed the order. A runtime keeps the order of
/// the file.
bool has_order_of_file(const Network& network);

}  // namespace spillway
