// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hwmodels/ethosu/vela/vela_estimate.h"
#include "report/printout.h"
#include "traces/csv/vela_per_layer.h"

namespace spillway {

/// The number of memories in Vela's summary. `vela_memory_names` has Spillway's names of these
/// memories, in the order of VelaCase::bytes.
constexpr std::size_t vela_memory_count = 4;
inline constexpr std::array<const char*, vela_memory_count> vela_memory_names = {
    "sram", "dram", "onchip_flash", "flash"};

/// One row of Vela's summary: a network in one configuration.
struct VelaCase {
  std::string model;
  std::string accelerator;
  std::string system_config;
  std::string memory_mode;
  // Size of the memory that caches feature maps; "def" = the size that the memory mode gives.
  std::string cache;
  // Encoded bytes of weights and scales, divided by the original bytes of the weights.
  double weight_ratio = 1;
  std::int64_t macs = 0;
  std::array<double, vela_memory_count> bytes{};

  std::string per_layer_file() const;
};

/// Reads Vela's summary, a CSV. Throws UserError(input_file) for a malformed file.
std::vector<VelaCase> read_vela_summary(const std::string& path);

/// The NPU cycles of an operation in Spillway's estimate (`ours`) and in Vela's listing (`vela`).
struct VelaOperatorResult {
  std::string source_type;
  std::string type;
  std::string name;
  double ours = 0;
  double vela = 0;
  // Why Vela's cycles contain more than the work that Spillway's formula counts; empty if both
  // numbers must be equal.
  std::string exempt;

  double error() const { return vela == 0 ? (ours == 0 ? 0 : 1) : ours / vela - 1; }
};

struct VelaCaseResult {
  VelaCase point;
  std::int64_t macs = 0;
  std::vector<VelaOperatorResult> operators;
  // Rows of Vela's listing for which Spillway's lowering has no operation.
  std::vector<VelaLayer> unmatched;
  // Bytes that the network reads from and writes to each memory in Spillway's estimate. `bytes`
  // uses the weight ratio of the summary for all operators, `bytes_listed` uses listed_ratios().
  std::array<double, vela_memory_count> bytes{};
  std::array<double, vela_memory_count> bytes_listed{};
};

/// Estimates a case by Vela's rules, and compares the estimate with `layers`, Vela's per-layer
/// listing of this case.
VelaCaseResult check_against_vela(const Network& network, const VelaCase& point,
                                  const std::vector<VelaLayer>& layers);

/// Returns the kind of the operation in a row of Vela's listing, such as "CONV_2D Conv2DBias".
std::string operation_name(const VelaLayer& layer);

/// Return the relative difference between the bytes of a memory in Spillway's estimate and in
/// Vela's summary. `memory` is an index into vela_memory_names. byte_error() assumes one weight
/// ratio for all operators, listed_byte_error() assumes listed_ratios(). The result is 0 if Vela's
/// summary has no bytes in this memory.
double byte_error(const VelaCaseResult& result, std::size_t memory);
double listed_byte_error(const VelaCaseResult& result, std::size_t memory);

/// The allowed relative differences from Vela's numbers. Operations with a reason in
/// VelaOperatorResult::exempt may differ more.
struct VelaTolerances {
  double cycles = 0.01;
  double bytes = 0.05;
};

/// Returns three tables: the error of each kind of operator; the operations that exceed their
/// tolerance without exemption or that Spillway's lowering does not have; and the memories whose
/// bytes exceed their tolerance.
Printout vela_validation_tables(const std::vector<VelaCaseResult>& results,
                                const VelaTolerances& tolerances);

/// Returns a CSV with one row per operation of all cases: the NPU cycles of Spillway's estimate and
/// of Vela's listing, and the error. For exempt operations, the row also has the reason why larger
/// errors are allowed.
std::string vela_operations_csv(const std::vector<VelaCaseResult>& results);

}  // namespace spillway
