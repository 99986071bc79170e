// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hwmodels/ethosu/stream/snapshot.h"

namespace spillway::ethosu {

constexpr std::size_t region_count = 8;

/// Size of each region that the driver points to, in bytes; 0 = the operator has no such tensor.
using RegionBytes = std::array<Bytes, region_count>;

/// Throw UserError(input_file) when an operation or a transfer reaches outside its regions, or is
/// so large that it cannot be meant.
void check_operation(const Registers& registers, const Operation& op, const RegionBytes& regions);
void check_dma(const Registers& registers, const DmaCommand& dma, const RegionBytes& regions,
               Bytes internal_bytes);

/// Bytes of `region` up to the last one that an operation or a transfer touches; 0 = none does.
Bytes touched_bytes(const std::vector<Operation>& operations,
                    const std::vector<DmaCommand>& transfers, std::size_t region);

}  // namespace spillway::ethosu
