// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/feature_map.h"
#include "hwmodels/ethosu/stream/registers.h"

namespace spillway::ethosu {

/// Bits [first, first + count) of a register.
constexpr std::uint32_t bits(std::uint32_t value, int first, int count) {
  return value >> first & ((1U << count) - 1U);
}

/// The value of a register that holds one less than what it means.
std::int32_t plus_one(const Registers& registers, Command0 command);

/// The region that a region register names.
std::uint8_t region_of(const Registers& registers, Command0 command);

/// Addresses, tiles and precision of a feature map as the registers have them. Extents of inputs
/// are not in the registers and stay 1; those of the output are.
FeatureMap ifm_of(const Registers& registers);
FeatureMap ifm2_of(const Registers& registers);
FeatureMap ofm_of(const Registers& registers);

}  // namespace spillway::ethosu
