// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/feature_map.h"
#include "hwmodels/ethosu/stream/registers.h"

namespace spillway::ethosu {

/// Returns bits [first, first + count) of `value`, shifted down to bit 0.
constexpr std::uint32_t bits(std::uint32_t value, int first, int count) {
  return value >> first & ((1U << count) - 1U);
}

/// Returns the value of a register plus one. Some registers store a quantity minus one.
std::int32_t plus_one(const Registers& registers, Command0 command);

/// Returns the number of the region (memory area with its own base address) in the region register
/// `command`.
std::uint8_t region_of(const Registers& registers, Command0 command);

/// The first registers of a feature map (IFM, IFM2 or OFM); the other registers follow them. The
/// two registers of tile heights follow width0. The registers of the other three base addresses
/// follow base0. The registers of the other two strides follow stride_x.
struct MapRegisters {
  Command0 precision, width0, region, zero_point;
  Command1 base0, stride_x;
  int bytes_bit;  // lowest bit of the element size (log2) in the precision register
};

constexpr MapRegisters ifm_registers{Command0::ifm_precision,
                                     Command0::ifm_width0_m1,
                                     Command0::ifm_region,
                                     Command0::ifm_zero_point,
                                     Command1::ifm_base0,
                                     Command1::ifm_stride_x,
                                     2};
constexpr MapRegisters ifm2_registers{Command0::ifm2_precision,
                                      Command0::ifm2_width0_m1,
                                      Command0::ifm2_region,
                                      Command0::ifm2_zero_point,
                                      Command1::ifm2_base0,
                                      Command1::ifm2_stride_x,
                                      2};
constexpr MapRegisters ofm_registers{Command0::ofm_precision,
                                     Command0::ofm_width0_m1,
                                     Command0::ofm_region,
                                     Command0::ofm_zero_point,
                                     Command1::ofm_base0,
                                     Command1::ofm_stride_x,
                                     1};

/// Return a feature map with the addresses, tiles and precision in the registers. The extents
/// (height, width and depth) are set only for the OFM. The extents of IFM and IFM2 stay 1, because
/// the registers do not hold all of these extents.
FeatureMap ifm_of(const Registers& registers);
FeatureMap ifm2_of(const Registers& registers);
FeatureMap ofm_of(const Registers& registers);

}  // namespace spillway::ethosu
