// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/xcore/options.h"
#include "traces/network.h"

namespace spillway::xcore {

/// A network in which strips of rows have replaced some operators.
struct SplitNetwork {
  Network network;
  // Per operator: its index before the split; new_operator = the split added this operator.
  std::vector<std::int32_t> origin;
};

constexpr std::int32_t new_operator = -1;

/// Splits operators over rows as xformer's xcore-op-split options do, to make the arena smaller.
/// * The output of each split's bottom operator is divided into strips of rows. The first strips
///   take the remainder.
/// * Every strip gets its own copy of the operators of the range that feed the bottom operator, and
///   of the bottom operator. A copy computes only the rows that its strip needs. Two adjacent
///   strips may need the same rows at their border; these rows are computed twice. The copies of an
///   operator share its constants.
/// * Slices (operators of type slice, whose input view has the first row) cut the inputs of the
///   range into strips. A concatenation joins the strips of its output.
///
/// Throws UserError(usage) for ranges that are not in the network or overlap, for fewer than two
/// strips or more strips than rows, for a strip that reads only padding, and for operators that
/// cannot be split. Only int8 convolutions, average pools, pads, add and mul can be split. The
/// output of a copied operator above the bottom operator may not be an output of the network, and
/// only copied operators may read it.
SplitNetwork split_operators(const Network& network, const std::vector<RowSplit>& splits);

/// The input rows that a range of output rows of a sliding window needs, and the rows of padding
/// that the window needs above and below these input rows.
struct InputRows {
  std::int32_t begin = 0, end = 0;
  std::int32_t pad_top = 0, pad_bottom = 0;
};

InputRows input_rows(const Window& window, std::int32_t begin, std::int32_t end,
                     std::int32_t output_rows, std::int32_t available);

}  // namespace spillway::xcore
