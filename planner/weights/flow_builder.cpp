// SPDX-License-Identifier: Apache-2.0
#include "planner/weights/flow_builder.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "planner/blocks.h"

namespace spillway {
namespace {

bool in_cascade(const Plan& plan, std::int32_t op) {
  return std::any_of(plan.cascades.begin(), plan.cascades.end(), [&](const Cascade& cascade) {
    return cascade.first_op <= op && op <= cascade.last_op;
  });
}

}  // namespace

FlowBuilder::FlowBuilder(const WeightNeeds& needs, Plan& plan) : needs_(needs), plan_(plan) {
  if (needs.buffers != no_memory) free_space_.emplace(plan, needs.buffers, needs.alignment);
  for (const Residency& residency : plan.residencies) {
    if (residency.kind != ResidencyKind::tensor) continue;
    memory_of_.try_emplace(residency.tensor, residency.memory);
  }
}

std::vector<const WeightNeed*> FlowBuilder::open() const {
  std::vector<bool> given(needs_.compute_cycles.size(), false);
  for (const WeightFlow& flow : plan_.weights) at(given, flow.op) = true;
  std::vector<const WeightNeed*> open;
  for (const WeightNeed& need : needs_.operators) {
    if (!at(given, need.op)) open.push_back(&need);
  }
  return open;
}

MemoryIndex FlowBuilder::source_of(const WeightNeed& need) const {
  const auto found = memory_of_.find(need.weights);
  if (found != memory_of_.end()) return found->second;
  return needs_.constants;
}

double FlowBuilder::source_bandwidth(const WeightNeed& need) const {
  return at(needs_.bytes_per_cycle, source_of(need));
}

bool FlowBuilder::may_fetch(const WeightNeed& need) const {
  if (!free_space_ || !need.may_be_fetched || need.read_once || in_cascade(plan_, need.op)) {
    return false;
  }
  return source_bandwidth(need) < at(needs_.bytes_per_cycle, needs_.buffers);
}

double FlowBuilder::compute_cycles(std::int32_t op) const {
  return op < 0 ? 0 : at(needs_.compute_cycles, op);
}

void FlowBuilder::read_in_place(const WeightNeed& need) { add_flow(need, {}, need.slices({0})); }

bool FlowBuilder::hold_all(const WeightNeed& need, std::vector<WeightFlowSlice> slices) {
  const TimeStep lower = slices.front().fetch_at;
  Bytes size = 0;
  for (const WeightFlowSlice& slice : slices) size += round_up(slice.bytes(), needs_.alignment);
  std::optional<Bytes> offset = free_space_->find(size, lower, step_of(need.op) + 1);
  if (!offset) return false;
  std::vector<std::int32_t> buffers;
  for (const WeightFlowSlice& slice : slices) {
    buffers.push_back(add_buffer(need, *offset, slice.bytes(), lower));
    *offset += round_up(slice.bytes(), needs_.alignment);
  }
  add_flow(need, std::move(buffers), std::move(slices));
  return true;
}

bool FlowBuilder::take_turns(const WeightNeed& need, std::vector<WeightFlowSlice> slices) {
  const TimeStep lower = slices.front().fetch_at;
  Bytes size = 0;
  for (const WeightFlowSlice& slice : slices) {
    size = std::max(size, round_up(slice.bytes(), needs_.alignment));
  }
  const std::optional<Bytes> offset = free_space_->find(2 * size, lower, step_of(need.op) + 1);
  if (!offset) return false;
  const std::int32_t first = add_buffer(need, *offset, size, lower);
  const std::int32_t second = add_buffer(need, *offset + size, size, lower);
  add_flow(need, {first, second}, std::move(slices));
  return true;
}

std::int32_t FlowBuilder::add_buffer(const WeightNeed& need, Bytes offset, Bytes size,
                                     TimeStep lower) {
  const TimeStep upper = step_of(need.op) + 1;
  free_space_->occupy(offset, size, lower, upper);
  const auto index = static_cast<std::int32_t>(plan_.residencies.size());
  plan_.residencies.push_back(
      {need.weights, needs_.buffers, offset, size, lower, upper, -1, ResidencyKind::weight_buffer});
  return index;
}

void FlowBuilder::add_flow(const WeightNeed& need, std::vector<std::int32_t> buffers,
                           std::vector<WeightFlowSlice> slices) {
  plan_.weights.push_back({need.op, std::move(buffers), std::move(slices)});
}

}  // namespace spillway
