// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/memory_map.h"
#include "report/operator_table.h"

namespace spillway {

/// The two tables that Cadence's memory planning prints. Per memory space, from the first to the
/// last that is used: name, base address, size, peak use (highest end). Then the peak of the bytes
/// live at once across all spaces, and the first operator at which it occurs. Base addresses are
/// not known to plans and shown as n/a.
std::string cadence_tables(const MemoryMap& map);

/// Peak per memory and in total, and the bytes that no plan can go below.
std::string peak_lines(const MemoryMap& map, Bytes lower_bound);

/// What an ExecuTorch program's runtime takes besides, about; empty for other networks.
std::string beside_peaks(std::optional<Bytes> method_bytes);

/// TinyEngine's allocation details: per operator the addresses of its inputs and outputs.
std::string allocation_details(const Plan& plan, const Network& network);

/// TinyEngine's schedule details: per operator the bytes in SRAM (activations, runtime buffers,
/// trainable variables, their sum) and in flash (weights, biases, scales, their sum) and its MACs,
/// each with its share: of the largest sum in SRAM, and of the totals in flash and of MACs.
/// Runtime buffers are TinyEngine's im2col and kernel buffers; scales are one float per output
/// channel of an operator with weights. Where `width` columns are too few for that, two tables: of
/// SRAM and MACs, and of flash, without shares.
std::string schedule_details(const Network& network, std::size_t width = narrowest_output);

}  // namespace spillway
