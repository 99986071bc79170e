// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/summary/pivot_tables.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Compilers of compiled networks (where `table` is there), how many points have which status, the
/// latencies as tables, what `choice` asks for, the knee of each group of points, and steps to more
/// memory that are slower, with the operators responsible where `table`, whose points the rows are,
/// is not null. Deterministic, at most 80 columns but for long names.
std::string sweep_summary(const SweepRows& rows, const SummaryChoice& choice, SweepTable* table);

}  // namespace spillway
