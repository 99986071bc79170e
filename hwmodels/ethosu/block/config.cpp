// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/config.h"

#include <algorithm>

#include "base/diagnostics.h"

namespace spillway::ethosu {
namespace {

using OutputCycles = std::array<double, output_work_kinds>;
using ActivationCycles = std::array<double, activation_work_kinds>;

constexpr OutputCycles output_32{2, 3, 3, 3, 4, 6, 1, 2};
constexpr OutputCycles output_64{1, 1.5, 1.5, 1.5, 2, 3, .5, 1};
constexpr OutputCycles output_128{.75, 1.25, .75, .75, 1, 1.5, .25, .5};
constexpr OutputCycles output_256{.625, 1.125, .5, .375, .5, .75, .125, .25};
constexpr ActivationCycles activation_32{1, 1, 0};
constexpr ActivationCycles activation_128{1, .5, 0};
constexpr ActivationCycles activation_256{1, .25, 0};
constexpr ActivationCycles activation_512{.5, .125, 0};

OutputCycles divided(OutputCycles cycles, int divisor) {
  for (double& value : cycles) value /= divisor;
  return cycles;
}

Config u55_config(int macs, BlockShape microblock, int shram_kib, const OutputCycles& output,
                  const ActivationCycles& activation) {
  Config config;
  config.name = "ethos-u55-" + std::to_string(macs);
  config.macs = macs;
  config.microblock = microblock;
  config.shram_kib = shram_kib;
  config.output_cycles = output;
  config.activation_cycles = activation;
  return config;
}

Config u65_config(int cores) {
  Config config = u55_config(256 * cores, {2, 2, 8}, 48, divided(output_256, cores),
                             cores == 1 ? activation_256 : activation_512);
  config.name = "ethos-u65-" + std::to_string(config.macs);
  config.product = Product::u65;
  config.cores = cores;
  config.beat_bytes = 16;
  config.outstanding_dma = 2;
  return config;
}

struct U85Size {
  int macs;
  BlockShape microblock;                // the microblock of most convolutions
  std::vector<BlockShape> microblocks;  // among which each operation gets its microblock
  int decoders;
  int ifm_ram_kib;
  int accumulator_ram_kib;
  int chaining_ram_kib;
  Bytes output_ram_bytes;
  std::array<double, output_widths> output_width_cycles;
};

// Returns the number of cycles in which the MAC array takes in 16 bytes (a brick of 8-bit data) of
// one IFM pixel; 0 = no limit is known. Sources by MACs per cycle:
// * 2048: fitted to the time of a whole network (yolo-fastest_192_face_v4).
// * 1024: assumed to be like 512.
// * 512: on Arm's FVPs with the timing adapters (models of slow memories) "low" and "mid", 1x1
//   convolutions of maps of 96x96 and 48x48 with 4 to 32 channels take 1.38 to 1.52 cycles per
//   pixel and brick.
// * 256: not known, because the output engine limits these convolutions.
// * 128: not known.
double input_cycles_of(int macs) {
  if (macs == 2048) return 1.1;
  return macs >= 512 ? 1.4 : 0;
}

// Returns the number of cycles in which the IFM RAM takes in 16 bytes of one pixel.
// Sources by MACs per cycle:
// * 1024 and 2048: fitted to the time of a whole network (yolo-fastest_192_face_v4).
// * 256 and 512: on Arm's FVPs, a first convolution of stride 2 (256 and 512) and a depthwise
//   convolution (512) take one cycle per pixel of the input windows of their blocks. These windows
//   overlap, so some pixels count several times.
// * 128: assumed to be like 256.
double intake_cycles_of(int macs) { return macs <= 512 ? 1 : 0.5; }

Config u85_config(const U85Size& size) {
  Config config;
  config.macs = size.macs;
  config.microblock = size.microblock;
  config.shram_kib = 48 * std::max(1, size.macs / 256);
  config.name = "ethos-u85-" + std::to_string(size.macs);
  config.product = Product::u85;
  config.beat_bytes = 16;
  config.outstanding_dma = 2;
  config.max_block_dependency = 7;
  config.weight_decoders = size.decoders;
  config.microblocks = size.microblocks;
  config.ifm_ram_bytes = Bytes{1024} * size.ifm_ram_kib;
  config.accumulator_ram_bytes = Bytes{1024} * size.accumulator_ram_kib;
  config.chaining_ram_bytes = Bytes{1024} * size.chaining_ram_kib;
  config.output_ram_bytes = size.output_ram_bytes;
  config.output_width_cycles = size.output_width_cycles;
  config.input_cycles = input_cycles_of(size.macs);
  config.intake_cycles = intake_cycles_of(size.macs);
  config.validated = false;
  return config;
}

}  // namespace

const std::vector<Config>& configs() {
  static const std::vector<Config> all = {
      u55_config(32, {1, 1, 4}, 16, output_32, activation_32),
      u55_config(64, {1, 1, 8}, 16, output_64, activation_32),
      u55_config(128, {1, 2, 8}, 24, output_128, activation_128),
      u55_config(256, {2, 2, 8}, 48, output_256, activation_256),
      u65_config(1),
      u65_config(2),
      u85_config({128, {1, 2, 8}, {{1, 2, 8}, {1, 1, 16}}, 1, 8, 8, 2, 768, {.5, .5, .5, 1, 1, 1}}),
      u85_config({256,
                  {2, 2, 8},
                  {{1, 2, 16}, {1, 4, 8}, {2, 2, 8}},
                  1,
                  16,
                  16,
                  2,
                  1536,
                  {.25, .25, .25, .5, .5, .5}}),
      u85_config({512,
                  {2, 2, 16},
                  {{2, 2, 16}, {1, 4, 16}},
                  2,
                  16,
                  32,
                  4,
                  3072,
                  {.125, .125, .25, .5, .25, .25}}),
      u85_config({1024,
                  {2, 2, 32},
                  {{2, 2, 32}, {1, 4, 32}, {2, 4, 16}},
                  4,
                  16,
                  64,
                  4,
                  6144,
                  {.0625, .125, .25, .5, .125, .25}}),
      u85_config({2048,
                  {2, 2, 64},
                  {{2, 2, 64}, {1, 4, 64}, {4, 4, 16}},
                  4,
                  32,
                  128,
                  8,
                  12288,
                  {.03125, .0625, .125, .25, .0625, .125}}),
  };
  return all;
}

const Config& find_config(Product product, std::int32_t macs) {
  const auto found = std::find_if(configs().begin(), configs().end(), [&](const Config& config) {
    return config.product == product && config.macs == macs;
  });
  if (found == configs().end()) {
    throw UserError(ExitCode::usage, std::string("there is no Ethos-") + product_name(product) +
                                         " with " + std::to_string(macs) + " MACs per cycle");
  }
  return *found;
}

const Config& config_of(const Target& target) {
  const auto& processor = *target.processor.parameters<EthosUParameters>();
  return find_config(processor.product, processor.macs_per_cycle);
}

const char* product_name(Product product) {
  switch (product) {
    case Product::u55:
      return "U55";
    case Product::u65:
      return "U65";
    case Product::u85:
      return "U85";
  }
  return "";
}

}  // namespace spillway::ethosu
