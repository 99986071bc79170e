// SPDX-License-Identifier: Apache-2.0
#include "experiments/vela_placement.h"

#include <algorithm>
#include <cmath>

#include "hwmodels/select_target.h"
#include "planner/plan_network.h"

namespace spillway {
namespace {

double distance(const ethosu::VelaRow& row, const VelaLayer& layer, const Target& target) {
  double sum = 0;
  for (std::size_t i = 0; i < target.memories.size(); ++i) {
    sum += std::abs(row.access_cycles[i] - layer_access_cycles(layer, target.memories[i].name));
  }
  return sum;
}

std::vector<std::size_t> residencies_of(const Network& network, const Plan& plan, std::int32_t op) {
  const Operator& touched = network.operators[static_cast<std::size_t>(op)];
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    const TensorIndex tensor = plan.residencies[i].tensor;
    const Tensor& map = network.tensors[static_cast<std::size_t>(tensor)];
    if (is_constant(map) || map.kind == TensorKind::scratch) continue;
    const auto touches = [&](const std::vector<TensorIndex>& operands) {
      return std::find(operands.begin(), operands.end(), tensor) != operands.end();
    };
    if (touches(touched.inputs) || touches(touched.outputs)) found.push_back(i);
  }
  return found;
}

class Recovery {
 public:
  Recovery(const Network& network, const Target& target, const ScheduleOptions& options,
           const std::vector<VelaLayer>& layers, Plan& plan)
      : network_(network),
        target_(target),
        options_(options),
        layers_(layers),
        plan_(plan),
        cache_(static_cast<MemoryIndex>(memory_index(target, target.mode.cache))),
        arena_(static_cast<MemoryIndex>(memory_index(target, target.mode.arena))) {}

  std::int32_t run() {
    const Plan before = plan_;
    matches_ = match_layers(estimate(), layers_);
    // A map that two operations share may be settled only after both were looked at.
    for (int pass = 0; pass < 2; ++pass) improve_all();
    std::int32_t moved = 0;
    for (std::size_t i = 0; i < plan_.residencies.size(); ++i) {
      if (plan_.residencies[i].memory != before.residencies[i].memory) ++moved;
    }
    return moved;
  }

 private:
  void improve_all() {
    std::vector<ethosu::VelaRow> rows = estimate();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (matches_[i] == no_layer) continue;
      if (cache_agrees(rows[i], layers_[static_cast<std::size_t>(matches_[i])])) continue;
      try_all(rows[i].op);
      rows = estimate();
    }
  }

  // Of the two only the cache holds nothing but feature maps.
  bool cache_agrees(const ethosu::VelaRow& row, const VelaLayer& layer) const {
    constexpr double tolerance = 0.02;
    const double vela = layer_access_cycles(layer, target_.mode.cache);
    const double ours = row.access_cycles[static_cast<std::size_t>(cache_)];
    return std::abs(ours - vela) <= tolerance * (1 + vela);
  }

  std::vector<ethosu::VelaRow> estimate() const {
    return ethosu::vela_estimate(network_, plan_, target_, options_);
  }

  double total_distance() const {
    const std::vector<ethosu::VelaRow> rows = estimate();
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (matches_[i] == no_layer) continue;
      sum += distance(rows[i], layers_[static_cast<std::size_t>(matches_[i])], target_);
    }
    return sum;
  }

  void try_all(std::int32_t op) {
    const std::vector<std::size_t> touched = residencies_of(network_, plan_, op);
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

  const Network& network_;
  const Target& target_;
  const ScheduleOptions& options_;
  const std::vector<VelaLayer>& layers_;
  Plan& plan_;
  const MemoryIndex cache_;
  const MemoryIndex arena_;
  std::vector<std::int32_t> matches_;  // of our rows, whose order does not change
};

}  // namespace

std::vector<std::int32_t> match_layers(const std::vector<ethosu::VelaRow>& rows,
                                       const std::vector<VelaLayer>& layers) {
  std::vector<LayerOwner> operators;
  for (const ethosu::VelaRow& row : rows) {
    operators.resize(std::max(operators.size(), static_cast<std::size_t>(row.op) + 1));
    operators[static_cast<std::size_t>(row.op)] = {row.source_type, row.name};
  }
  const std::vector<std::int32_t> owners = owners_of_layers(layers, operators);
  std::vector<std::int32_t> matches(rows.size(), no_layer);
  std::vector<bool> used(layers.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
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

std::int32_t recover_placement(const Network& network, const Target& target,
                               const ScheduleOptions& options, const std::vector<VelaLayer>& layers,
                               Plan& plan) {
  if (target.mode.cache == target.mode.arena) return 0;
  return Recovery(network, target, options, layers, plan).run();
}

}  // namespace spillway
