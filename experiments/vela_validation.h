// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hwmodels/ethosu/vela_estimate.h"
#include "traces/vela_per_layer.h"

namespace spillway {

/// The memories of Vela's listings, in the order of its columns.
constexpr std::size_t vela_memory_count = 4;
inline constexpr std::array<const char*, vela_memory_count> vela_memory_names = {
    "sram", "dram", "onchip_flash", "flash"};

/// One row of Vela's summary: a network in one configuration.
struct VelaCase {
  std::string model;
  std::string accelerator;
  std::string system_config;
  std::string memory_mode;
  std::string cache;        // size of the feature map cache, "def" = the memory mode's
  double weight_ratio = 1;  // encoded / original weight bytes, scales included
  std::int64_t macs = 0;
  std::array<double, vela_memory_count> bytes{};

  std::string per_layer_file() const;
};

/// Throws UserError(input_file).
std::vector<VelaCase> read_vela_summary(const std::string& path);

/// How close the NPU cycles of one operation come.
struct VelaOperatorResult {
  std::string source_type;
  std::string type;
  std::string name;
  double ours = 0;
  double vela = 0;
  std::string exempt;  // why Vela's figure holds more than the formula; empty = must agree

  double error() const { return vela == 0 ? (ours == 0 ? 0 : 1) : ours / vela - 1; }
};

struct VelaCaseResult {
  VelaCase point;
  std::int64_t macs = 0;
  std::vector<VelaOperatorResult> operators;
  std::vector<std::string> unmatched;  // Vela's rows that we have no operation for
  std::array<double, vela_memory_count> bytes{};
  std::int32_t moved_tensors = 0;  // whose memory was read off Vela's access cycles
};

/// Spillway's estimate in Vela's terms beside `layers`, Vela's own per-layer listing of the case.
/// Feature maps are where Vela had them: in the mode's cache, but those that the CPU or the user
/// touches, and those whose access cycles say so, in the arena.
VelaCaseResult check_against_vela(const Network& network, const VelaCase& point,
                                  const std::vector<VelaLayer>& layers);

/// Why bytes on memory `memory` (of vela_memory_names) need not agree; empty when they must.
std::string byte_exemption(const VelaCaseResult& result, std::size_t memory);

/// By which share figures may differ from Vela's where they must agree.
struct VelaTolerances {
  double cycles = 0.01;
  double bytes = 0.05;
};

/// The results as Markdown tables: per kind of operator, bytes per memory, and every operation that
/// is off by more than its tolerance.
std::string vela_validation_markdown(const std::vector<VelaCaseResult>& results,
                                     const VelaTolerances& tolerances);

}  // namespace spillway
