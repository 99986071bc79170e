// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/made_up_constants.h"

#include "base/index.h"
#include "base/rounding.h"
#include "hwmodels/ethosu/schedule/weights.h"
#include "planner/plan_network.h"

namespace spillway::ethosu {

MadeUpConstants::MadeUpConstants(const Network& network, const NetworkOps& ops, const Plan& plan,
                                 const TensorAddresses& addresses, const ScheduleOptions& options)
    : plan_(plan), addresses_(addresses) {
  const std::vector<std::vector<FlowingSlice>> slices = slices_by_operator(plan, ops.size());
  Bytes bytes = 0;
  for (std::size_t op = 0; op < ops.size(); ++op) {
    before_.push_back(bytes);
    for (const BlockedOp& part : ops[op]) bytes += made_up_bytes(part.npu, options);
    // The slices of an operator's weights together can take more bytes than the unsliced weights.
    // So the slices get their own space, in addition to the space of the unsliced weights.
    for (const FlowingSlice& slice : slices[op]) {
      if (is_made_up(slice)) bytes += slice.slice().bytes();
    }
  }
  find_residencies(network);
}

bool MadeUpConstants::is_made_up(const FlowingSlice& slice) const {
  const std::int32_t buffer = slice.buffer();
  return buffer >= 0 && is_buffer_of_made_up(at(plan_.residencies, buffer));
}

void MadeUpConstants::find_residencies(const Network& network) {
  for (std::size_t i = 0; i < plan_.residencies.size(); ++i) {
    const Residency& residency = plan_.residencies[i];
    if (residency.kind == ResidencyKind::weight_buffer) continue;
    if (residency.kind == ResidencyKind::made_up) {
      residencies_.push_back(static_cast<std::int32_t>(i));
      continue;
    }
    const bool before = first_constant_ == nullptr || residency.tensor < first_constant_->tensor;
    if (before && is_constant(at(network.tensors, residency.tensor))) first_constant_ = &residency;
  }
}

Place MadeUpConstants::begin(TimeStep time) const {
  const Residency* fastest = nullptr;
  for (const std::int32_t index : residencies_) {
    const Residency& residency = at(plan_.residencies, index);
    const bool faster = fastest == nullptr || residency.memory < fastest->memory;
    if (faster && addresses_.is_filled(index, time)) fastest = &residency;
  }
  if (fastest == nullptr) fastest = first_constant_;
  return fastest == nullptr ? Place{} : addresses_.place_of(*fastest);
}

Place MadeUpConstants::of_operator(OperatorIndex op) const {
  return place_after(begin(op + 1), at(before_, op));
}

MadeUp made_up_of(const NpuOp& npu, const Place& place) {
  constexpr Bytes granule = 16;
  MadeUp of;
  of.table = place;
  of.operand = place_after(of.table, npu.table ? round_up(npu.table_bytes, granule) : 0);
  of.weights = place_after(of.operand, made_up_operand_bytes(npu));
  return of;
}

}  // namespace spillway::ethosu
