// SPDX-License-Identifier: Apache-2.0
#include "sim/processor.h"

#include <algorithm>
#include <stdexcept>

#include "hwmodels/target/processor_family.h"
#include "sim/engines/registry.h"

namespace spillway::sim {

Processor::Processor(const sc_core::sc_module_name& name) : sc_module(name), fetch_("commands") {
  for (const EngineEntry& entry : engine_registry()) {
    engines_.push_back({entry.name, entry.make()});
  }
  dma_ = &engine_named(dma_engine);
  host_ = &engine_named(host_engine);
  SPILLWAY_THREAD(parse_loop);
}

// Returns an engine by name. Makes the engine now if it was registered after the processor was
// built.
Engine& Processor::engine_named(const std::string& name) {
  const auto& registry = engine_registry();
  for (std::size_t i = 0; i < registry.size(); ++i) {
    if (i == engines_.size()) engines_.push_back({registry[i].name, registry[i].make()});
    if (engines_[i].name == name) return *engines_[i].engine;
  }
  throw std::logic_error("there is no engine '" + name + "'");
}

const Engine& Processor::select_engine(const Target& target) {
  own_ = &engine_named(target.processor.family().engine);
  return *own_;
}

Track Processor::configure(RunContext& context) {
  context_ = &context;
  log_.reset();
  context.log = &log_;
  fetch_.configure(context);
  Track next{};
  for (const NamedEngine& named : engines_) {
    named.engine->configure(context, next);
    next = track_after(next, named.engine->tracks().size());
  }
  finished_ = false;
  return next;
}

bool Processor::save_in(SavedState& state) {
  log_.save_in(state);
  fetch_.save_in(state);
  state.save(begun_, finished_);
  return own_->save_in(state) && dma_->save_in(state) && host_->save_in(state);
}

std::vector<EngineActivity> Processor::activities() const {
  std::vector<EngineActivity> activities;
  for (const NamedEngine& named : engines_) {
    const std::vector<std::string> tracks = named.engine->tracks();
    const std::vector<Picoseconds> busy = named.engine->busy();
    for (std::size_t i = 0; i < tracks.size(); ++i) activities.push_back({tracks[i], busy[i], {}});
  }
  return activities;
}

void Processor::parse_loop() {
  for (;;) {
    await(start_);
    for (begun_ = 0; begun_ < context_->program->commands.size();) {
      const Command& command = context_->program->commands[begun_];
      fetch_.begin_command(static_cast<std::uint32_t>(begun_++), command.op);
      fetch_.parse(command.cycles);
      execute(command);
    }
    fetch_.finish();
    drain();
    log_.book(*context_->ledger, context_->now());
    finished_ = true;
    if (FastKernel::running() == nullptr) done_.notify();
  }
}

void Processor::execute(const Command& command) {
  if (command.kind == CommandKind::barrier) return drain();
  Engine& engine = engine_of(command.kind);
  if (engine.runs_alone()) drain();
  engine.execute(command);
}

Engine& Processor::engine_of(CommandKind kind) const {
  switch (kind) {
    case CommandKind::dma_start:
    case CommandKind::dma_wait:
      return *dma_;
    case CommandKind::host:
      return *host_;
    case CommandKind::kernel:
    case CommandKind::kernel_wait:
    case CommandKind::core:
    case CommandKind::barrier:
      break;
  }
  return *own_;
}

NpuCounters Processor::counters() const {
  NpuCounters counters;
  own_->count(counters);
  return counters;
}

void Processor::drain() {
  for (const NamedEngine& named : engines_) named.engine->drain();
}

}  // namespace spillway::sim
