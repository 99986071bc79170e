// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// A row of Vela's per-layer estimate, for one operation. Cycles are estimates and may have
/// fractions. `op_cycles` is the largest of the other five numbers of cycles; it is 0 for operators
/// that stay on the CPU.
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

/// The type and the name of an operator, by which owners_of_layers() assigns rows to it.
struct LayerOwner {
  // The type in the .tflite: "CONV_2D".
  std::string type;
  std::string name;
};

constexpr std::int32_t no_owner = -1;

/// Returns for every row the operator to which its operation belongs, or no_owner. A row has the
/// name of its operator. If Vela made several operations of the operator, it appends a suffix:
/// NAME_mul, NAMENAME_conv_0. If the names of several operators match, the longest name counts. If
/// operators have equal names and types, the rows are assigned to them in turn.
std::vector<std::int32_t> owners_of_layers(const std::vector<VelaLayer>& layers,
                                           const std::vector<LayerOwner>& operators);

}  // namespace spillway
