// SPDX-License-Identifier: Apache-2.0
#include "sim/engines/npu/npu_engine.h"

#include <stdexcept>

namespace spillway::sim {
namespace {

// On U55 and U65, two kernels may be outstanding: after the command of the second kernel, the
// parser continues and can start transfers while the first kernel still runs. Arm's compiler
// assumes two outstanding kernels as well. On U85, whose kernels overlap, the parser continues only
// when the previous kernel has ended; with this rule, the simulated times agree with those of Arm's
// FVP.
constexpr std::size_t most_without_overlap = 2;

}  // namespace

std::vector<Picoseconds> NpuEngine::busy() const {
  return {pipeline_.fetch_busy(), pipeline_.compute_busy(), pipeline_.output_busy()};
}

void NpuEngine::configure(RunContext& context, Track first) {
  context_ = &context;
  pipeline_.configure(context, first);
}

void NpuEngine::execute(const Command& command) {
  if (command.kind == CommandKind::kernel) {
    pipeline_.issue(context_->program->kernels[command.index]);
    const std::size_t most = context_->target->npu.kernels_overlap ? 1 : most_without_overlap;
    if (pipeline_.issued() > most) wait_for_kernels(pipeline_.issued() - most);
  } else if (command.kind == CommandKind::kernel_wait) {
    if (pipeline_.issued() > command.index) wait_for_kernels(pipeline_.issued() - command.index);
  } else {
    throw std::logic_error("the block pipeline runs kernels only");
  }
}

// Suspends the parser until the first `ended` kernels have ended. Logs the time of this wait as a
// stall for the memory to which the pipeline writes.
void NpuEngine::wait_for_kernels(std::size_t ended) {
  if (ended == 0) return;
  while (pipeline_.ended() < ended) await(pipeline_.changed());
  wait_until(*context_, pipeline_.end_of(ended - 1));
  context_->log->append(context_->now(),
                        static_cast<Category>(stall_base + pipeline_.write_memory()));
}

}  // namespace spillway::sim
