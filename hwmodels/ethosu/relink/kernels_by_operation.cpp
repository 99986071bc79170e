// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/kernels_by_operation.h"

#include "base/diagnostics.h"
#include "base/index.h"

namespace spillway::ethosu {

KernelsByOperation::KernelsByOperation(const Network& compiled, const DecodedFile& file,
                                       const NetworkOps& ops)
    : matched_(match_stream(ops, file)), kernels_(compiled_kernels(compiled, file, matched_)) {
  std::size_t next = 0;
  for (const std::vector<BlockedOp>& operations : ops) {
    first_.push_back(next);
    next += operations.size();
  }
}

std::size_t KernelsByOperation::index_of(const Step& step) const {
  return at(first_, step.op) + step.part;
}

const std::vector<CompiledKernel>& KernelsByOperation::of(const Step& step) const {
  return kernels_.of[index_of(step)];
}

const MatchedOp& KernelsByOperation::match_of(const Step& step) const {
  return matched_[index_of(step)];
}

void KernelsByOperation::require_all() const {
  for (const MatchedOp& matched : matched_) {
    if (!matched.kernels.empty() || matched.op->copied_bytes > 0) continue;
    throw UserError(ExitCode::run_failed, "the compiler computes '" + matched.op->name +
                                              "' in another way than the planner");
  }
}

}  // namespace spillway::ethosu
