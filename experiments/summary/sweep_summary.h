// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/summary/pivot_tables.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Returns the summary of a sweep:
/// * the number of points with each status;
/// * tables of latencies;
/// * the knee of the Pareto front of each group of points;
/// * if `choice` requests it, the cases in which more memory makes a plan slower;
/// * the optional tables that `choice` requests.
///
/// If `table` is not null, `rows` must be the rows of the table's points. The summary then also
/// names the compilers of compiled networks, and the operators that become slower with more memory.
/// A table that is wider than `width` characters leaves out sizes of memories. Two calls with the
/// same arguments return the same text.
Printout sweep_summary(const SweepRows& rows, const SummaryChoice& choice, SweepTable* table,
                       std::size_t width = narrowest_output);

}  // namespace spillway
