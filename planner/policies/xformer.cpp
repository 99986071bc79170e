// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <vector>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/placement/placement.h"
#include "planner/problem.h"
#include "planner/registry.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

/// A planning problem in which the buffers of an in-place chain (operators that write their results
/// over their inputs) are one buffer.
struct ChainedProblem {
  PlanningProblem problem;  // the original problem without the buffers inside other buffers
  /// For each original buffer, its index in `problem`. An original buffer that lies inside another
  /// buffer has the index of the other buffer.
  std::vector<BufferIndex> index_of;
  /// For each original buffer inside another buffer: the original index of the other buffer. -1 =
  /// the buffer lies in no other buffer.
  std::vector<BufferIndex> outer_buffers;
  /// For each original buffer: its offset from the start of the buffer in which it lies. 0 if it
  /// lies in no other buffer.
  std::vector<Bytes> offset_in_outer;
};

class ChainFinder {
 public:
  explicit ChainFinder(const PlanningProblem& problem)
      : problem_(problem),
        users_(problem.buffers.size()),
        visited_(problem.operators.size(), false) {
    chained_.problem = problem;
    chained_.outer_buffers.assign(problem.buffers.size(), -1);
    chained_.offset_in_outer.assign(problem.buffers.size(), 0);
    collect_users();
  }

  ChainedProblem run() {
    for (std::size_t op = 0; op < problem_.operators.size(); ++op) {
      if (problem_.operators[op].overlappable && !visited_[op]) {
        start_chain(op);
      }
    }
    remove_inner_buffers();
    return std::move(chained_);
  }

 private:
  static constexpr std::size_t end_of_network = static_cast<std::size_t>(-1);

  static std::size_t index(BufferIndex buffer) { return static_cast<std::size_t>(buffer); }
  const Buffer& original(BufferIndex buffer) const { return problem_.buffers[index(buffer)]; }
  Bytes bytes(BufferIndex buffer) const { return original(buffer).size; }

  /// Returns the step at which operator 0 runs. It is 1 in problems of networks, but a problem from
  /// a file may begin at another step.
  TimeStep first_step() const {
    for (std::size_t op = 0; op < problem_.operators.size(); ++op) {
      for (const BufferIndex output : problem_.operators[op].outputs) {
        if (output >= 0) {
          return original(output).lower - static_cast<TimeStep>(op);
        }
      }
    }
    return 0;
  }

  /// Collects the operators that read each buffer, in program order. An operator whose two operands
  /// are the same buffer is listed twice. The end of the network is listed as a reader of each
  /// output of the network.
  void collect_users() {
    for (std::size_t op = 0; op < problem_.operators.size(); ++op) {
      for (const BufferIndex input : problem_.operators[op].inputs) {
        if (input >= 0) {
          users_[index(input)].push_back(op);
        }
      }
    }
    const auto after_last = static_cast<TimeStep>(problem_.operators.size()) + first_step();
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      if (problem_.buffers[i].is_output || problem_.buffers[i].upper > after_last) {
        users_[i].push_back(end_of_network);
      }
    }
  }

  bool is_usable(BufferIndex buffer) const {
    return buffer >= 0 && users_[index(buffer)].size() == 1;
  }

  std::optional<BufferIndex> usable_input(const BufferOperator& op) const {
    if (op.inputs.empty() || op.inputs.size() > 2) {
      return std::nullopt;
    }
    for (const BufferIndex input : op.inputs) {
      if (is_usable(input)) {
        return input;
      }
    }
    return std::nullopt;
  }

  BufferIndex output_of(std::size_t op) const {
    const auto& outputs = problem_.operators[op].outputs;
    return outputs.empty() ? -1 : outputs.front();
  }

  void start_chain(std::size_t op) {
    const auto first = usable_input(problem_.operators[op]);
    BufferIndex output = output_of(op);
    if (!first || output < 0) {
      return;
    }
    visited_[op] = true;
    if (bytes(output) < bytes(*first)) {
      return;
    }
    std::vector<BufferIndex> inner_buffers = {*first};
    while (const auto next = next_link(inner_buffers.back(), output)) {
      visited_[*next] = true;
      inner_buffers.push_back(output);
      output = output_of(*next);
    }
    merge(inner_buffers, output);
  }

  /// An in-place chain is a sequence of operators that write their results over their inputs.
  /// Returns the operator that continues the chain after an operator that writes `output` over
  /// `input`; nothing if the chain ends there.
  std::optional<std::size_t> next_link(BufferIndex input, BufferIndex output) const {
    if (!is_usable(output) || bytes(output) < bytes(input)) {
      return std::nullopt;
    }
    const std::size_t user = users_[index(output)].front();
    const bool takes_it = user != end_of_network && problem_.operators[user].overlappable &&
                          !visited_[user] && output_of(user) >= 0;
    return takes_it ? std::optional(user) : std::nullopt;
  }

  void merge(const std::vector<BufferIndex>& inner_buffers, BufferIndex outer) {
    Buffer& merged = chained_.problem.buffers[index(outer)];
    merged.lower = original(inner_buffers.front()).lower;
    Bytes needed = round_up(merged.size, merged.alignment);
    for (const BufferIndex inner : inner_buffers) {
      const Bytes offset = round_up(bytes(outer) - bytes(inner), merged.alignment);
      chained_.outer_buffers[index(inner)] = outer;
      chained_.offset_in_outer[index(inner)] = offset;
      needed = std::max(needed, round_up(bytes(inner), merged.alignment) + offset);
    }
    merged.size = needed;
  }

  void remove_inner_buffers() {
    std::vector<Buffer> kept;
    chained_.index_of.assign(problem_.buffers.size(), -1);
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      if (chained_.outer_buffers[i] < 0) {
        chained_.index_of[i] = static_cast<BufferIndex>(kept.size());
        kept.push_back(std::move(chained_.problem.buffers[i]));
      }
    }
    chained_.problem.buffers = std::move(kept);
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      if (chained_.outer_buffers[i] >= 0) {
        chained_.index_of[i] = chained_.index_of[index(chained_.outer_buffers[i])];
      }
    }
  }

  const PlanningProblem& problem_;
  std::vector<std::vector<std::size_t>> users_;
  std::vector<bool> visited_;
  ChainedProblem chained_;
};

// Finds the in-place chains of xformer's memory planner. A chain follows overlappable operators
// whose input has no other use. The last output keeps the buffer of the chain, and every earlier
// value of the chain lies at the end of this buffer. Like xformer, the function tests whether an
// output is smaller than its input only after the operator has joined the chain. So if the last
// output is smaller than its input, the input begins below the start of the buffer. This defect is
// reproduced on purpose.
ChainedProblem chain_in_place(const PlanningProblem& problem) { return ChainFinder(problem).run(); }

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
