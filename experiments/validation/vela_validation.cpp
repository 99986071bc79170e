// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/vela_validation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/files/files.h"
#include "base/index.h"
#include "base/rounding.h"
#include "experiments/validation/vela_placement.h"
#include "experiments/validation/vela_recovery.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/vela/vela_cost.h"
#include "hwmodels/target/select_target.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

struct Share {
  double elements = 0;
  double ratio = 0;
  // Whether a column of Vela's listing counts the bytes of these weights. Weights that the DMA
  // moves are counted in no column.
  bool listed = true;
};

using Shares = std::map<std::string, Share>;

Shares shares_of(const ethosu::NetworkOps& ops, double ratio) {
  Shares shares;
  for (const auto& operations : ops) {
    for (const ethosu::BlockedOp& op : operations) {
      if (op.npu.weights == no_tensor) continue;
      Share& share = shares[op.npu.name];
      share.elements += static_cast<double>(op.npu.weight_elements);
      share.ratio = ratio;
    }
  }
  return shares;
}

// Gives all weights that are not in Vela's listing (the DMA moves these weights) a common ratio.
// Their encoded bytes are the encoded bytes of all weights (by `ratio`) minus the encoded bytes of
// the weights in the listing.
void share_out_rest(double ratio, Shares& shares) {
  double rest = 0;
  double elements = 0;
  for (const auto& [name, share] : shares) {
    rest += ratio * share.elements - (share.listed ? share.ratio * share.elements : 0);
    elements += share.listed ? 0 : share.elements;
  }
  for (auto& [name, share] : shares) {
    if (!share.listed) share.ratio = std::max(0.0, rest / elements);
  }
}

// Returns weight ratios (encoded bytes per byte of weights) by name of the operator, computed from
// Vela's listing. For an operator that reads its weights in place, from a memory with only
// constants, the access cycles of this memory give the encoded bytes. The operators whose weights
// the DMA moves share the remaining encoded bytes. The sum of all encoded bytes follows from
// `check.options.weight_ratio`, the ratio of all weights. Returns no ratios if the memory of
// constants can also contain feature maps.
std::map<std::string, double> listed_ratios(const VelaCheck& check, const ethosu::NetworkOps& ops,
                                            const Plan& plan) {
  const MemoryMode& mode = check.target.mode;
  if (mode.constants == mode.arena || mode.constants == mode.cache) return {};
  const std::size_t memory = memory_index(check.target, mode.constants);
  const double bytes_per_cycle =
      vela_memory(check.target, check.target.memories[memory]).bytes_per_cycle;
  const auto estimate = [&](double ratio) {
    ethosu::ScheduleOptions options = check.options;
    options.weight_ratio = ratio;
    return VelaCheck{check.network, check.target, options, check.layers}.estimate(ops, plan);
  };
  const double all = check.options.weight_ratio;
  const std::vector<ethosu::VelaRow> rows = estimate(all);
  const std::vector<ethosu::VelaRow> doubled = estimate(2 * all);
  const std::vector<std::int32_t> matches = match_layers(rows, check.layers);
  Shares shares = shares_of(ops, all);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double read = rows[i].bytes[memory].weight_read;
    const double slope = doubled[i].bytes[memory].weight_read - read;
    const auto share = shares.find(rows[i].name);
    if (share == shares.end()) continue;
    if (rows[i].buffered) share->second.listed = false;
    if (matches[i] == no_layer || rows[i].buffered || slope <= 0) continue;
    const VelaLayer& layer = at(check.layers, matches[i]);
    const double listed = layer_access_cycles(layer, mode.constants) * bytes_per_cycle -
                          rows[i].bytes[memory].other_read;
    share->second.ratio = std::max(0.0, all + (listed - read) / slope * all);
  }
  share_out_rest(all, shares);
  std::map<std::string, double> ratios;
  for (const auto& [name, share] : shares) ratios[name] = share.ratio;
  return ratios;
}

std::string exemption(const ethosu::VelaRow& row, const VelaCase& point) {
  if (row.buffered) return "weights by DMA: Vela adds what of the transfer shows";
  const bool made_up = row.source_type != "DEPTHWISE_CONV_2D" && row.type == "DepthwiseConv2DBias";
  if (made_up && point.memory_mode != "Sram_Only") {
    return "made-up weights by DMA: Vela adds what of the transfer shows";
  }
  return "";
}

double relative(double value, double to) { return to == 0 ? 0 : value / to - 1; }

using BytesPerMemory = std::array<double, vela_memory_count>;

BytesPerMemory bytes_of(const std::vector<ethosu::VelaRow>& rows, const Target& target) {
  BytesPerMemory bytes{};
  for (std::size_t m = 0; m < target.memories.size(); ++m) {
    const auto* name =
        std::find(vela_memory_names.begin(), vela_memory_names.end(), target.memories[m].name);
    const auto column = static_cast<std::size_t>(name - vela_memory_names.begin());
    if (column == vela_memory_count) continue;
    for (const ethosu::VelaRow& row : rows) bytes[column] += row.bytes[m].total();
  }
  return bytes;
}

/// Finds copies that only Vela makes: to change the shape of some maps, Vela copies them into the
/// cache (the memory mode's fast memory for maps), while Spillway's lowering reads these maps in
/// place. If the memory mode has only one memory for maps, Vela makes no such copies.
class InputCopies {
 public:
  InputCopies(const Network& network, const Target& target)
      : network_(network),
        uses_(ethosu::tensor_uses(network)),
        arena_(at(target.memories, memory_index(target, target.mode.arena))),
        cache_(at(target.memories, memory_index(target, target.mode.cache))),
        target_(target) {}

  /// Returns the operator of a row of Vela's listing if the row is a copy that only Vela makes;
  /// null for other rows.
  const Operator* of(const VelaLayer& layer) const {
    if (layer.nng_operator != "Memcpy") return nullptr;
    for (const Operator& op : network_.operators) {
      if (op.type_name != layer.tflite_operator || op.name != layer.name) continue;
      return is_copied(op.inputs.front()) ? &op : nullptr;
    }
    return nullptr;
  }

  /// Returns the cycles that Vela estimates for the copy of the operator's input, without overlap
  /// with an earlier operation; 0 if the input is already in the cache.
  double cycles(const Operator& op) const {
    if (!changes_memory(op)) return 0;
    return ethosu::vela_transfer_cycles(bytes(op), vela_memory(target_, arena_),
                                        vela_memory(target_, cache_));
  }

  void add_bytes(const Operator& op, BytesPerMemory& sums) const {
    if (!changes_memory(op)) return;
    for (std::size_t i = 0; i < vela_memory_count; ++i) {
      const std::string name = vela_memory_names[i];
      if (name == arena_.name || name == cache_.name) sums[i] += bytes(op);
    }
  }

 private:
  double bytes(const Operator& op) const {
    constexpr Bytes granule = 16;
    return static_cast<double>(round_up(at(network_.tensors, op.inputs.front()).bytes, granule));
  }

  // Whether the application or the host processor writes the tensor. Such a tensor is in the arena.
  bool is_handed_over(TensorIndex tensor) const {
    const std::int32_t from = at(uses_.producer, tensor);
    return from < 0 || !ethosu::host_reason(network_, at(network_.operators, from),
                                            ethosu::compiler_rules(ethosu::config_of(target_), {}))
                            .empty();
  }

  bool is_copied(TensorIndex tensor) const {
    return is_handed_over(tensor) || at(uses_.network_output, tensor) ||
           at(uses_.consumers, tensor).size() > 1;
  }

  bool changes_memory(const Operator& op) const {
    return arena_.name != cache_.name && is_handed_over(op.inputs.front());
  }

  const Network& network_;
  const ethosu::TensorUses uses_;
  const MemorySpec& arena_;
  const MemorySpec& cache_;
  const Target& target_;
};

// Adds the copies that only Vela makes to the compared operators of `result`, and removes their
// rows from `result.unmatched`.
void compare_copies(const InputCopies& copies, const VelaLayer& first, VelaCaseResult& result) {
  std::vector<VelaLayer> unmatched;
  for (const VelaLayer& layer : result.unmatched) {
    const Operator* op = copies.of(layer);
    if (op == nullptr) {
      unmatched.push_back(layer);
      continue;
    }
    copies.add_bytes(*op, result.bytes);
    copies.add_bytes(*op, result.bytes_listed);
    const bool hidden = layer.name != first.name;
    result.operators.push_back({layer.tflite_operator, layer.nng_operator, layer.name,
                                copies.cycles(*op), layer.npu_cycles,
                                hidden ? "a copy by DMA: Vela adds what of it shows" : ""});
  }
  result.unmatched = std::move(unmatched);
}

void compare_rows(const std::vector<ethosu::VelaRow>& rows, const std::vector<VelaLayer>& layers,
                  VelaCaseResult& result) {
  const std::vector<std::int32_t> matches = match_layers(rows, layers);
  std::vector<bool> used(layers.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result.macs += rows[i].macs;
    if (matches[i] == no_layer) continue;
    const auto layer = static_cast<std::size_t>(matches[i]);
    used[layer] = true;
    result.operators.push_back({rows[i].source_type, rows[i].type, layers[layer].name,
                                rows[i].npu_cycles, layers[layer].npu_cycles,
                                exemption(rows[i], result.point)});
  }
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (!used[i]) result.unmatched.push_back(layers[i]);
  }
}

}  // namespace

std::string operation_name(const VelaLayer& layer) {
  return layer.tflite_operator + " " + layer.nng_operator;
}

std::string VelaCase::per_layer_file() const {
  return model + "__" + accelerator + "__" + system_config + "__" + memory_mode + "__" + cache +
         ".csv";
}

double byte_error(const VelaCaseResult& result, std::size_t memory) {
  return relative(result.bytes[memory], result.point.bytes[memory]);
}

double listed_byte_error(const VelaCaseResult& result, std::size_t memory) {
  return relative(result.bytes_listed[memory], result.point.bytes[memory]);
}

std::vector<VelaCase> read_vela_summary(const std::string& path) {
  CsvReader csv(read_text(path), path);
  const auto model = csv.require_column({"model"});
  const auto accelerator = csv.require_column({"acc"});
  const auto system_config = csv.require_column({"sys"});
  const auto mode = csv.require_column({"mode"});
  const auto cache = csv.require_column({"cache"});
  const auto original = csv.require_column({"total_original_weights"});
  const auto encoded = csv.require_column({"total_npu_encoded_weights"});
  const auto macs = csv.require_column({"nn_macs"});
  const std::array<CsvReader::Column, vela_memory_count> bytes = {
      csv.require_column({"sram_total_bytes"}), csv.require_column({"dram_total_bytes"}),
      csv.require_column({"on_chip_flash_total_bytes"}),
      csv.require_column({"off_chip_flash_total_bytes"})};
  std::vector<VelaCase> cases;
  while (csv.next_row()) {
    VelaCase point;
    point.model = csv.cell(model);
    point.accelerator = csv.cell(accelerator);
    point.system_config = csv.cell(system_config);
    point.memory_mode = csv.cell(mode);
    point.cache = csv.cell(cache);
    point.weight_ratio = csv.number(encoded) / csv.number(original);
    point.macs = csv.integer(macs);
    for (std::size_t i = 0; i < vela_memory_count; ++i) point.bytes[i] = csv.number(bytes[i]);
    cases.push_back(std::move(point));
  }
  return cases;
}

VelaCaseResult check_against_vela(const Network& network, const VelaCase& point,
                                  const std::vector<VelaLayer>& layers) {
  const RecoveredCase made = recover_case(network, point, layers);
  const auto estimate = [&](const ethosu::ScheduleOptions& options) {
    return VelaCheck{made.network, made.target, options, layers}.estimate(made.ops, made.plan);
  };
  VelaCaseResult result;
  result.point = point;
  const std::vector<ethosu::VelaRow> rows = estimate(made.options);
  ethosu::ScheduleOptions listed = made.options;
  listed.operator_weight_ratios =
      listed_ratios({made.network, made.target, made.options, layers}, made.ops, made.plan);
  result.bytes = bytes_of(rows, made.target);
  result.bytes_listed = bytes_of(estimate(listed), made.target);
  compare_rows(rows, layers, result);
  if (!layers.empty()) compare_copies({network, made.target}, layers.front(), result);
  return result;
}

}  // namespace spillway
