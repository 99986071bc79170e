// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/in_place_chains.h"

#include <algorithm>
#include <optional>

#include "planner/blocks.h"

namespace spillway {
namespace {

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

  /// Returns the step at which operator 0 runs; problems from files may count steps from another
  /// number than 1.
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

  /// Collects the operators that read each buffer, in program order; an operator that reads a
  /// buffer with two operands is listed twice. The end of the network counts as a reader of network
  /// outputs.
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

  /// Returns the operator that continues a chain whose last operator so far writes `output` over
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

}  // namespace

ChainedProblem chain_in_place(const PlanningProblem& problem) { return ChainFinder(problem).run(); }

}  // namespace spillway
