// SPDX-License-Identifier: Apache-2.0
#include "sim/engines/host/host_engine.h"

namespace spillway::sim {

void HostEngine::execute(const Command& command) {
  const HostTask& task = context_->program->host_tasks[command.index];
  context_->log->book(*context_->ledger, context_->now());
  wait_until(*context_,
             context_->within_limit(context_->now() + context_->time_of(task.cycles), task.op));
  context_->ledger->book(context_->now(), host);
  for (std::uint32_t i = 0; i < task.accesses.count; ++i) {
    const Access& access = context_->program->accesses[task.accesses.first + i];
    Request request;
    request.accesses = &access;
    request.count = 1;
    request.op = task.op;
    request.master = Master::host;
    request.window = static_cast<std::uint8_t>(request.master);
    request.write = access.write;
    request.finished = &granted_;
    context_->port_of(access.memory).submit(request);
    wait_for(*context_, request, granted_);
    wait_until(*context_, request.done);
    context_->ledger->book(context_->now(), host);
  }
  context_->ledger->extend(task.op, context_->now());
}

}  // namespace spillway::sim
