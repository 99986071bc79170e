// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "traces/network.h"

namespace spillway {

/// Returns the number of multiply-accumulates of `op`, for convolutions, fully-connected operators,
/// matrix products, LSTM and SVDF. Returns 0 for all other operators, including pooling: published
/// counts of networks do not count pooling either. A missing operand counts as a tensor of 0
/// elements. Returns nullopt if the number exceeds 63 bits.
std::optional<std::int64_t> count_macs(const Network& network, const Operator& op);

/// The positions of an operator's input map, weights and bias in Operator::inputs.
struct OperandPositions {
  int ifm = 0;
  // -1 = the operator has no weights, or no bias.
  int weights = -1;
  int bias = -1;
};
OperandPositions operand_positions(OpType type);

}  // namespace spillway
