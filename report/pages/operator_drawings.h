// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "report/pages/drawing.h"
#include "traces/timing.h"

namespace spillway {

/// Draws the parts of a run's cycles as one bar. The legend has the figures.
Drawing time_drawing(const Timing& timing);

/// Draws the operators in the order in which they run, in rows like text. Each is a box, filled by
/// its share of the longest operator's time, in the colour of the largest part of its time. Lines
/// lead from every operator to those that read its results. `fed_by` lists, for every operator, the
/// operators whose results it reads.
Drawing operator_chain_drawing(const Timing& timing,
                               const std::vector<std::vector<std::size_t>>& fed_by);

}  // namespace spillway
