// SPDX-License-Identifier: Apache-2.0
#include "sim/engines/tile/software_engine.h"

#include <stdexcept>

namespace spillway::sim {

void SoftwareEngine::configure(RunContext& context, Track first) {
  context_ = &context;
  track_ = first;
  tile_.configure(context);
}

void SoftwareEngine::execute(const Command& command) {
  if (command.kind != CommandKind::core) throw std::logic_error("a tile runs tile tasks only");
  const TileTask& task = context_->program->core_tasks[command.index];
  const Picoseconds start = context_->now();
  context_->log->book(*context_->ledger, start);
  const Picoseconds end = tile_.run(task, start);
  context_->record(track_, 0, task.op, start, end);
  context_->ledger->extend(task.op, end);
  wait_until(*context_, end);
}

}  // namespace spillway::sim
