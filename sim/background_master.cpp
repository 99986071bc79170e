// SPDX-License-Identifier: Apache-2.0
#include "sim/background_master.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "hwmodels/target/select_target.h"

namespace spillway::sim {

BackgroundMaster::BackgroundMaster(const sc_core::sc_module_name& name) : sc_module(name) {
  SPILLWAY_THREAD(load_loop);
}

void BackgroundMaster::configure(const RunContext& context, const BackgroundSpec* spec,
                                 const bool& finished, bool apart) {
  context_ = &context;
  spec_ = spec;
  finished_ = &finished;
  apart_ = spec != nullptr && spec->share > 0 && apart;
  if (spec == nullptr) return;
  memory_ = memory_index(*context.target, spec->memory);
  const MemorySpec& memory = context.target->memories[memory_];
  const Address end = spec->base + static_cast<Address>(std::max(spec->bytes, Bytes{1}));
  if (memory.part_bytes > 0 && end > static_cast<Address>(memory.part_bytes)) {
    throw UserError(ExitCode::input_file,
                    fmt::format("background {}: its addresses end at {:#x}, beyond the {} bytes of "
                                "{}'s part",
                                spec->name, end, memory.part_bytes, memory.name));
  }
  rewind();
}

void BackgroundMaster::load_loop() {
  for (;;) {
    await(start_);
    running_ = spec_ != nullptr && spec_->share > 0 && !apart_;
    if (running_) run();
    running_ = false;
  }
}

void BackgroundMaster::rewind() {
  random_ = Exponential(spec_->seed);
  mean_ = spec_->share > 0 ? period() : 0;
  write_limit_ = static_cast<std::uint64_t>(std::lround(spec_->writes * 4294967296.0));
  next_ = {};
  next_.position = -spec_->burst_bytes;
  advance();
}

void BackgroundMaster::advance() {
  next_.position = (next_.position + spec_->burst_bytes) % std::max<Bytes>(spec_->bytes, 1);
  // Both shifts together divide by 2^32, the mean of next(). The first shift keeps the product of a
  // long gap and a long mean within 64 bits.
  next_.due += spec_->random ? static_cast<Picoseconds>(
                                   (random_.next() >> 12) * static_cast<std::uint64_t>(mean_) >> 20)
                             : mean_;
  next_.write = random_.uniform() < write_limit_;
}

void BackgroundMaster::run() {
  for (; !*finished_; advance()) {
    wait_until(*context_, next_.due);
    if (*finished_) return;
    move_burst();
  }
}

void BackgroundMaster::catch_up() {
  context_->port_of(memory_).transfer_alone(access(), -1, next_.due);
  advance();
}

Access BackgroundMaster::access() const {
  Access access;
  access.address = spec_->base + static_cast<Address>(next_.position);
  access.run = spec_->burst_bytes;
  access.memory = static_cast<std::uint8_t>(memory_);
  access.write = next_.write;
  return access;
}

void BackgroundMaster::move_burst() {
  const Access access = this->access();
  Request request;
  request.accesses = &access;
  request.count = 1;
  request.op = -1;
  request.master = Master::background;
  request.window = static_cast<std::uint8_t>(Master::background);
  request.priority = spec_->priority;
  request.write = access.write;
  request.finished = &granted_;
  context_->port_of(access.memory).submit(request);
  wait_for(*context_, request, granted_);
}

Picoseconds BackgroundMaster::period() const {
  const MemorySpec& memory = context_->target->memories[memory_];
  const PortSpec& port = at(context_->target->ports, memory.port);
  const Cycles beats = (spec_->burst_bytes + port.beat_bytes - 1) / std::max(port.beat_bytes, 1);
  const auto busy = static_cast<double>(ClockDomain{port.clock_khz}.to_time(beats));
  return std::max<Picoseconds>(1, std::llround(busy / spec_->share));
}

}  // namespace spillway::sim
