// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/arena/arena_needs.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/xcore/kernels/weights.h"

namespace spillway::xcore {
namespace {

/// Which buffers can share bytes with another buffer because an operator works in place:
/// * results: an operator can write the buffer over one of its operands.
/// * operands: an operator can write its result over the buffer.
struct InPlace {
  explicit InPlace(const PlanningProblem& problem)
      : results(problem.buffers.size(), false), operands(problem.buffers.size(), false) {
    for (const BufferOperator& op : problem.operators) {
      if (!op.overlappable) continue;
      for (const BufferIndex output : op.outputs) mark(output, results);
      for (const BufferIndex input : op.inputs) {
        mark(input, operands);
        const BufferIndex output = op.outputs.empty() ? -1 : op.outputs.front();
        const auto size_of = [&](BufferIndex i) { return i < 0 ? 0 : at(problem.buffers, i).size; };
        shrinks = shrinks || size_of(input) > size_of(output);
      }
    }
  }

  std::vector<bool> results, operands;
  // Whether an operator can write a result over a larger operand. For a chain of such operators,
  // the planner `xformer` reserves fewer bytes than the operands need, as XMOS's tool does.
  bool shrinks = false;

 private:
  static void mark(BufferIndex buffer, std::vector<bool>& marks) {
    if (buffer >= 0) marks[static_cast<std::size_t>(buffer)] = true;
  }
};

}  // namespace

ArenaNeeds::ArenaNeeds(const ArenaProblem& problem, const ArenaOptions& options, std::string memory,
                       KnownNeeds& known)
    : problem_(problem), memory_(std::move(memory)), known_(known) {
  constexpr Bytes lines = 3 * vector_bytes;
  for (std::size_t i = 0; i < problem.network.tensors.size(); ++i) {
    most_ += problem.network.tensors[i].bytes + lines;
    const Role role = problem.roles[i].role;
    if (role == Role::operator_data || role == Role::constant) not_transient_.push_back(i);
  }
  add_items(options);
}

void ArenaNeeds::add_items(const ArenaOptions& options) {
  // The lower bound only holds for the planner `xformer` with its own allocator. Other planners
  // reproduce tools that can let live tensors overlap.
  const bool known_planner =
      options.planner == "xformer" && options.planner_options.allocator.empty();
  if (!known_planner || problem_.offline) return;
  const InPlace in_place(problem_.problem);
  TimeStep end = 0;
  for (std::size_t i = 0; i < problem_.problem.buffers.size(); ++i) {
    const Buffer& buffer = problem_.problem.buffers[i];
    if (!at(problem_.rules, buffer.tensor).empty()) continue;
    if (in_place.shrinks && in_place.operands[i]) continue;
    // In its first step, a result that may overwrite an operand needs no bytes of its own.
    const TimeStep lower = buffer.lower + (in_place.results[i] ? 1 : 0);
    if (lower >= buffer.upper) continue;
    items_.push_back({static_cast<std::size_t>(buffer.tensor),
                      round_up(buffer.size, buffer.alignment), lower, buffer.upper});
    end = std::max(end, buffer.upper);
  }
  changes_.resize(static_cast<std::size_t>(end) + 1);
}

/// Returns a lower bound of the bytes that the tensors of `set` need: the sizes of the tensors that
/// are live at a step, added up, for the step with the largest sum.
Bytes ArenaNeeds::at_least(const std::vector<bool>& set) {
  std::fill(changes_.begin(), changes_.end(), 0);
  for (const Item& item : items_) {
    if (!set[item.tensor]) continue;
    at(changes_, item.lower) += item.size;
    at(changes_, item.upper) -= item.size;
  }
  Bytes live = 0, most = 0;
  for (const Bytes change : changes_) most = std::max(most, live += change);
  return most;
}

/// Returns the bytes that the tensors of `set` need in the memory. Operator data and constants lie
/// above the transient tensors (feature maps, buffers that loads fill, scratch), so the offsets of
/// the transient tensors do not depend on them.
Bytes ArenaNeeds::needed(const Target& target, const ArenaOptions& options, std::vector<bool> set) {
  for (const std::size_t tensor : not_transient_) set[tensor] = false;
  const auto [known, added] = known_.try_emplace(std::move(set));
  if (added) known->second = transient_bytes(problem_, target, options, memory_);
  return needed_bytes(problem_, target, options, memory_, known->second);
}

bool ArenaNeeds::fit(const Target& target, const ArenaOptions& options) {
  std::vector<bool> set(options.homes.size());
  for (std::size_t i = 0; i < set.size(); ++i) set[i] = !options.homes[i].empty();
  const Bytes capacity = target.memories[memory_index(target, memory_)].capacity;
  if (at_least(set) > capacity) return false;
  if (needed(target, options, std::move(set)) > capacity) return false;
  return std::all_of(target.memories.begin(), target.memories.end(), [&](const MemorySpec& other) {
    if (other.name == memory_ || most_ <= other.capacity) return true;
    const Bytes transient = transient_bytes(problem_, target, options, other.name);
    return needed_bytes(problem_, target, options, other.name, transient) <= other.capacity;
  });
}

}  // namespace spillway::xcore
