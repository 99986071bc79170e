// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/cascades.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "hwmodels/ethosu/block/chained_kernels.h"

namespace spillway::ethosu {
namespace {

[[noreturn]] void reject(const Cascade& cascade, const std::string& why) {
  throw UserError(ExitCode::run_failed, fmt::format("plan: cascade of operators {} to {}: {}",
                                                    cascade.first_op, cascade.last_op, why));
}

void check_operator(const Cascade& cascade, const NetworkOps& ops, std::int32_t index) {
  const std::vector<BlockedOp>& operations = at(ops, index);
  if (!runs_in_one_pass(operations)) reject(cascade, fmt::format("{} is no single pass", index));
  const NpuOp& op = operations.front().npu;
  if (op.operation.upscale != Upscale::none) reject(cascade, op.name + " changes its resolution");
  if (makers_of_chained(ops, index, cascade.first_op).size() > 1) {
    reject(cascade, op.name + " is chained to operations that read two results of the cascade");
  }
}

void check_cascade(const Cascade& cascade, const NetworkOps& ops) {
  const auto count = static_cast<std::int32_t>(ops.size());
  if (cascade.first_op < 0 || cascade.last_op < cascade.first_op || cascade.last_op >= count) {
    reject(cascade, fmt::format("the network has {} operators", count));
  }
  const std::int32_t length = cascade.last_op - cascade.first_op + 1;
  const std::vector<std::int32_t>& heights = cascade.stripe_heights;
  const bool positive =
      std::all_of(heights.begin(), heights.end(), [](std::int32_t rows) { return rows > 0; });
  if (static_cast<std::int32_t>(heights.size()) != length || !positive) {
    reject(cascade, fmt::format("expected {} heights of stripes above 0", length));
  }
  for (std::int32_t op = cascade.first_op; op <= cascade.last_op; ++op) {
    check_operator(cascade, ops, op);
  }
}

}  // namespace

bool runs_in_one_pass(const std::vector<BlockedOp>& operations) {
  return operations.size() == 1 ||
         (!operations.empty() && takes_chained_operand(operations.back().npu.operation));
}

std::vector<std::int32_t> makers_of_chained(const NetworkOps& ops, std::int32_t op,
                                            std::int32_t first) {
  std::vector<std::int32_t> makers;
  const std::vector<BlockedOp>& operations = at(ops, op);
  for (std::int32_t before = first; before < op; ++before) {
    const TensorIndex made = at(ops, before).back().npu.ofm.tensor;
    for (std::size_t i = 1; made >= 0 && i < operations.size(); ++i) {
      const NpuOp& link = operations[i].npu;
      if (link.ifm.tensor == made || link.ifm2.tensor == made) makers.push_back(before);
    }
  }
  return makers;
}

const Cascade* cascade_of(const Plan& plan, std::int32_t op) {
  for (const Cascade& cascade : plan.cascades) {
    if (cascade.first_op <= op && op <= cascade.last_op) return &cascade;
  }
  return nullptr;
}

std::vector<CascadeMember> cascade_members(const NetworkOps& ops, std::int32_t first,
                                           std::int32_t last) {
  std::vector<CascadeMember> members;
  for (std::int32_t op = first; op <= last; ++op) {
    const NpuOp& npu = at(ops, op).front().npu;
    CascadeMember member{&npu.operation, -1, -1};
    for (std::int32_t before = first; before < op; ++before) {
      const TensorIndex made = at(ops, before).back().npu.ofm.tensor;
      if (made < 0) continue;
      if (npu.operation.reads_ifm && npu.ifm.tensor == made) member.ifm_from = before - first;
      if (npu.operation.reads_ifm2 && npu.ifm2.tensor == made) member.ifm2_from = before - first;
    }
    for (const std::int32_t maker : makers_of_chained(ops, op, first)) {
      member.ifm2_from = maker - first;
      member.ifm2_is_chained = true;
    }
    members.push_back(member);
  }
  return members;
}

void check_cascades(const Plan& plan, const NetworkOps& ops) {
  for (const Cascade& cascade : plan.cascades) check_cascade(cascade, ops);
}

}  // namespace spillway::ethosu
