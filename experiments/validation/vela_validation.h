// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hwmodels/ethosu/vela/vela_estimate.h"
#include "report/printout.h"
#include "traces/csv/vela_per_layer.h"

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

/// Reads the summary. Throws UserError(input_file).
std::vector<VelaCase> read_vela_summary(const std::string& path);

/// A comparison of the NPU cycles of one operation.
struct VelaOperatorResult {
  std::string source_type;
  std::string type;
  std::string name;
  double ours = 0;
  double vela = 0;
  std::string exempt;  // why Vela's figure contains more than the formula; empty = must agree

  double error() const { return vela == 0 ? (ours == 0 ? 0 : 1) : ours / vela - 1; }
};

struct VelaCaseResult {
  VelaCase point;
  std::int64_t macs = 0;
  std::vector<VelaOperatorResult> operators;
  std::vector<VelaLayer> unmatched;  // rows of Vela without an operation in our lowering
  std::array<double, vela_memory_count> bytes{};  // bytes with the summary's ratio for all weights
  std::array<double, vela_memory_count>
      bytes_listed{};                  // bytes with the ratios that the listing reveals
  std::int32_t moved_tensors = 0;      // their memory was inferred from Vela's access cycles
  std::int32_t striped_operators = 0;  // their blocks were inferred, because Vela cascades them
};

/// Compares our estimate by Vela's rules with `layers`, Vela's own per-layer listing of the case.
VelaCaseResult check_against_vela(const Network& network, const VelaCase& point,
                                  const std::vector<VelaLayer>& layers);

/// The kind of operation in Vela's row, such as "CONV_2D Conv2DBias".
std::string operation_name(const VelaLayer& layer);

/// The relative difference of bytes in memory `memory` (of vela_memory_names) from Vela's: with one
/// weight ratio for all operators, and with the ratios that the listing reveals. 0 if Vela has no
/// bytes there.
double byte_error(const VelaCaseResult& result, std::size_t memory);
double listed_byte_error(const VelaCaseResult& result, std::size_t memory);

/// The relative differences from Vela's figures that are allowed where the figures must agree.
struct VelaTolerances {
  double cycles = 0.01;
  double bytes = 0.05;
};

/// Returns three tables: the error of each kind of operator, every operation beyond its tolerance,
/// and the memories whose bytes are beyond their tolerance.
Printout vela_validation_tables(const std::vector<VelaCaseResult>& results,
                                const VelaTolerances& tolerances);

/// Every operation of every case as a CSV: our NPU cycles, those of Vela's listing, the error, and
/// the reason if an operation is exempt.
std::string vela_operations_csv(const std::vector<VelaCaseResult>& results);

}  // namespace spillway
