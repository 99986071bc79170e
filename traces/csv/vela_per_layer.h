// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// A row of Vela's per-layer estimate, for one operation on the NPU or one operator on the CPU. The
/// numbers of cycles are estimates, so they may have fractions. For an operation on the NPU,
/// `op_cycles` is the largest of the other five numbers of cycles. For an operator on the CPU,
/// `op_cycles` is 0.
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

/// Reads the CSV that Vela writes with --verbose-performance. `source` is the name of the text in
/// messages. Throws UserError(input_file).
std::vector<VelaLayer> parse_vela_per_layer(const std::string& text, const std::string& source);

/// An operator of the network, to which owners_of_layers() assigns rows by type and name.
struct LayerOwner {
  // The name of the operator's type in the .tflite, such as "CONV_2D".
  std::string type;
  std::string name;
};

constexpr std::int32_t no_owner = -1;

/// Returns, for each row, the index of the operator to which the row's operation belongs, or
/// no_owner. A row normally has the name of its operator. If Vela made several operations of one
/// operator NAME, a suffix follows the operator's name, which Vela sometimes writes twice:
/// NAME_mul, NAMENAME_conv_0. If the names of several operators match a row, the row belongs to the
/// operator with the longest name. If operators have equal names and types, each of them gets one
/// of the matching rows, in order.
std::vector<std::int32_t> owners_of_layers(const std::vector<VelaLayer>& layers,
                                           const std::vector<LayerOwner>& operators);

}  // namespace spillway
