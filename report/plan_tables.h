// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/memory_map.h"
#include "report/printout.h"

namespace spillway {

/// Returns the two tables that Cadence's memory planner prints. The first table lists the memories,
/// up to the last one that is used: name, base address, size, and peak (highest end of a block).
/// The second table gives the largest number of bytes that are live at once in all memories
/// together, and the first operator at which this occurs. A plan has no base addresses, so the
/// table shows n/a.
Printout cadence_tables(const MemoryMap& map);

/// Returns a table of the peak per memory, the peak in total, and `lower_bound`: the largest number
/// of bytes that are live at once. No plan can need fewer bytes.
PrintedTable peak_table(const MemoryMap& map, Bytes lower_bound);

/// Returns a line that says approximately how many bytes ExecuTorch's runtime needs in addition to
/// the plan (`method_bytes`); empty if `method_bytes` is nullopt.
std::string executorch_bytes_line(std::optional<Bytes> method_bytes);

/// Returns TinyEngine's allocation details: the addresses of each operator's inputs and outputs.
PrintedTable allocation_details(const Plan& plan, const Network& network);

/// Returns TinyEngine's schedule details, one row per operator: the bytes in SRAM and in flash,
/// each by kind and as a sum, and the MACs. Runtime buffers are TinyEngine's im2col and kernel
/// buffers. Scales are one float per output channel of an operator with weights.
///
/// Every number also has a percentage: of the largest SRAM sum of all rows, or of the network's
/// total. If such a table is wider than `width` characters, two tables without percentages are
/// returned: one for SRAM and MACs, one for flash.
Printout schedule_details(const Network& network, std::size_t width = narrowest_output);

}  // namespace spillway
