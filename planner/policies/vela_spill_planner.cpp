// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/placement/placement.h"
#include "planner/policies/vela_spill.h"
#include "planner/registry.h"
#include "planner/relative_places.h"
#include "planner/two_memories.h"

namespace spillway {
namespace {

/// Returns, per buffer, whether it is a feature map that may be spilled: one operator writes the
/// buffer, another operator reads it, and it is neither an input nor an output of the network. A
/// problem without operators is a list that a user wrote; all its buffers count as such feature
/// maps.
std::vector<bool> feature_maps(const PlanningProblem& problem) {
  if (problem.operators.empty()) {
    return std::vector<bool>(problem.buffers.size(), true);
  }
  std::vector<bool> written(problem.buffers.size(), false);
  std::vector<bool> read(problem.buffers.size(), false);
  const auto mark = [](std::vector<bool>& marks, const std::vector<BufferIndex>& values) {
    for (const BufferIndex value : values) {
      if (value >= 0) {
        at(marks, value) = true;
      }
    }
  };
  for (const BufferOperator& op : problem.operators) {
    mark(written, op.outputs);
    mark(read, op.inputs);
  }
  std::vector<bool> maps(problem.buffers.size());
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    maps[i] = buffer.kind == TensorKind::activation && written[i] && read[i] && !buffer.is_output;
  }
  return maps;
}

/// The ranges for the spilling policy: the feature maps that may move, and the buffers pinned to
/// fast memory. `members[i]` is the buffer of range i.
struct Candidates {
  std::vector<vela::SpillRange> ranges;
  std::vector<BufferIndex> members;
};

Candidates candidates_of(const PlanningProblem& problem) {
  const std::vector<bool> maps = feature_maps(problem);
  Candidates candidates;
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    const bool pinned = buffer.pinned_memory == fast_memory;
    if (!pinned && (!maps[i] || !may_use(buffer, fast_memory))) {
      continue;
    }
    vela::SpillRange range;
    range.start = buffer.lower;
    range.end = buffer.upper - 1;
    range.size = round_up(buffer.size, common_alignment(buffer, problem.memories[fast_memory]));
    range.score = buffer.access_score > 0 ? buffer.access_score : buffer.size * (1 + buffer.reads);
    range.movable = !pinned;
    candidates.ranges.push_back(range);
    candidates.members.push_back(static_cast<BufferIndex>(i));
  }
  return candidates;
}

/// Places the buffers about which the policy does not decide: network inputs and outputs, scratch
/// and persistent data. These buffers go into fast memory where space is free, the largest buffer
/// first.
void use_free_space(const PlanningProblem& problem, const Candidates& candidates,
                    const PlannerOptions& options, PlanningResult& result) {
  std::vector<bool> chosen(problem.buffers.size(), false);
  for (const BufferIndex member : candidates.members) at(chosen, member) = true;
  PlacedBlocks placed;
  std::vector<std::size_t> others;
  const std::vector<UnplacedBlock> blocks =
      make_blocks(problem.buffers, problem.memories[fast_memory]);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Placement& place = result.placements[i];
    if (place.memory == fast_memory) placed.insert(blocks[i], place.offset);
    const bool free =
        !chosen[i] && place.memory == slow_memory && may_use(problem.buffers[i], fast_memory);
    if (free) others.push_back(i);
  }
  std::stable_sort(others.begin(), others.end(),
                   [&](std::size_t a, std::size_t b) { return blocks[a].size > blocks[b].size; });
  for (const std::size_t i : others) {
    const Bytes offset = placed.first_fit(blocks[i]);
    if (offset + blocks[i].size > problem.memories[fast_memory].capacity) continue;
    placed.insert(blocks[i], offset);
    result.placements[i] = {fast_memory, offset};
  }
  std::vector<MemoryIndex> remaining(problem.buffers.size(), no_memory);
  for (std::size_t i = 0; i < remaining.size(); ++i) {
    if (result.placements[i].memory == slow_memory) remaining[i] = slow_memory;
  }
  const PlanningResult rest =
      place_sets(problem, remaining, chosen_allocator(options, "vela-hillclimb"), options,
                 WhenTooLarge::report);
  for (std::size_t i = 0; i < remaining.size() && rest.status == PlanStatus::ok; ++i) {
    if (remaining[i] == slow_memory) result.placements[i] = rest.placements[i];
  }
}

using Policy = vela::SpillChoice (*)(const std::vector<vela::SpillRange>&, Bytes,
                                     const PlannerOptions&);

class VelaSpill : public Planner {
 public:
  /// `reads_budget`: whether PlannerOptions::search_budget limits the policy's search.
  VelaSpill(Policy policy, bool reads_budget) : policy_(policy), reads_budget_(reads_budget) {}

  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    return with_relatives_resolved(
        problem, [&](const PlanningProblem& reduced) { return plan_reduced(reduced, options); });
  }
  bool searches(const PlannerOptions& options) const override {
    return reads_budget_ || chosen_allocator(options, "vela-hillclimb").searches;
  }

 private:
  PlanningResult plan_reduced(const PlanningProblem& problem, const PlannerOptions& options) const {
    if (problem.memories.size() < 2) {
      return place_all_in(problem, fast_memory, chosen_allocator(options, "vela-hillclimb"),
                          options);
    }
    const Candidates candidates = candidates_of(problem);
    const vela::SpillChoice choice =
        policy_(candidates.ranges, problem.memories[fast_memory].capacity, options);
    std::vector<MemoryIndex> memory_of(problem.buffers.size(), slow_memory);
    for (std::size_t k = 0; k < candidates.members.size(); ++k) {
      if (choice.kept[k]) at(memory_of, candidates.members[k]) = fast_memory;
    }
    PlanningResult result =
        place_sets(problem, std::move(memory_of), chosen_allocator(options, "vela-hillclimb"),
                   options, WhenTooLarge::move_slower);
    if (result.status == PlanStatus::ok && !problem.operators.empty()) {
      use_free_space(problem, candidates, options, result);
    }
    if (choice.exhausted && result.status == PlanStatus::ok) {
      result.status = PlanStatus::budget_exhausted;
    }
    return result;
  }

  Policy policy_;
  bool reads_budget_;
};

vela::SpillChoice latest_policy(const std::vector<vela::SpillRange>& ranges, Bytes limit,
                                const PlannerOptions& options) {
  vela::SpillOptions spill;
  if (options.search_budget > 0) {
    spill.node_budget = options.search_budget;
  }
  return vela::choose_kept(ranges, limit, spill);
}

vela::SpillChoice policy_of_2022(const std::vector<vela::SpillRange>& ranges, Bytes limit,
                                 const PlannerOptions&) {
  return vela::choose_kept_2022(ranges, limit);
}

}  // namespace

PlannerEntry vela_spill() {
  return {"vela-spill", "keeps the feature maps with most accesses in fast memory, by components",
          "Vela 3.10 (2023-12), fast storage component allocator",
          std::make_unique<VelaSpill>(latest_policy, true)};
}

PlannerEntry vela_spill_2022() {
  return {"vela-spill-2022",
          "the first published version with its defects; vela-spill is the corrected one",
          "Vela de6cb64 (2022-02-02), fast storage component allocator",
          std::make_unique<VelaSpill>(policy_of_2022, false)};
}

}  // namespace spillway
