// SPDX-License-Identifier: Apache-2.0
#include "sim/processor.h"

namespace spillway::sim {

Processor::Processor(const sc_core::sc_module_name& name)
    : sc_module(name), npu_("npu"), dma_("dma") {
  SC_THREAD(parse_loop);
}

void Processor::configure(RunContext& context) {
  context_ = &context;
  log_.reset();
  npu_.configure(context, log_);
  dma_.configure(context);
  core_.configure(context);
  finished_ = false;
}

void Processor::parse_loop() {
  for (;;) {
    wait(start_);
    for (const Command& command : context_->program->commands) {
      if (command.cycles > 0) {
        wait_until(*context_, context_->now() + context_->clock.to_time(command.cycles));
        log_.append(context_->now(), overhead);
      }
      execute(command);
    }
    drain();
    log_.book(*context_->ledger, context_->now());
    finished_ = true;
  }
}

void Processor::execute(const Command& command) {
  const Program& program = *context_->program;
  switch (command.kind) {
    case CommandKind::kernel:
      npu_.issue(program.kernels[command.index]);
      wait_for_kernels(npu_.issued() - 1);
      return;
    case CommandKind::dma_start:
      return start_transfer(program.transfers[command.index]);
    case CommandKind::dma_wait:
      return wait_for_transfers(command.index);
    case CommandKind::kernel_wait:
      if (npu_.issued() > command.index) wait_for_kernels(npu_.issued() - command.index);
      return;
    case CommandKind::host:
      drain();
      return run_host_task(program.host_tasks[command.index]);
    case CommandKind::core:
      drain();
      return run_core_task(program.core_tasks[command.index]);
    case CommandKind::barrier:
      return drain();
  }
}

// The parser stands still while the channel's queue has no room.
void Processor::start_transfer(const DmaTransfer& transfer) {
  while (dma_.full(transfer.channel)) wait(dma_.changed());
  log_.append(context_->now(), dma_wait);
  dma_.queue(transfer);
}

void Processor::wait_for_transfers(std::size_t outstanding) {
  while (dma_.outstanding() > outstanding) wait(dma_.changed());
  log_.append(context_->now(), dma_wait);
}

// Until the first `ended` kernels have ended.
void Processor::wait_for_kernels(std::size_t ended) {
  if (ended == 0) return;
  while (npu_.ended() < ended) wait(npu_.changed());
  wait_until(*context_, npu_.end_of(ended - 1));
  log_.append(context_->now(), draining());
}

void Processor::drain() {
  wait_for_kernels(npu_.issued());
  wait_for_transfers(0);
}

void Processor::run_core_task(const TileTask& task) {
  log_.book(*context_->ledger, context_->now());
  const Picoseconds end = core_.run(task, context_->now());
  context_->ledger->extend(task.op, end);
  wait_until(*context_, end);
}

void Processor::run_host_task(const HostTask& task) {
  log_.book(*context_->ledger, context_->now());
  wait_until(*context_,
             context_->within_limit(context_->now() + context_->time_of(task.cycles), task.op));
  context_->ledger->book(context_->now(), compute);
  for (std::uint32_t i = 0; i < task.accesses.count; ++i) {
    const Access& access = context_->program->accesses[task.accesses.first + i];
    Request request;
    request.accesses = &access;
    request.count = 1;
    request.op = task.op;
    request.master = Master::host;
    request.window = static_cast<std::uint8_t>(request.master);
    request.write = access.write;
    request.finished = &host_granted_;
    context_->port_of(access.memory).submit(request);
    wait_for(*context_, request, host_granted_);
    wait_until(*context_, request.done);
    context_->ledger->book(context_->now(), static_cast<Category>(stall_base + access.memory));
  }
  context_->ledger->extend(task.op, context_->now());
}

}  // namespace spillway::sim
