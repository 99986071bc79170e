// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/vela_placement.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "hwmodels/ethosu/schedule/weight_needs.h"
#include "hwmodels/target/select_target.h"
#include "planner/plan_network.h"

namespace spillway {
namespace {

// Access cycles that Spillway estimates and access cycles in Vela's listing count as equal if their
// relative difference is at most one of these limits. `tolerance` is the limit of
// recover_placement(), which finds the memory of each feature map; `stripe_tolerance` is that of
// recover_stripes(), which finds the operators that Vela runs in stripes.
constexpr double tolerance = 0.02;
constexpr double stripe_tolerance = 0.001;

double access_cycles_of(const VelaLayer& layer) {
  return layer.sram_cycles + layer.dram_cycles + layer.on_chip_flash_cycles +
         layer.off_chip_flash_cycles;
}

double distance(const ethosu::VelaRow& row, const VelaLayer& layer, const Target& target) {
  double sum = 0;
  for (std::size_t i = 0; i < target.memories.size(); ++i) {
    sum += std::abs(row.access_cycles[i] - layer_access_cycles(layer, target.memories[i].name));
  }
  return sum;
}

std::vector<std::size_t> residencies_of(const Network& network, const Plan& plan, std::int32_t op) {
  const Operator& touched = at(network.operators, op);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    const TensorIndex tensor = plan.residencies[i].tensor;
    const Tensor& map = at(network.tensors, tensor);
    if (is_constant(map) || map.kind == TensorKind::scratch) continue;
    const auto touches = [&](const std::vector<TensorIndex>& operands) {
      return std::find(operands.begin(), operands.end(), tensor) != operands.end();
    };
    if (touches(touched.inputs) || touches(touched.outputs)) found.push_back(i);
  }
  return found;
}

// Whether the access cycles of the memory that caches feature maps are equal in Spillway's estimate
// and in Vela's listing. Only this memory is compared, because no other memory contains only
// feature maps.
bool cache_agrees(const ethosu::VelaRow& row, const VelaLayer& layer, const Target& target) {
  const double vela = layer_access_cycles(layer, target.mode.cache);
  const double ours = row.access_cycles[memory_index(target, target.mode.cache)];
  return std::abs(ours - vela) <= tolerance * (1 + vela);
}

// Returns the different block sizes that an operation has over all heights of stripes, without
// repetitions; none if the operation upscales its input.
std::vector<ethosu::BlockConfig> stripe_blocks(const Target& target, const ethosu::NpuOp& op) {
  std::vector<ethosu::BlockConfig> all;
  if (op.operation.upscale != ethosu::Upscale::none) return all;
  for (std::int32_t rows = 1; rows < op.operation.ofm.height; ++rows) {
    const ethosu::BlockConfig blocks =
        ethosu::find_stripe_blocks(ethosu::config_of(target), op, rows);
    const bool known = std::any_of(all.begin(), all.end(), [&](const auto& one) {
      return one.ofm == blocks.ofm && one.ifm == blocks.ifm;
    });
    if (!known) all.push_back(blocks);
  }
  return all;
}

class Recovery {
 public:
  Recovery(const VelaCheck& check, const ethosu::NetworkOps& ops, Plan& plan)
      : check_(check),
        ops_(ops),
        plan_(plan),
        cache_(static_cast<MemoryIndex>(memory_index(check.target, check.target.mode.cache))),
        arena_(static_cast<MemoryIndex>(memory_index(check.target, check.target.mode.arena))) {}

  void run() {
    matches_ = match_layers(estimate(), check_.layers);
    // Two operations may share a map, and the memory of the map may be known only after both
    // operations were visited. Therefore all operations are visited twice.
    for (int pass = 0; pass < 2; ++pass) improve_all();
  }

 private:
  void improve_all() {
    std::vector<ethosu::VelaRow> rows = estimate();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (matches_[i] == no_layer) continue;
      const VelaLayer& layer = at(check_.layers, matches_[i]);
      if (cache_agrees(rows[i], layer, check_.target)) continue;
      try_all(rows[i].op);
      rows = estimate();
    }
  }

  std::vector<ethosu::VelaRow> estimate() const { return check_.estimate(ops_, plan_); }

  double total_distance() const {
    const std::vector<ethosu::VelaRow> rows = estimate();
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (matches_[i] == no_layer) continue;
      sum += distance(rows[i], at(check_.layers, matches_[i]), check_.target);
    }
    return sum;
  }

  void try_all(std::int32_t op) {
    const std::vector<std::size_t> touched = residencies_of(check_.network, plan_, op);
    const Plan start = plan_;
    Plan best = plan_;
    double least = total_distance();
    for (std::uint32_t choice = 0; choice < (1U << touched.size()); ++choice) {
      plan_ = start;
      for (std::size_t i = 0; i < touched.size(); ++i) {
        plan_.residencies[touched[i]].memory = (choice >> i & 1U) != 0 ? arena_ : cache_;
      }
      const double now = total_distance();
      if (now < least) {
        least = now;
        best = plan_;
      }
    }
    plan_ = best;
  }

  const VelaCheck& check_;
  const ethosu::NetworkOps& ops_;
  Plan& plan_;
  const MemoryIndex cache_;
  const MemoryIndex arena_;
  // For each row of Spillway's estimate, the index of the matching row of Vela's listing. All
  // estimates have their rows in the same order.
  std::vector<std::int32_t> matches_;
};

}  // namespace

std::vector<ethosu::VelaRow> VelaCheck::estimate(const ethosu::NetworkOps& ops,
                                                 const Plan& plan) const {
  const auto constants = static_cast<MemoryIndex>(memory_index(target, target.mode.constants));
  const auto buffers = static_cast<MemoryIndex>(memory_index(target, target.mode.cache));
  Plan whole = plan;
  find_weight_policy("vela").decide(ethosu::weight_needs(ops, target, options, constants, buffers),
                                    {}, whole);
  return ethosu::vela_estimate(network, ops, whole, target, options);
}

std::vector<std::int32_t> match_layers(const std::vector<ethosu::VelaRow>& rows,
                                       const std::vector<VelaLayer>& layers) {
  std::vector<LayerOwner> operators;
  for (const ethosu::VelaRow& row : rows) {
    operators.resize(std::max(operators.size(), static_cast<std::size_t>(row.op) + 1));
    at(operators, row.op) = {row.source_type, row.operator_name};
  }
  const std::vector<std::int32_t> owners = owners_of_layers(layers, operators);
  std::vector<std::int32_t> matches(rows.size(), no_layer);
  std::vector<bool> used(layers.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < layers.size() && matches[i] == no_layer; ++k) {
      if (used[k] || layers[k].name != rows[i].name || layers[k].nng_operator != rows[i].type ||
          layers[k].tflite_operator != rows[i].source_type) {
        continue;
      }
      used[k] = true;
      matches[i] = static_cast<std::int32_t>(k);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (matches[i] != no_layer) continue;
    for (std::size_t k = 0; k < layers.size(); ++k) {
      if (used[k] || owners[k] != rows[i].op || layers[k].nng_operator != rows[i].type) continue;
      used[k] = true;
      matches[i] = static_cast<std::int32_t>(k);
      break;
    }
  }
  return matches;
}

double layer_access_cycles(const VelaLayer& layer, const std::string& memory) {
  if (memory == "sram") return layer.sram_cycles;
  if (memory == "dram") return layer.dram_cycles;
  if (memory == "onchip_flash") return layer.on_chip_flash_cycles;
  return layer.off_chip_flash_cycles;
}

void recover_placement(const VelaCheck& check, const ethosu::NetworkOps& ops, Plan& plan) {
  if (check.target.mode.cache == check.target.mode.arena) return;
  Recovery(check, ops, plan).run();
}

void recover_stripes(const VelaCheck& check, const Plan& plan, ethosu::NetworkOps& ops) {
  if (check.target.mode.cache == check.target.mode.arena) return;
  const std::vector<ethosu::VelaRow> rows = check.estimate(ops, plan);
  const std::vector<std::int32_t> matches = match_layers(rows, check.layers);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<ethosu::BlockedOp>& operations = at(ops, rows[i].op);
    if (matches[i] == no_layer || operations.size() != 1) continue;
    const VelaLayer& layer = at(check.layers, matches[i]);
    const auto agrees = [&](const ethosu::VelaRow& row) {
      return distance(row, layer, check.target) <= stripe_tolerance * (1 + access_cycles_of(layer));
    };
    if (agrees(rows[i])) continue;
    ethosu::BlockConfig& blocks = operations.front().blocks;
    const ethosu::BlockConfig whole = blocks;
    const auto all = stripe_blocks(check.target, operations.front().npu);
    const bool found = std::any_of(all.begin(), all.end(), [&](const ethosu::BlockConfig& one) {
      blocks = one;
      return agrees(check.estimate(ops, plan)[i]);
    });
    if (!found) blocks = whole;
  }
}

}  // namespace spillway
