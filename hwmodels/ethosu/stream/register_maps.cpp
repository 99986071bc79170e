// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/register_maps.h"

#include "base/index.h"

namespace spillway::ethosu {
namespace {

void read_precision(const Registers& registers, const MapRegisters& map_registers,
                    FeatureMap& map) {
  const std::uint32_t precision = registers.value(map_registers.precision);
  const std::uint32_t log2_bytes = bits(precision, map_registers.bytes_bit, 2);
  const std::uint32_t layout = bits(precision, 6, 2);
  if (log2_bytes > 2 || layout > 1) {
    throw registers.error(std::string(command_name(map_registers.precision, registers.product())) +
                          " of " + std::to_string(precision) + " names no element size or layout");
  }
  map.is_signed = bits(precision, 0, 1) == 1;
  map.element_bytes = 1 << log2_bytes;
  map.layout = layout == 1 ? Layout::nhcwb16 : Layout::nhwc;
  const std::uint32_t storage = registers.product() == Product::u85 ? bits(precision, 14, 2) : 0;
  map.tiling = storage == 0 ? Tiling::quad : storage == 1 ? Tiling::stacked : Tiling::none;
}

// Returns a feature map without height, width and depth. A map with Tiling::none lies in no memory
// and gets no addresses.
FeatureMap read_map(const Registers& registers, const MapRegisters& map_registers) {
  FeatureMap map;
  read_precision(registers, map_registers, map);
  if (map.tiling == Tiling::none) return map;
  map.width0 = plus_one(registers, map_registers.width0);
  map.height0 = plus_one(registers, map_registers.width0 + 1);
  map.height1 = plus_one(registers, map_registers.width0 + 2);
  map.region = region_of(registers, map_registers.region);
  map.base[0] = registers.address(map_registers.base0);
  for (int tile = 1; tile < 4; ++tile) {
    const Command1 base = map_registers.base0 + tile;
    if (registers.defined(base)) at(map.base, tile) = registers.address(base);
  }
  map.stride_x = registers.signed_stride(map_registers.stride_x);
  map.stride_y = registers.signed_stride(map_registers.stride_x + 1);
  map.stride_c = registers.signed_stride(map_registers.stride_x + 2);
  return map;
}

}  // namespace

std::int32_t plus_one(const Registers& registers, Command0 command) {
  return static_cast<std::int32_t>(registers.value(command)) + 1;
}

std::uint8_t region_of(const Registers& registers, Command0 command) {
  return static_cast<std::uint8_t>(bits(registers.value(command), 0, 3));
}

FeatureMap ifm_of(const Registers& registers) { return read_map(registers, ifm_registers); }

FeatureMap ifm2_of(const Registers& registers) { return read_map(registers, ifm2_registers); }

FeatureMap ofm_of(const Registers& registers) {
  FeatureMap map = read_map(registers, ofm_registers);
  map.height = plus_one(registers, Command0::ofm_height_m1);
  map.width = plus_one(registers, Command0::ofm_width_m1);
  map.depth = plus_one(registers, Command0::ofm_depth_m1);
  const bool accumulate_only = registers.product() == Product::u85 &&
                               bits(registers.value_or(Command0::acc_format, 0), 6, 1) == 1;
  if (accumulate_only) map.tiling = Tiling::none;
  return map;
}

}  // namespace spillway::ethosu
