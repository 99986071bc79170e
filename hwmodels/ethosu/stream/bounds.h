// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hwmodels/ethosu/stream/snapshot.h"

namespace spillway::ethosu {

constexpr std::size_t region_count = 8;

/// For each region (memory area with its own base address): the size in bytes of the operator's
/// tensor whose address the driver puts into the region's base register; 0 = the operator has no
/// tensor for the region.
using RegionBytes = std::array<Bytes, region_count>;

/// Throw UserError(input_file) if an operation or a transfer addresses bytes outside its regions
/// (memory areas, each with its own base address), or if an operation has larger or more blocks or
/// longer rows than a correct stream contains. `regions` are the sizes of the regions;
/// `internal_bytes` is the size of the processor's own memory.
void check_operation(const Registers& registers, const Operation& op, const RegionBytes& regions);
void check_dma(const Registers& registers, const DmaCommand& dma, const RegionBytes& regions,
               Bytes internal_bytes);

/// Returns the number of bytes from the start of `region` (a memory area with its own base address)
/// to the last byte that an operation or a transfer reads or writes; 0 if no command addresses the
/// region.
Bytes touched_bytes(const std::vector<Operation>& operations,
                    const std::vector<DmaCommand>& transfers, std::size_t region);

}  // namespace spillway::ethosu
