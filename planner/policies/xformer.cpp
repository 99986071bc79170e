// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/placement/placement.h"
#include "planner/policies/in_place_chains.h"
#include "planner/registry.h"

namespace spillway {
namespace {

Bytes peak_of(const PlanningProblem& problem, const std::vector<Placement>& placements) {
  Bytes peak = 0;
  for (std::size_t i = 0; i < placements.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    peak = std::max(peak, placements[i].offset + round_up(buffer.size, buffer.alignment));
  }
  return peak;
}

PlanningResult unchained(const ChainedProblem& chained, PlanningResult result) {
  std::vector<Placement> placements(chained.outer_buffers.size());
  for (std::size_t i = 0; i < placements.size(); ++i) {
    placements[i] = at(result.placements, chained.index_of[i]);
    placements[i].offset += chained.offset_in_outer[i];
  }
  result.placements = std::move(placements);
  result.outer_buffers = chained.outer_buffers;
  if (result.buffer >= 0) {
    const auto found = std::find(chained.index_of.begin(), chained.index_of.end(), result.buffer);
    result.buffer = static_cast<BufferIndex>(found - chained.index_of.begin());
  }
  return result;
}

/// xformer's MemoryPlan: places the largest buffer first (of equal sizes, the buffer that was added
/// last) into the lowest gap. In-place chains are used if they do not raise the peak.
class Xformer : public Planner {
 public:
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    return with_relatives_resolved(problem, [&](const PlanningProblem& reduced) {
      return in_fastest_that_holds(reduced.memories, 0, [&](MemoryIndex memory) {
        return plan_in(reduced, memory, options);
      });
    });
  }
  bool single_memory() const override { return true; }
  Bytes tensor_alignment() const override { return 8; }  // alignment of the XMOS runtime's arena

 private:
  static PlanningResult plan_in(PlanningProblem problem, MemoryIndex memory,
                                const PlannerOptions& options) {
    for (Buffer& buffer : problem.buffers) {
      buffer.offline_offset.reset();
    }
    const Allocator& allocator = chosen_allocator(options, "tflm-greedy");
    PlanningResult apart = place_all_in(problem, memory, allocator, options);
    if (!options.in_place || problem.operators.empty()) {
      return apart;
    }
    const ChainedProblem chained = chain_in_place(problem);
    PlanningResult overlapped = place_all_in(chained.problem, memory, allocator, options);
    const bool lower =
        peak_of(chained.problem, overlapped.placements) <= peak_of(problem, apart.placements);
    return lower ? unchained(chained, std::move(overlapped)) : apart;
  }
};

}  // namespace

PlannerEntry xformer() {
  return {"xformer", "largest first, lowest gap that fits; chains of in-place operators",
          "XMOS ai_tools 66dbfab, xformer MemoryPlan", std::make_unique<Xformer>()};
}

}  // namespace spillway
