// SPDX-License-Identifier: Apache-2.0
#include "planner/inputs_rule.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "planner/allocator.h"
#include "planner/blocks.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

bool is_free(const Buffer& buffer) {
  return !buffer.stays_unplaced && !buffer.pinned_memory && !buffer.pinned_offset &&
         !buffer.placed_inside && !buffer.offline_offset && buffer.blocked_memories.empty();
}

std::vector<bool> written_by_operators(const PlanningProblem& problem) {
  std::vector<bool> written(problem.buffers.size(), false);
  for (const BufferOperator& op : problem.operators) {
    for (const BufferIndex output : op.outputs) {
      if (output >= 0) at(written, output) = true;
    }
  }
  return written;
}

/// The buffers whose memory PlannerOptions::inputs_in decides. All of them go to one memory.
class RuledSet {
 public:
  RuledSet(const PlanningProblem& problem, const std::vector<bool>& ruled) : problem_(problem) {
    for (std::size_t i = 0; i < ruled.size(); ++i) {
      if (!ruled[i]) continue;
      members_.push_back(i);
      buffers_.push_back(problem.buffers[i]);
    }
  }

  /// Chooses the fastest memory that holds all buffers of the set or, for InputsIn::slow, the
  /// slowest such memory. If no memory holds all buffers of the set, chooses the memory that was
  /// tried last.
  void choose_memory(InputsIn rule) {
    const auto count = static_cast<MemoryIndex>(problem_.memories.size());
    for (MemoryIndex i = 0; i < count; ++i) {
      memory_ = rule == InputsIn::fast ? i : count - 1 - i;
      alone_ = find_allocator("tflm-greedy").allocate(buffers_, space(), {});
      if (alone_.status == PlanStatus::ok) break;
    }
    alignment_ = 1;
    for (const Buffer& buffer : buffers_) {
      alignment_ = std::max(alignment_, common_alignment(buffer, space()));
    }
  }

  MemoryIndex memory() const { return memory_; }
  const Allocation& alone() const { return alone_; }
  const MemorySpace& space() const { return at(problem_.memories, memory_); }

  /// Returns the problem that remains for the planner. In this problem, the buffers of the set stay
  /// unplaced (Buffer::stays_unplaced), and the capacity of their memory is reduced by the bytes
  /// that they need together.
  PlanningProblem rest() const {
    PlanningProblem rest = problem_;
    for (const std::size_t i : members_) rest.buffers[i].stays_unplaced = true;
    Bytes& capacity = at(rest.memories, memory_).capacity;
    capacity = (capacity - alone_.peak) / alignment_ * alignment_;
    return rest;
  }

  void add_to(PlanningResult& result) const {
    std::vector<Bytes> offsets = offsets_around(result.placements);
    for (std::size_t k = 0; k < members_.size(); ++k) {
      result.placements[members_[k]] = {memory_, offsets[k]};
    }
  }

 private:
  /// Returns an offset for each buffer of the set: the lowest offset at which the buffer overlaps
  /// no placement of the planner. If these offsets exceed the memory, all buffers of the set lie
  /// above the planner's buffers instead, with the distances that they have in alone_.
  std::vector<Bytes> offsets_around(const std::vector<Placement>& placements) const {
    const std::vector<UnplacedBlock> others = make_blocks(problem_.buffers, space());
    PlacedBlocks placed;
    for (std::size_t i = 0; i < placements.size(); ++i) {
      if (placements[i].memory == memory_) placed.insert(others[i], placements[i].offset);
    }
    const Bytes top = round_up(placed.peak(), alignment_);
    const std::vector<UnplacedBlock> blocks = make_blocks(buffers_, space());
    std::vector<std::size_t> order(blocks.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return blocks[a].size > blocks[b].size; });
    std::vector<Bytes> offsets(blocks.size());
    for (const std::size_t k : order) {
      offsets[k] = placed.first_fit(blocks[k]);
      if (offsets[k] + blocks[k].size > space().capacity) return stacked_on(top);
      placed.insert(blocks[k], offsets[k]);
    }
    return offsets;
  }

  std::vector<Bytes> stacked_on(Bytes top) const {
    std::vector<Bytes> offsets = alone_.offsets;
    for (Bytes& offset : offsets) offset += top;
    return offsets;
  }

  const PlanningProblem& problem_;
  std::vector<std::size_t> members_;
  std::vector<Buffer> buffers_;
  MemoryIndex memory_ = 0;
  Bytes alignment_ = 1;
  Allocation alone_;  // the offsets of the set in an otherwise empty memory
};

PlanningResult too_large(const RuledSet& set, std::size_t buffers) {
  PlanningResult result;
  result.status = PlanStatus::does_not_fit;
  result.placements.resize(buffers);
  result.memory = set.memory();
  result.excess = set.alone().peak - set.space().capacity;
  result.note = "network inputs and outputs, scratch and persistent data fit into no memory";
  return result;
}

// Returns, per buffer, whether PlannerOptions::inputs_in decides its memory. The rule decides for
// network inputs and outputs, scratch and persistent data. It does not decide for buffers that stay
// unplaced (Buffer::stays_unplaced), that are pinned, kept out of a memory or placed relative to
// another buffer, or that the network's own file places. If the planner chooses
// (InputsIn::planner), the result is false for all buffers.
std::vector<bool> ruled_buffers(const PlanningProblem& problem, InputsIn rule) {
  std::vector<bool> ruled(problem.buffers.size(), false);
  if (rule == InputsIn::planner) return ruled;
  const std::vector<bool> written = written_by_operators(problem);
  for (std::size_t i = 0; i < ruled.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    const bool edge = buffer.kind != TensorKind::activation || buffer.is_output || !written[i];
    ruled[i] = edge && is_free(buffer);
  }
  return ruled;
}

/// Whether a buffer is placed relative to a buffer whose memory the rule decides, for example a
/// result that overwrites a network input.
bool others_follow(const PlanningProblem& problem, const std::vector<bool>& ruled) {
  for (std::size_t i = 0; i < ruled.size(); ++i) {
    const Anchor anchor = anchor_of(problem.buffers, static_cast<BufferIndex>(i));
    if (problem.buffers[i].placed_inside && at(ruled, anchor.buffer)) return true;
  }
  return false;
}

PlanningResult plan_around(const Planner& planner, const PlanningProblem& problem,
                           const PlannerOptions& options, const std::vector<bool>& ruled) {
  RuledSet set(problem, ruled);
  set.choose_memory(options.inputs_in);
  if (set.alone().status != PlanStatus::ok) return too_large(set, ruled.size());
  PlanningResult result = planner.plan(set.rest(), options);
  result.proven_optimal = false;
  if (result.status == PlanStatus::ok) set.add_to(result);
  return result;
}

}  // namespace

PlanningResult plan_by_inputs_rule(const Planner& planner, const PlanningProblem& problem,
                                   const PlannerOptions& options) {
  const std::vector<bool> ruled = ruled_buffers(problem, options.inputs_in);
  const bool any = std::find(ruled.begin(), ruled.end(), true) != ruled.end();
  if (!any || problem.memories.size() < 2) return planner.plan(problem, options);
  if (!others_follow(problem, ruled)) return plan_around(planner, problem, options, ruled);
  return with_relatives_resolved(problem, [&](const PlanningProblem& reduced) {
    return plan_around(planner, reduced, options, ruled_buffers(reduced, options.inputs_in));
  });
}

}  // namespace spillway
