// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "report/drawing.h"
#include "traces/timing.h"

namespace spillway {

/// What the cycles of a run consist of: one bar, its legend with all figures.
Drawing time_drawing(const Timing& timing);

/// The operators in the order in which they run, in rows like text: a box per operator, as full as
/// its share of the longest one's time, in the colour of the largest part of its time, and a line
/// from every operator that feeds another. `fed_by` lists, for every operator, those whose results
/// it reads.
Drawing operator_chain_drawing(const Timing& timing,
                               const std::vector<std::vector<std::size_t>>& fed_by);

}  // namespace spillway
