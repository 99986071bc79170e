// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "traces/network.h"

namespace spillway {

/// The multiply-accumulates of `op`: those of convolutions, fully-connected operators, matrix
/// products, LSTM and SVDF; 0 for all other operators, whose arithmetic is of another form. Pooling
/// counts 0 as well, as in the published counts of networks. Nothing if the count exceeds 63 bits.
/// Missing operands count as 0.
std::optional<std::int64_t> count_macs(const Network& network, const Operator& op);

/// The positions of operands in Operator::inputs, by operator type.
struct OperandPositions {
  int ifm = 0;
  int weights = -1;  // -1: the operator has none
  int bias = -1;
};
OperandPositions operand_positions(OpType type);

}  // namespace spillway
