// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/memory_map.h"
#include "report/printout.h"

namespace spillway {

/// The two tables that Cadence's memory planning prints. The first table lists the memories, up to
/// the last one that is used: name, base address, size, peak use (highest end). The second table
/// shows the peak of the bytes live at once across all memories, and the first operator at which
/// this peak occurs. Plans do not know base addresses, so these are n/a.
Printout cadence_tables(const MemoryMap& map);

/// A table of the peak per memory and in total, and of `lower_bound`: the largest number of bytes
/// that are live at once. Every plan needs at least so many bytes.
PrintedTable peak_table(const MemoryMap& map, Bytes lower_bound);

/// A line with the approximate bytes that the runtime of an ExecuTorch program needs besides the
/// plan; empty for other networks.
std::string beside_peaks(std::optional<Bytes> method_bytes);

/// TinyEngine's allocation details: for each operator the addresses of its inputs and outputs.
PrintedTable allocation_details(const Plan& plan, const Network& network);

/// TinyEngine's schedule details, one row per operator: the bytes in SRAM and in flash, each by
/// kind and as a sum, and the MACs. Runtime buffers are TinyEngine's im2col and kernel buffers.
/// Scales are one float per output channel of an operator with weights.
///
/// Every figure also has a share in per cent: of the largest SRAM sum of all rows, or of the
/// network's total. If this does not fit `width` columns, two tables without shares are returned:
/// one for SRAM and MACs, one for flash.
Printout schedule_details(const Network& network, std::size_t width = narrowest_output);

}  // namespace spillway
