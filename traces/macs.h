// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "traces/network.h"

namespace spillway {

/// Multiply-accumulates of `op`: of convolutions, fully-connected operators, matrix products, LSTM
/// and SVDF; 0 for all others, whose arithmetic is not of that form (pooling too, as in the
/// published counts of networks). Nothing when the count leaves 63 bits. Operands that an operator
/// of its type must have may be missing; they count as nothing.
std::optional<std::int64_t> count_macs(const Network& network, const Operator& op);

/// Positions of operands in Operator::inputs, by operator type.
struct OperandPositions {
  int ifm = 0;
  int weights = -1;  // -1: the operator has none
  int bias = -1;
};
OperandPositions operand_positions(OpType type);

}  // namespace spillway
