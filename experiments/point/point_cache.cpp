// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/point_cache.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/index.h"
#include "experiments/point/option_table.h"
#include "experiments/point/timed_blocks.h"
#include "hwmodels/lower.h"
#include "hwmodels/target/processor_family.h"
#include "sim/simulate.h"

namespace spillway {
namespace {

/// Returns a text with the types of all operators, and with the indices and sizes of their
/// operands.
std::string operators_of(const Network& network) {
  std::string text;
  for (const Operator& op : network.operators) {
    text += op.type_name;
    for (const auto* const operands : {&op.inputs, &op.outputs}) {
      text += ':';
      for (const TensorIndex tensor : *operands) {
        const Bytes bytes = tensor == no_tensor ? 0 : at(network.tensors, tensor).bytes;
        fmt::format_to(std::back_inserter(text), " {}/{}", tensor, bytes);
      }
    }
    text += '\n';
  }
  return text;
}

}  // namespace

Target with_family_options(Target target, const DesignPoint& point) {
  const auto apply = target.processor.family().apply_options;
  if (apply != nullptr) apply(target, point.weights, point.family_options);
  return target;
}

Target with_reserved(Target target, const DesignPoint& point) {
  for (const auto& [name, bytes] : point.reserved) {
    Bytes& capacity = target.memories[memory_index(target, name)].capacity;
    capacity = std::max<Bytes>(0, capacity - bytes);
  }
  return target;
}

const Target& PointCache::target_without_limits(const DesignPoint& point) {
  const auto [entry, added] = targets_.try_emplace(stage_key(Stage::target, point));
  if (added) {
    TargetOptions options = point.target_options;
    options.capacities.clear();
    try {
      entry->second = configure_target(load_target(point.target), options);
    } catch (...) {
      targets_.erase(entry);
      throw;
    }
  }
  return entry->second;
}

Target PointCache::target(const DesignPoint& point) {
  Target target = target_without_limits(point);
  for (const auto& [memory, size] : point.target_options.capacities) {
    target = with_capacity(std::move(target), memory, size);
  }
  return with_family_options(with_reserved(std::move(target), point), point);
}

const WeightNeeds& PointCache::weight_needs(const std::string& name,
                                            const std::function<WeightNeeds()>& make) {
  if (needs_name_ != name) {
    needs_name_.clear();
    needs_ = make();
    needs_name_ = name;
  }
  return needs_;
}

Timing PointCache::simulated(const DesignPoint& point, const Target& target,
                             const Program& program) {
  ++simulations_;
  const bool alike = many_ && target.processor.family().begins_alike;
  return alike ? simulate_after_alike(stage_key(Stage::target, point), target, program)
               : simulate(target, program);
}

std::optional<Timing> PointCache::simulated_within(const Deadline& deadline,
                                                   const DesignPoint& point, const Target& target,
                                                   const Program& program) {
  ++simulations_;
  const bool alike = many_ && target.processor.family().begins_alike;
  return alike ? simulate_after_alike_within(deadline, stage_key(Stage::target, point), target,
                                             program)
               : simulate_within(deadline, target, program);
}

std::string PointCache::names_of_schedule(const Network& network, const Network& lowered,
                                          const DesignPoint& point) {
  std::string lowering = stage_key(Stage::lower, point);
  const auto shows = [&](const PointOption& option) {
    return option.shows_in_operators && is_given(option, point);
  };
  if (std::any_of(point_options().begin(), point_options().end(), shows)) {
    DesignPoint others = point;
    for (const PointOption& option : point_options()) {
      if (shows(option)) clear_option(option, others);
    }
    const auto number = operators_.try_emplace(operators_of(lowered), operators_.size()).first;
    lowering = fmt::format("{}operators {}\n", stage_key(Stage::lower, others), number->second);
  }
  return fmt::format("{}\n{}{}{}", static_cast<const void*>(&network),
                     stage_key(Stage::target, point), lowering, stage_key(Stage::schedule, point));
}

std::any& PointCache::kept_for_planner(const std::string& name) {
  std::any* const found = kept_for_planner_.find(name);
  return found != nullptr ? *found : kept_for_planner_.keep(name, {});
}

const Network& PointCache::lowered(const Network& network, const DesignPoint& point,
                                   MemoryIndex constants) {
  LoweredKey key{&network, stage_key(Stage::target, point), stage_key(Stage::lower, point)};
  const auto found = lowered_.find(key);
  if (found != lowered_.end()) return found->second;
  const Target target = with_family_options(target_without_limits(point), point);
  Network result = lower(network, target, constants, point.family_options);
  if (wants_timed_blocks(point)) {
    for (const auto& [op, block] : timed_blocks(network, point)) {
      at(result.operators, op).block = block;
    }
  }
  return lowered_.emplace(std::move(key), std::move(result)).first->second;
}

}  // namespace spillway
