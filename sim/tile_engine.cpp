// SPDX-License-Identifier: Apache-2.0
#include "sim/tile_engine.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/xcore/parameters.h"

namespace spillway::sim {

void TileEngine::configure(RunContext& context) {
  context_ = &context;
  caches_.clear();
  timed_.clear();
  for (const MemorySpec& memory : context.target->memories) {
    timed_.push_back(memory.cache.has_value());
    caches_.emplace_back();
    if (memory.cache) caches_.back().emplace(*memory.cache);
  }
  table_values_ = {};
  busy_ = 0;
}

Picoseconds TileEngine::run(const TileTask& task, Picoseconds start) {
  start_ = start;
  const auto* xcore = context_->target->processor.parameters<XcoreParameters>();
  const auto threads = static_cast<std::int64_t>(task.threads.size());
  cycles_per_slot_ = std::max<std::int64_t>(xcore != nullptr ? xcore->issue_divider : 1, threads);
  alone_ = task.threads.size() == 1;
  std::vector<ThreadState> states;
  for (const Range& steps : task.threads) {
    TileThread thread(*context_->program, steps, TileIndex(*context_->program, steps, timed_));
    count_untimed(thread, task.op, start);
    states.push_back({std::move(thread), std::vector<Picoseconds>(timed_.size(), 0)});
  }
  // Always the thread that is furthest behind, so that threads meet in the cache in order of time.
  const auto earlier = [this](const ThreadState& a, const ThreadState& b) {
    if (a.finished != b.finished) return b.finished;
    return local_time(a) < local_time(b);
  };
  for (;;) {
    const auto next = states.size() == 1 ? states.begin()
                                         : std::min_element(states.begin(), states.end(), earlier);
    if (next->finished) break;
    step(*next, task.op);
  }
  for (const MemorySpec& memory : context_->target->memories) {
    if (memory.cache) context_->port_of(&memory - context_->target->memories.data()).settle_lines();
  }
  const auto last = std::max_element(
      states.begin(), states.end(),
      [this](const ThreadState& a, const ThreadState& b) { return local_time(a) < local_time(b); });
  const Picoseconds end = context_->within_limit(local_time(*last), task.op);
  book(*last, start, end);
  busy_ += end - start;
  context_->record(Track::core, 0, task.op, start, end);
  return end;
}

Picoseconds TileEngine::local_time(const ThreadState& state) const {
  return start_ + context_->time_of(state.thread.slots() * cycles_per_slot_) + state.stalled;
}

void TileEngine::step(ThreadState& state, OperatorIndex op) {
  switch (state.thread.advance()) {
    case TileThread::Event::touch:
      return touch(state, op);
    case TileThread::Event::load:
      return load(state, op);
    case TileThread::Event::finished:
      state.finished = true;
      return;
  }
}

void TileEngine::touch(ThreadState& state, OperatorIndex op) {
  const TileTouch& touch = state.thread.touch();
  Cache& cache = *caches_[touch.memory];
  Address address = state.thread.address();
  if (touch.table) address += static_cast<Address>(table_values_.next() * touch.table_entry);
  const auto line_bytes = static_cast<Address>(cache.line_bytes());
  const Address last = address + static_cast<Address>(touch.bytes) - 1;
  Picoseconds begin = 0, now = 0;
  const auto ask = [&] {
    if (now == 0) begin = now = local_time(state);
  };
  for (Address line = address & ~(line_bytes - 1); line <= last; line += line_bytes) {
    if (!touch.write && alone_) {
      const auto left = static_cast<std::int32_t>((last - line) / line_bytes) + 1;
      const std::int32_t missing = cache.read_missing(line, left);
      if (missing > 0) {
        ask();
        now = fill_lines(touch.memory, line, missing, op, now);
        line += static_cast<Address>(missing - 1) * line_bytes;
        continue;
      }
    }
    const LineMoves moves = cache.touch_line(line, touch.write);
    if (!moves.fill && !moves.evict) continue;
    ask();
    now = move_lines(touch.memory, moves, line, op, now);
  }
  if (now > begin) stall(state, touch.memory, now - begin);
}

/// Consecutive lines, one after the other.
Picoseconds TileEngine::fill_lines(std::uint8_t memory, Address line, std::int32_t count,
                                   OperatorIndex op, Picoseconds at) {
  const std::int32_t line_bytes = caches_[memory]->line_bytes();
  Port& port = context_->port_of(memory);
  while (count > 0) {
    const Port::Moved moved =
        port.transfer_in_turn({memory, line, line_bytes, count, false}, op, at);
    line += static_cast<Address>(moved.lines) * static_cast<Address>(line_bytes);
    count -= moved.lines;
    at = moved.done;
  }
  return at;
}

// Blocking: first the evicted line goes out, then the new one comes in.
Picoseconds TileEngine::move_lines(std::uint8_t memory, const LineMoves& moves, Address line,
                                   OperatorIndex op, Picoseconds at) {
  Port& port = context_->port_of(memory);
  const auto move = [&](Address address, bool write) {
    const std::int32_t bytes = caches_[memory]->line_bytes();
    if (alone_) return port.transfer_in_turn({memory, address, bytes, 1, write}, op, at).done;
    Access access;
    access.memory = memory;
    access.address = address;
    access.run = bytes;
    access.write = write;
    access.data = DataClass::tile;
    return port.transfer_alone(access, op, at);
  };
  if (moves.evict) at = move(moves.victim, true);
  if (moves.fill) at = move(line, false);
  return at;
}

// A load and those that continue it are one command to the source: the time of all of them passes
// with the first.
void TileEngine::load(ThreadState& state, OperatorIndex op) {
  const TileLoad& load = state.thread.load();
  if (!load.continues) {
    const Program& program = *context_->program;
    Access access;
    access.memory = load.source_memory;
    access.address = load.source;
    access.run = 0;
    access.data = DataClass::tile;
    for (const TileLoad* part = &load;
         part == &load || (part != program.loads.data() + program.loads.size() && part->continues);
         ++part) {
      access.run += static_cast<std::int32_t>(part->bytes);
    }
    command_.begin = local_time(state);
    command_.bytes = access.run;
    command_.landed = 0;
    const Picoseconds done =
        context_->port_of(load.source_memory).transfer_command(access, op, command_.begin);
    command_.duration = std::max<Picoseconds>(0, done - command_.begin);
    stall(state, load.source_memory, command_.duration);
  }
  land(load, op);
}

// The words of a load arrive whether or not the destination is ready: a line must be evicted (and
// filled, where a write miss does that) before the next line's words come. That time is hidden
// behind them, or the words are lost.
void TileEngine::land(const TileLoad& load, OperatorIndex op) {
  const auto time_of = [this](Bytes bytes) {
    return command_.duration * bytes / std::max<Bytes>(command_.bytes, 1);
  };
  const Picoseconds begin = command_.begin + time_of(command_.landed);
  command_.landed += load.bytes;
  if (!caches_[load.memory]) {
    return context_->port_of(load.memory).count_untimed(load.memory, op, true, load.bytes, begin);
  }
  Cache& cache = *caches_[load.memory];
  const auto line_bytes = static_cast<Address>(cache.line_bytes());
  const Address end = load.destination + static_cast<Address>(load.bytes);
  for (Address line = load.destination - load.destination % line_bytes; line < end;
       line += line_bytes) {
    const Bytes before = line > load.destination ? static_cast<Bytes>(line - load.destination) : 0;
    const Picoseconds at = begin + time_of(before);
    const LineMoves moves = cache.touch_line(line, true);
    const Picoseconds moved = move_lines(load.memory, moves, line, op, at) - at;
    if (moved > time_of(cache.line_bytes())) report_lost_words(load, op, moved);
  }
}

void TileEngine::report_lost_words(const TileLoad& load, OperatorIndex op, Picoseconds moved) {
  if (!context_->failure.empty()) return;
  const auto& memories = context_->target->memories;
  context_->failure = fmt::format(
      "{}: {} takes {} ns for a line, longer than {} takes to deliver the next one: the load would "
      "lose words; let it land in another memory, or slow the source down",
      at(context_->program->operators, op).name, memories[load.memory].name, moved / 1000,
      memories[load.source_memory].name);
}

void TileEngine::stall(ThreadState& state, std::size_t memory, Picoseconds duration) {
  state.stalls[memory] += duration;
  state.stalled += duration;
}

void TileEngine::count_untimed(const TileThread& thread, OperatorIndex op, Picoseconds at) {
  for (std::size_t m = 0; m < timed_.size(); ++m) {
    for (const bool write : {false, true}) {
      const Bytes bytes = thread.index().untimed_bytes(m, write);
      if (bytes > 0) context_->port_of(m).count_untimed(m, op, write, bytes, at);
    }
  }
}

// Of several threads the last one decides how long the operator took, and why.
void TileEngine::book(const ThreadState& critical, Picoseconds start, Picoseconds end) {
  Picoseconds until = end - critical.stalled;
  context_->ledger->book(std::max(start, until), compute);
  for (std::size_t m = 0; m < critical.stalls.size(); ++m) {
    until += critical.stalls[m];
    context_->ledger->book(until, static_cast<Category>(stall_base + m));
  }
}

}  // namespace spillway::sim
