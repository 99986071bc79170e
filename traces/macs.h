// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "traces/network.h"

namespace spillway {

/// The number of multiply-accumulates of `op`, for convolutions, fully-connected operators, matrix
/// products, LSTM and SVDF. It is 0 for all other operators, whose arithmetic has another form. It
/// is 0 for pooling as well, as in the published counts of networks. Missing operands count as 0.
/// Returns nothing if the number exceeds 63 bits.
std::optional<std::int64_t> count_macs(const Network& network, const Operator& op);

/// The positions of operands in Operator::inputs, by operator type.
struct OperandPositions {
  int ifm = 0;
  // -1 = the operator has no weights.
  int weights = -1;
  int bias = -1;
};
OperandPositions operand_positions(OpType type);

}  // namespace spillway
