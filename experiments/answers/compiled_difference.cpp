// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/compiled_difference.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "base/rounding.h"
#include "base/text.h"
#include "experiments/point/option_table.h"
#include "experiments/point/repeat.h"
#include "hwmodels/schedule.h"
#include "sim/simulate.h"

namespace spillway {
namespace {

constexpr Bytes map_alignment = 16;

bool is_map(const Residency& residency, const Network& network) {
  return residency.kind == ResidencyKind::tensor &&
         !is_constant(at(network.tensors, residency.tensor));
}

/// Whether `map` is passed from one operator of `cascade` to the next operator. Memory then holds
/// only some rows of the map at a time.
bool is_passed_within(const Cascade& cascade, const Residency& map) {
  return cascade.first_op <= map.lower - 1 && map.lower - 1 < cascade.last_op;
}

/// A plan with the feature maps of one plan and the weights of another plan. Maps and weights may
/// overlap in memory, because the mixed plan is simulated only for its time: no data are computed.
class MixedPlan {
 public:
  MixedPlan(const Network& network, const Plan& compiled) : network_(network) {
    plan_.memories = compiled.memories;
    for (MemorySpace& memory : plan_.memories) memory.capacity = unlimited;
    peaks_.resize(plan_.memories.size(), 0);
  }

  void add_maps(const Plan& from) {
    const std::vector<std::int32_t> indices = add_residencies(from, true);
    plan_.outside = from.outside;
    add_copies(from, indices);
  }

  void add_weights(const Plan& from) {
    const std::vector<std::int32_t> indices = add_residencies(from, false);
    add_copies(from, indices);
    for (WeightFlow flow : from.weights) {
      for (std::int32_t& buffer : flow.buffers) buffer = at(indices, buffer);
      plan_.weights.push_back(std::move(flow));
    }
  }

  /// Returns the mixed plan with `cascades`. A map of which the plan stores only some rows at a
  /// time must be passed within a cascade. If none of `cascades` passes the map, the map needs
  /// space for all of its rows. It is then moved past the highest address that the plan uses in the
  /// map's memory.
  Plan with_cascades(std::vector<Cascade> cascades) const {
    Plan plan = plan_;
    plan.cascades = std::move(cascades);
    std::vector<Bytes> ends = peaks_;
    for (Residency& residency : plan.residencies) {
      if (!is_map(residency, network_) || residency.inside >= 0) continue;
      const Bytes whole = at(network_.tensors, residency.tensor).bytes;
      const bool rolls =
          std::any_of(plan.cascades.begin(), plan.cascades.end(),
                      [&](const Cascade& cascade) { return is_passed_within(cascade, residency); });
      if (rolls || residency.size >= whole) continue;
      Bytes& end = at(ends, residency.memory);
      residency.offset = round_up(end, map_alignment);
      residency.size = whole;
      end = residency.offset + whole;
    }
    return plan;
  }

 private:
  // Appends the residencies of plan `from` that belong to feature maps (if `maps` is true), or to
  // constants and weight buffers (if `maps` is false). Returns, for each residency of `from`, its
  // index in the mixed plan; -1 if the residency was not appended.
  std::vector<std::int32_t> add_residencies(const Plan& from, bool maps) {
    std::vector<std::int32_t> indices(from.residencies.size(), -1);
    for (std::size_t i = 0; i < from.residencies.size(); ++i) {
      if (is_map(from.residencies[i], network_) != maps) continue;
      indices[i] = static_cast<std::int32_t>(plan_.residencies.size());
      plan_.residencies.push_back(from.residencies[i]);
    }
    for (const std::int32_t index : indices) {
      if (index < 0) continue;
      Residency& taken = at(plan_.residencies, index);
      if (taken.inside >= 0) taken.inside = at(indices, taken.inside);
      taken.memory = memory_here(at(from.memories, taken.memory).name);
      Bytes& peak = at(peaks_, taken.memory);
      peak = std::max(peak, taken.offset + taken.size);
    }
    return indices;
  }

  void add_copies(const Plan& from, const std::vector<std::int32_t>& indices) {
    for (Copy copy : from.copies) {
      copy.from = at(indices, copy.from);
      copy.to = at(indices, copy.to);
      if (copy.from >= 0 && copy.to >= 0) plan_.copies.push_back(copy);
    }
  }

  MemoryIndex memory_here(const std::string& name) const {
    const auto found = std::find_if(plan_.memories.begin(), plan_.memories.end(),
                                    [&](const MemorySpace& memory) { return memory.name == name; });
    return static_cast<MemoryIndex>(found - plan_.memories.begin());
  }

  const Network& network_;
  Plan plan_;
  std::vector<Bytes> peaks_;
};

std::string weights_text(const Plan& own, const Plan& compiled) {
  std::size_t in_place = 0;
  std::size_t buffered = 0;
  std::size_t sliced = 0;
  for (const WeightFlow& flow : compiled.weights) {
    const WeightFlow* ours = flow_of(own, flow.op);
    if (ours == nullptr) continue;
    const bool same_slices =
        std::equal(flow.slices.begin(), flow.slices.end(), ours->slices.begin(), ours->slices.end(),
                   [](const WeightFlowSlice& a, const WeightFlowSlice& b) {
                     return a.first_channel == b.first_channel && a.fetch_at == b.fetch_at;
                   });
    if (flow.in_place() && !ours->in_place()) ++in_place;
    if (!flow.in_place() && ours->in_place()) ++buffered;
    if (!flow.in_place() && !ours->in_place() && !same_slices) ++sliced;
  }
  std::string text;
  const auto say = [&](std::size_t count, const char* what) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", text.empty() ? "of operators, " : ", ", count, what);
  };
  say(in_place, "in place");
  say(buffered, "by buffers");
  say(sliced, "in other slices");
  return "weights " + (text.empty() ? "at other addresses" : text);
}

std::set<std::string> memories_of(const Plan& plan, TensorIndex tensor) {
  std::set<std::string> names;
  for (const Residency& residency : plan.residencies) {
    if (residency.kind != ResidencyKind::tensor || residency.tensor != tensor) continue;
    names.insert(at(plan.memories, residency.memory).name);
  }
  return names;
}

std::string maps_text(const Network& network, const Plan& own, const Plan& compiled) {
  std::size_t maps = 0;
  std::size_t elsewhere = 0;
  for (std::size_t i = 0; i < network.tensors.size(); ++i) {
    const auto tensor = static_cast<TensorIndex>(i);
    const std::set<std::string> there = memories_of(compiled, tensor);
    if (there.empty() || is_constant(network.tensors[i])) continue;
    ++maps;
    if (there != memories_of(own, tensor)) ++elsewhere;
  }
  return fmt::format("feature maps: {} of {} in another memory", elsewhere, maps);
}

/// Returns how many feature maps have one format in the network that Spillway has lowered (`own`)
/// and another format in the compiled file.
std::size_t count_different_formats(const Network& own, const Network& compiled) {
  std::size_t maps = 0;
  for (std::size_t i = 0; i < own.tensors.size(); ++i) {
    if (own.tensors[i].layout != compiled.tensors[i].layout) ++maps;
  }
  return maps;
}

std::string cascade_text(const char* whose, const Cascade& cascade) {
  return fmt::format("{} cascade of operators {} to {}", whose, cascade.first_op, cascade.last_op);
}

/// Starts with Spillway's plan and replaces its choices, one after the other, by the choices of the
/// compiler. Simulates the network after each replacement.
class Adoption {
 public:
  Adoption(const PointResult& own, const PointResult& compiled, int runs)
      : network_(&own.network),
        their_network_(compiled.network),
        own_(own.plan.plan),
        compiled_(compiled.plan.plan),
        target_(compiled.target),
        options_(compiled.family_options),
        runs_(runs),
        total_(own.timing.total) {}

  std::vector<AdoptedChoice> run() {
    remove_own_cascades();
    adopt_formats();
    MixedPlan moved(*network_, compiled_);
    moved.add_maps(own_);
    moved.add_weights(compiled_);
    adopt(weights_text(own_, compiled_), moved.with_cascades({}));
    MixedPlan mixed(*network_, compiled_);
    mixed.add_maps(compiled_);
    mixed.add_weights(compiled_);
    adopt(maps_text(*network_, own_, compiled_), mixed.with_cascades({}));
    std::vector<Cascade> cascades;
    for (const Cascade& cascade : compiled_.cascades) {
      cascades.push_back(cascade);
      adopt(cascade_text("its", cascade), mixed.with_cascades(cascades));
    }
    return std::move(choices_);
  }

  Cycles total() const { return total_; }

 private:
  void remove_own_cascades() {
    MixedPlan plan(*network_, compiled_);
    plan.add_maps(own_);
    plan.add_weights(own_);
    std::vector<Cascade> left = own_.cascades;
    for (const Cascade& cascade : own_.cascades) {
      left.erase(left.begin());
      adopt(cascade_text("without our", cascade), plan.with_cascades(left));
    }
  }

  /// Gives the maps of Spillway's plan the formats that they have in the compiled file. A map that
  /// needs no more bytes in the new format, such as a map that changes from bricks (NHCWB16) to
  /// rows of pixels (NHWC), keeps its offset. with_cascades() moves all other maps.
  void adopt_formats() {
    const std::size_t maps = count_different_formats(*network_, their_network_);
    network_ = &their_network_;
    if (maps == 0) return;
    MixedPlan plan(*network_, compiled_);
    plan.add_maps(own_);
    plan.add_weights(own_);
    adopt(fmt::format("feature maps: {} in another format", maps), plan.with_cascades({}));
  }

  void adopt(std::string choice, const Plan& plan) {
    const Program program = schedule(*network_, plan, target_, options_);
    const Timing all = simulate(target_, repeated(program, runs_));
    const Cycles total = timing_of_inference(all, runs_ - 1, runs_).total;
    choices_.push_back({std::move(choice), total - total_});
    total_ = total;
  }

  // At first the network as Spillway lowers it. After adopt_formats(), the same network with the
  // map formats of the compiled file.
  const Network* network_;
  const Network& their_network_;
  const Plan& own_;
  const Plan& compiled_;
  const Target& target_;
  const FamilyOptions& options_;
  int runs_;
  Cycles total_;
  std::vector<AdoptedChoice> choices_;
};

/// Returns the design point of `own` with the plan of the compiled file, in memories of unlimited
/// capacity. Leaves out the options that have no effect on a run with a given plan.
DesignPoint under_plan_of(const Contestant& compiled, const Contestant& own,
                          const Network& network) {
  DesignPoint point = own.point;
  const Target target = resolve_target(point);
  set_option(find_point_option("plan"), {compiled.network}, point);
  for (const PointOption& option : point_options()) {
    if (!is_given(option, point) || std::string_view(option.name) == "plan") continue;
    if (!obstacle_of(option, {point, target, network}).empty()) clear_option(option, point);
  }
  for (const MemorySpec& memory : target.memories) {
    point.target_options.capacities.emplace_back(memory.name, unlimited);
  }
  return point;
}

/// Returns the note that the decoder of a compiled file has appended, after "; ", to the name of
/// the plan's planner. Empty if the name has no note.
std::string note_of(const Plan& plan) {
  const std::size_t end = plan.planner.find("; ");
  return end == std::string::npos ? "" : plan.planner.substr(end + 2);
}

}  // namespace

CompiledDifference explain_difference(const Network& network, const Contestant& own,
                                      const Contestant& compiled, PointCache& cache) {
  CompiledDifference difference;
  difference.own = own.label;
  difference.compiled = compiled.label;
  const PointResult ours = run_as_given(network, own.point, cache);
  difference.own_cycles = ours.timing.total;
  difference.compiled_cycles = run_point(*compiled.compiled, compiled.point, cache).timing.total;
  try {
    const PointResult theirs = run_as_given(network, under_plan_of(compiled, own, network), cache);
    Adoption adoption(ours, theirs, own.point.runs);
    difference.choices = adoption.run();
    difference.choices.push_back({"its operators, blocks and reading of commands",
                                  difference.compiled_cycles - adoption.total()});
    difference.note = note_of(theirs.plan.plan);
  } catch (const UserError& error) {
    difference.failure = error.what();
    difference.choices.clear();
  }
  return difference;
}

Printout difference_printout(const CompiledDifference& difference) {
  constexpr std::size_t longest_label = 26;
  const std::string file = elide(difference.compiled, longest_label);
  if (!difference.failure.empty()) {
    return Printout() << fmt::format("{} is not explained: {}\n", file, difference.failure);
  }
  PrintedTable table{"differences", ""};
  table.keys = {{"file", difference.compiled}};
  table.columns = {text_column("choice")
                       .shown_as("one choice after the other, simulated")
                       .at_least(64)
                       .shortened_if_narrow(),
                   number_column("cycles").at_least(12).gap_before(0)};
  table.add({elide(difference.own, longest_label), with_thousands(difference.own_cycles)});
  for (const AdoptedChoice& choice : difference.choices) {
    table.add(
        {choice.choice, (choice.cycles < 0 ? "-" : "+") + with_thousands(std::abs(choice.cycles))});
  }
  table.add({file, with_thousands(difference.compiled_cycles)});
  return Printout() << std::move(table)
                    << (difference.note.empty() ? "" : "  " + difference.note + "\n");
}

}  // namespace spillway
