// SPDX-License-Identifier: Apache-2.0
#include "tests/experiments/toy_family/toy_engine.h"

namespace spillway::test {

void ToyEngine::configure(sim::RunContext& context, sim::Track first) {
  context_ = &context;
  track_ = first;
  busy_ = 0;
}

void ToyEngine::execute(const Command& command) {
  const Kernel& kernel = context_->program->kernels[command.index];
  context_->log->book(*context_->ledger, context_->now());
  for (std::uint32_t i = 0; i < kernel.blocks.count; ++i) {
    const Block& block = context_->program->blocks[kernel.blocks.first + i];
    move(kernel, block.reads);
    const Picoseconds start = context_->now();
    sim::wait_until(*context_, start + context_->clock.to_time(block.compute));
    context_->ledger->book(context_->now(), sim::compute);
    context_->record(track_, 0, kernel.op, start, context_->now());
    busy_ += context_->now() - start;
    move(kernel, block.writes);
  }
  context_->ledger->extend(kernel, context_->now());
}

void ToyEngine::move(const Kernel& kernel, const Range& accesses) {
  for (std::uint32_t i = 0; i < accesses.count; ++i) {
    const Access& access = context_->program->accesses[accesses.first + i];
    sim::Request request;
    request.accesses = &access;
    request.count = 1;
    request.op = kernel.op;
    request.master = access.write ? sim::Master::write_back : sim::Master::fetch;
    request.window = static_cast<std::uint8_t>(request.master);
    request.write = access.write;
    request.finished = &granted_;
    context_->port_of(access.memory).submit(request);
    sim::wait_for(*context_, request, granted_);
    sim::wait_until(*context_, request.done);
    context_->ledger->book(context_->now(),
                           static_cast<sim::Category>(sim::stall_base + access.memory));
  }
}

}  // namespace spillway::test
