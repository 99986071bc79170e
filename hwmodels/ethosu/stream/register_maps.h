// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/feature_map.h"
#include "hwmodels/ethosu/stream/registers.h"

namespace spillway::ethosu {

/// Bits [first, first + count) of a register.
constexpr std::uint32_t bits(std::uint32_t value, int first, int count) {
  return value >> first & ((1U << count) - 1U);
}

/// The value of a register plus one. Some registers hold the value that they stand for minus one.
std::int32_t plus_one(const Registers& registers, Command0 command);

/// The region that a region register names.
std::uint8_t region_of(const Registers& registers, Command0 command);

/// The first registers of one of the three feature maps. The registers of the heights follow
/// width0; the registers of the other bases and strides follow base0 and stride_x.
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

/// A feature map with the addresses, tiles and precision in the registers. The registers hold the
/// extents of the output but not of the inputs, whose extents stay 1.
FeatureMap ifm_of(const Registers& registers);
FeatureMap ifm2_of(const Registers& registers);
FeatureMap ofm_of(const Registers& registers);

}  // namespace spillway::ethosu
