// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/arena/arena_needs.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/xcore/kernels/weights.h"

namespace spillway::xcore {
namespace {

/// Whether an operator can write a result over a larger operand. For a chain of such operators, the
/// planner `xformer` reserves fewer bytes than the operands need, as XMOS's tool does.
bool overwrites_more(const PlanningProblem& problem) {
  const auto size_of = [&](BufferIndex buffer) {
    return buffer < 0 ? 0 : at(problem.buffers, buffer).size;
  };
  return std::any_of(
      problem.operators.begin(), problem.operators.end(), [&](const BufferOperator& op) {
        if (!op.overlappable || op.outputs.empty()) return false;
        return std::any_of(op.inputs.begin(), op.inputs.end(),
                           [&](BufferIndex i) { return size_of(i) > size_of(op.outputs.front()); });
      });
}

}  // namespace

ArenaNeeds::ArenaNeeds(const ArenaProblem& problem, const ArenaOptions& options, std::string memory,
                       KnownNeeds& known)
    : problem_(problem), memory_(std::move(memory)), known_(known) {
  constexpr Bytes lines = 3 * vector_bytes;
  for (const Tensor& tensor : problem.network.tensors) most_ += tensor.bytes + lines;
  add_items(options);
}

void ArenaNeeds::add_items(const ArenaOptions& options) {
  // The lower bound holds for the planner `xformer` with its own allocator. Other planners
  // reproduce tools that can let tensors overlap.
  const bool known_planner =
      options.planner == "xformer" && options.planner_options.allocator.empty();
  if (!known_planner || problem_.offline || overwrites_more(problem_.problem)) return;
  TimeStep end = 0;
  for (const Buffer& buffer : problem_.problem.buffers) {
    if (!at(problem_.rules, buffer.tensor).empty()) continue;
    // At its first step, a result can lie in the bytes of an operand.
    const TimeStep lower = is_persistent(buffer.kind) ? buffer.lower : buffer.lower + 1;
    if (lower >= buffer.upper) continue;
    items_.push_back({static_cast<std::size_t>(buffer.tensor), buffer.size, lower, buffer.upper});
    end = std::max(end, buffer.upper);
  }
  changes_.resize(static_cast<std::size_t>(end) + 1);
}

/// Returns a lower bound of the bytes that the set needs: the largest sum, over all steps, of the
/// bytes that are live at the step.
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

bool ArenaNeeds::fit(const Target& target, const ArenaOptions& options) {
  std::vector<bool> set(options.homes.size());
  for (std::size_t i = 0; i < set.size(); ++i) set[i] = !options.homes[i].empty();
  const Bytes capacity = target.memories[memory_index(target, memory_)].capacity;
  if (at_least(set) > capacity) return false;
  const auto [known, added] = known_.try_emplace(std::move(set));
  if (added) known->second = needed_bytes(problem_, target, options, memory_);
  if (known->second > capacity) return false;
  return std::all_of(target.memories.begin(), target.memories.end(), [&](const MemorySpec& memory) {
    return memory.name == memory_ || most_ <= memory.capacity ||
           needed_bytes(problem_, target, options, memory.name) <= memory.capacity;
  });
}

}  // namespace spillway::xcore
