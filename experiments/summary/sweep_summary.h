// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/summary/pivot_tables.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// The summary of a sweep: how many points have which status, the latencies as tables, what
/// `choice` asks for, the knee of each group of points, and steps to more memory that are slower.
/// If `table` is not null (the rows must be its points), adds the compilers of compiled networks
/// and the operators that slower steps are due to. Deterministic. Tables that are wider than
/// `width` columns leave out sizes.
Printout sweep_summary(const SweepRows& rows, const SummaryChoice& choice, SweepTable* table,
                       std::size_t width = narrowest_output);

}  // namespace spillway
