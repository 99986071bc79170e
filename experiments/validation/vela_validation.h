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
  std::string cache;  // size of the feature map cache, "def" = the memory mode's
  // Encoded bytes of weights divided by their original bytes, scales included.
  double weight_ratio = 1;
  std::int64_t macs = 0;
  std::array<double, vela_memory_count> bytes{};

  std::string per_layer_file() const;
};

/// Reads Vela's summary, a CSV. Throws UserError(input_file).
std::vector<VelaCase> read_vela_summary(const std::string& path);

/// The NPU cycles of an operation in our estimate and in Vela's listing.
struct VelaOperatorResult {
  std::string source_type;
  std::string type;
  std::string name;
  double ours = 0;
  double vela = 0;
  // Why Vela's cycles contain more than our formula; empty = both must be equal.
  std::string exempt;

  double error() const { return vela == 0 ? (ours == 0 ? 0 : 1) : ours / vela - 1; }
};

struct VelaCaseResult {
  VelaCase point;
  std::int64_t macs = 0;
  std::vector<VelaOperatorResult> operators;
  // Rows of Vela's listing for which our lowering has no operation.
  std::vector<VelaLayer> unmatched;
  std::array<double, vela_memory_count>
      bytes{};  // bytes by memory, with the summary's weight ratio for all weights
  std::array<double, vela_memory_count> bytes_listed{};  // bytes by memory, with listed_ratios()
  // Number of tensors whose memory follows from Vela's access cycles.
  std::int32_t moved_tensors = 0;
  // Number of operators that Vela must have cascaded, because only the blocks of stripes give its
  // access cycles.
  std::int32_t striped_operators = 0;
};

/// Estimates a case by Vela's rules and compares the result with `layers`, the per-layer listing
/// that Vela wrote for it.
VelaCaseResult check_against_vela(const Network& network, const VelaCase& point,
                                  const std::vector<VelaLayer>& layers);

/// Returns the kind of the operation in a row of Vela's listing, such as "CONV_2D Conv2DBias".
std::string operation_name(const VelaLayer& layer);

/// Return the relative difference between our bytes and Vela's in a memory; `memory` is an index
/// into vela_memory_names. The first function assumes one weight ratio for all operators, the
/// second one listed_ratios(). They return 0 if Vela has no bytes in this memory.
double byte_error(const VelaCaseResult& result, std::size_t memory);
double listed_byte_error(const VelaCaseResult& result, std::size_t memory);

/// Relative differences from Vela's numbers that are allowed, except where a result is exempt.
struct VelaTolerances {
  double cycles = 0.01;
  double bytes = 0.05;
};

/// Returns three tables: the error of each kind of operator, every operation beyond its tolerance,
/// and the memories whose bytes are beyond their tolerance.
Printout vela_validation_tables(const std::vector<VelaCaseResult>& results,
                                const VelaTolerances& tolerances);

/// Returns a CSV with all operations of all cases: our NPU cycles, the NPU cycles of Vela's
/// listing, the error, and why the operation is exempt, if it is.
std::string vela_operations_csv(const std::vector<VelaCaseResult>& results);

}  // namespace spillway
