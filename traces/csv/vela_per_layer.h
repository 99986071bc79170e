// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// One operator of Vela's per-layer estimate. Cycles are estimates with fractions. `op_cycles` is
/// the largest of the other five, and 0 for operators that stay on the CPU.
struct VelaLayer {
  std::string tflite_operator;  // "CONV_2D"
  std::string nng_operator;     // Vela's own kind: "Conv2DBias"
  std::string name;
  Bytes sram_usage = 0;
  double op_cycles = 0;
  double npu_cycles = 0;
  double sram_cycles = 0;
  double dram_cycles = 0;
  double on_chip_flash_cycles = 0;
  double off_chip_flash_cycles = 0;
  std::int64_t macs = 0;
};

/// Reads the CSV that Vela writes with --verbose-performance. `source` names the text in messages.
/// Throws UserError(input_file).
std::vector<VelaLayer> parse_vela_per_layer(const std::string& text, const std::string& source);

/// An operator by the type and name under which rows of the listing are looked up.
struct LayerOwner {
  std::string type;  // of the .tflite: "CONV_2D"
  std::string name;
};

constexpr std::int32_t no_owner = -1;

/// For every row, the operator to which its operation belongs, or no_owner. A row has its
/// operator's name, to which Vela adds a suffix if the operator became several operations:
/// NAME_mul, NAMENAME_conv_0. If several operators match, the one with the longest name counts;
/// operators with equal name and type take rows in turn.
std::vector<std::int32_t> owners_of_layers(const std::vector<VelaLayer>& layers,
                                           const std::vector<LayerOwner>& operators);

}  // namespace spillway
