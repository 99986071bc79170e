// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/parameters.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

using Product = EthosUParameters::Product;

/// The height, width and depth of a block, or of a microblock (the part of a block that the MAC
/// array computes at a time), in elements.
struct BlockShape {
  std::int32_t height = 1;
  std::int32_t width = 1;
  std::int32_t depth = 1;

  std::int64_t elements() const { return std::int64_t{height} * width * depth; }
};

constexpr bool operator==(const BlockShape& a, const BlockShape& b) {
  return a.height == b.height && a.width == b.width && a.depth == b.depth;
}

/// Returns the smaller height, the smaller width and the smaller depth of two shapes.
inline BlockShape smaller(const BlockShape& a, const BlockShape& b) {
  return {std::min(a.height, b.height), std::min(a.width, b.width), std::min(a.depth, b.depth)};
}

/// Kinds of work of the output engine, in the order of Config::output_cycles.
enum class OutputWork : std::uint8_t {
  binary_32_bit,
  unary_32_bit,
  mul_to_32_bit,
  mul_or_wide_accumulator,
  simple_add,
  add_or_sub,
  max_pool,
  other,
};
constexpr int output_work_kinds = 8;

/// Kinds of activation, in the order of Config::activation_cycles.
enum class ActivationWork : std::uint8_t { table, clamp, none };
constexpr int activation_work_kinds = 3;

/// Kinds of results of a U85's output engine, in the order of Config::output_width_cycles.
enum class OutputWidth : std::uint8_t {
  bits_8,
  bits_16,
  bits_32,
  bits_64,
  narrowed_binary_32_bit,  // operands of 32 bits, a narrower result
  binary_32_bit,           // operands and result of 32 bits
};
constexpr int output_widths = 6;

/// One hardware configuration of the Ethos-U family. The figures are those of Arm's public compiler
/// (U55 and U65: Vela 3.10, architecture_features.py; U85: Vela 5.0, architecture files of U85),
/// with two exceptions: config.cpp has the sources of input_cycles and intake_cycles.
struct Config {
  std::string name;  // as in the names of targets, such as "ethos-u55-128"
  Product product = Product::u55;
  std::int32_t macs = 128;  // multiply-accumulates per cycle of all cores together
  std::int32_t cores = 1;
  BlockShape microblock;
  std::int32_t shram_kib = 24;  // per core; a bank has 1 KiB
  std::int32_t beat_bytes = 8;
  std::int32_t outstanding_dma = 1;
  std::int32_t max_block_dependency = 3;
  // The following two members are for U55 and U65 only. They are in cycles per element.
  std::array<double, output_work_kinds> output_cycles{};          // by OutputWork
  std::array<double, activation_work_kinds> activation_cycles{};  // by ActivationWork
  // The following members, up to intake_cycles, are for U85 only.
  std::vector<BlockShape> microblocks;  // in the order of the compiler's preference
  std::int32_t weight_decoders = 1;
  Bytes ifm_ram_bytes = 0;
  Bytes accumulator_ram_bytes = 0;
  Bytes chaining_ram_bytes = 0;
  Bytes output_ram_bytes = 0;
  std::array<double, output_widths> output_width_cycles{};  // cycles per element, by OutputWidth
  /// The number of cycles that the MAC array needs to take in 16 bytes (16 channels of 8-bit data)
  /// of one IFM pixel; 0 = no limit.
  double input_cycles = 0;
  /// The number of cycles that the IFM RAM needs to take in 16 bytes of one pixel; 0 = no limit.
  double intake_cycles = 0;
  bool validated = true;
};

/// Returns every configuration, ordered by product and then by size.
const std::vector<Config>& configs();

/// Returns the configuration of `product` with `macs` MACs per cycle. Throws UserError(usage) if
/// there is none.
const Config& find_config(Product product, std::int32_t macs);

/// Returns the configuration of a target, whose processor must be an Ethos-U.
const Config& config_of(const Target& target);

const char* product_name(Product product);  // such as "U55"

}  // namespace spillway::ethosu
