// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/memory_map.h"
#include "report/printout.h"

namespace spillway {

/// Returns two tables in the form of Cadence's memory planner. The first table lists the memories,
/// up to the last memory that is used: name, base address, size, and peak (highest end of a block).
/// A plan has no base addresses, so the table shows n/a in their place. The second table has the
/// largest number of bytes that are live at once in all memories together, and the first operator
/// at which this number occurs.
Printout cadence_tables(const MemoryMap& map);

/// Returns a table with the peak of each memory, the sum of these peaks, and `lower_bound`.
/// `lower_bound` is the largest number of bytes that are live at once; no plan needs fewer bytes.
PrintedTable peak_table(const MemoryMap& map, Bytes lower_bound);

/// Returns a line with the approximate number of bytes (`method_bytes`) that ExecuTorch's runtime
/// needs in addition to the plan; empty if `method_bytes` is nullopt.
std::string executorch_bytes_line(std::optional<Bytes> method_bytes);

/// Returns a table in the form of TinyEngine's allocation details: the addresses of each operator's
/// inputs and outputs.
PrintedTable allocation_details(const Plan& plan, const Network& network);

/// Returns a table in the form of TinyEngine's schedule details, one row per operator: the bytes in
/// SRAM and in flash, by kind and as sums, and the MACs. Runtime buffers are TinyEngine's im2col
/// and kernel buffers. Scales are one float per output channel of an operator with weights.
///
/// Beside every number, the table has a percentage. SRAM bytes are given in percent of the largest
/// sum of SRAM bytes in any row; flash bytes and MACs in percent of the network's total. If this
/// table is wider than `width` characters, two tables without percentages are returned instead: one
/// for SRAM and MACs, one for flash.
Printout schedule_details(const Network& network, std::size_t width = narrowest_output);

}  // namespace spillway
