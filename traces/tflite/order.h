// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// The difference between two .tflite files with one subgraph each.
struct OrderDifference {
  // Describes the first difference other than the order of the operators and the offsets of the
  // offline plan; empty if there is no other difference.
  std::string why;
  // Valid if `why` is empty. For each operator of the second file: the index of the equal operator
  // in the first file.
  std::vector<std::int32_t> order;
};

/// Returns the difference between the files of two networks. The files are compared byte by byte,
/// because they may contain fields that Spillway does not read. Throws UserError(input_file) if one
/// of the files is no .tflite.
OrderDifference order_difference(const Network& first, const Network& second);

/// Whether `network` still has its operators in the order of its .tflite. The reader changes the
/// order if an operator of the file runs before its operands exist, whereas a runtime keeps the
/// order of the file.
bool has_order_of_file(const Network& network);

}  // namespace spillway
