// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "report/pages/drawing.h"
#include "traces/timing.h"

namespace spillway {

/// Draws the parts of a run's cycles as one bar. The legend has the cycles of each part.
Drawing time_drawing(const Timing& timing);

/// Draws the operators as boxes in execution order, in rows like words of a text. The filled share
/// of a box is the operator's time relative to the longest operator. The colour of a box is that of
/// the largest part of the operator's time. Lines lead from every operator to the operators that
/// read its results. `fed_by` lists, for every operator, the operators whose results it reads.
Drawing operator_chain_drawing(const Timing& timing,
                               const std::vector<std::vector<std::size_t>>& fed_by);

}  // namespace spillway
