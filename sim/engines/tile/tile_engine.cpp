// SPDX-License-Identifier: Apache-2.0
#include "sim/engines/tile/tile_engine.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"

namespace spillway::sim {
namespace {

// The engine collects about this many moves of lines before it makes them in one call. The number
// is so large that the overhead of a call does not matter.
constexpr std::size_t most_moves = 4096;

}  // namespace

void TileEngine::configure(RunContext& context) {
  context_ = &context;
  caches_.clear();
  line_bytes_.clear();
  background_.clear();
  shares_ = false;
  for (const MemorySpec& memory : context.target->memories) {
    line_bytes_.push_back(memory.cache ? memory.cache->line_bytes : 0);
    caches_.emplace_back();
    if (memory.cache) caches_.back().emplace(*memory.cache);
    background_.push_back(false);
    for (const BackgroundSpec& other : context.target->background) {
      for (const MemorySpec& used : context.target->memories) {
        if (used.name != other.memory || used.port != memory.port || other.share <= 0) continue;
        background_.back() = true;
        shares_ = shares_ || memory.cache.has_value();
      }
    }
  }
  moves_.clear();
  moves_.reserve(2 * most_moves);
  table_values_ = {};
  loads_done_ = 0;
  busy_ = 0;
}

std::vector<TileEngine::ThreadState> TileEngine::threads_of(const TileTask& task) {
  std::vector<ThreadState> states;
  states.reserve(task.threads.size());
  for (const Range& steps : task.threads) {
    states.emplace_back(TileSteps(*context_->program, steps, line_bytes_), line_bytes_.size());
  }
  return states;
}

Picoseconds TileEngine::run(const TileTask& task, Picoseconds start) {
  start_ = start;
  const auto threads = static_cast<std::int64_t>(task.threads.size());
  cycles_per_slot_ = std::max<std::int64_t>(task.issue_divider, threads);
  std::vector<ThreadState> states = threads_of(task);
  if (shares_) {
    run_shared(states, task.op);
  } else if (states.size() == 1) {
    run_alone(states.front(), task.op);
  } else {
    run_together(states, task.op);
  }
  const auto last = std::max_element(
      states.begin(), states.end(),
      [this](const ThreadState& a, const ThreadState& b) { return local_time(a) < local_time(b); });
  const Picoseconds end = context_->within_limit(local_time(*last), task.op);
  count_untimed(states, task.op, end);
  book(*last, start, end);
  busy_ += end - start;
  return end;
}

Picoseconds TileEngine::local_time(const ThreadState& state) const {
  return own_time(state) + state.stalled;
}

Picoseconds TileEngine::own_time(const ThreadState& state) const {
  return time_of_slot(state.thread.slots());
}

Picoseconds TileEngine::time_of_slot(std::int64_t slot) const {
  return start_ + context_->time_of(slot * cycles_per_slot_);
}

bool TileEngine::is_shared(std::size_t memory) const { return background_[memory]; }

void TileEngine::run_alone(ThreadState& state, OperatorIndex op) {
  repeats_.begin_thread(state.thread);
  for (;;) {
    switch (state.thread.advance()) {
      case TileSteps::Kind::touch:
        if (state.thread.touch().memory != moves_memory_ || moves_.size() >= most_moves) {
          move_collected(state, op);
        }
        collect(state);
        while (move_slots_.size() < moves_.size()) move_slots_.push_back(state.thread.slots());
        continue;
      case TileSteps::Kind::load:
        move_collected(state, op);
        load(state, op);
        continue;
      case TileSteps::Kind::loop_end:
        jump(state, op);
        continue;
      default:
        return move_collected(state, op);
    }
  }
}

// Skips the remaining iterations of a loop if they change the cache in the same way as the last
// simulated iterations (TileRepeats). Adds the moves of lines between cache and memory for all
// skipped iterations, without simulating the cache.
void TileEngine::jump(ThreadState& state, OperatorIndex op) {
  const TileSteps::Loop& loop = state.thread.steps().loop(state.thread.loop());
  const std::uint8_t memory = state.thread.steps().touch(loop.first_touch).memory;
  Cache& cache = *caches_[memory];
  if (!repeats_.repeats(state.thread, cache, moves_.size())) return;
  const std::int64_t cycles = repeats_.cycles();
  repeated_moves_.clear();
  for (std::size_t i = repeats_.first_move(); i < moves_.size(); ++i) {
    repeated_moves_.push_back({moves_[i], move_slots_[i], repeats_.stride_of(moves_[i].address)});
  }
  Cache::State cached = cache.state();
  for (Address& line : cached.lines) {
    line += static_cast<Address>(cycles * repeats_.stride_of(line));
  }
  cache.rename(cached.lines);
  for (std::int64_t i = 1; i <= cycles; ++i) {
    if (moves_.size() >= most_moves) move_collected(state, op);
    moves_memory_ = memory;
    for (const RepeatedMove& repeated : repeated_moves_) {
      LineMove move = repeated.move;
      move.address += static_cast<Address>(i * repeated.stride);
      const std::int64_t slot = repeated.slots + i * repeats_.slots();
      move.ready = time_of_slot(slot);
      moves_.push_back(move);
      move_slots_.push_back(slot);
    }
  }
  state.thread.skip(cycles * repeats_.iterations(), cycles * repeats_.slots());
}

// Runs several threads. The thread with the earliest local time is always advanced next, so that
// the threads access the cache in order of time.
void TileEngine::run_together(std::vector<ThreadState>& states, OperatorIndex op) {
  const auto earlier = [this](const ThreadState& a, const ThreadState& b) {
    const bool a_finished = a.event == TileSteps::Kind::finished;
    const bool b_finished = b.event == TileSteps::Kind::finished;
    if (a_finished != b_finished) return b_finished;
    return local_time(a) < local_time(b);
  };
  for (;;) {
    ThreadState& next = *std::min_element(states.begin(), states.end(), earlier);
    if (next.event == TileSteps::Kind::finished) return;
    next.event = next.thread.advance();
    if (next.event == TileSteps::Kind::touch) {
      collect(next);
      move_collected(next, op);
    } else if (next.event == TileSteps::Kind::load) {
      load(next, op);
    }
  }
}

void TileEngine::move_collected(ThreadState& state, OperatorIndex op) {
  if (!moves_.empty()) {
    LineChain chain;
    chain.moves = moves_.data();
    chain.count = moves_.size();
    chain.line_bytes = caches_[moves_memory_]->line_bytes();
    chain.waited = state.stalled;
    context_->port_of(moves_memory_).move_chain(moves_memory_, chain, op);
    stall(state, moves_memory_, chain.waited - state.stalled);
    moves_.clear();
    move_slots_.clear();
    repeats_.forget_moves();
  }
}

// Moves the collected cache lines (moves_) through the port one after the other, without stalling a
// thread. All collected lines are ready at the time `at`. Returns the time at which the last line
// has been moved: `at` plus the time that the whole chain takes.
Picoseconds TileEngine::move_now(std::uint8_t memory, OperatorIndex op, Picoseconds at) {
  LineChain chain;
  chain.moves = moves_.data();
  chain.count = moves_.size();
  chain.line_bytes = caches_[memory]->line_bytes();
  context_->port_of(memory).move_chain(memory, chain, op);
  moves_.clear();
  return at + chain.waited;
}

/// Collects in moves_ the evictions and line fills that the thread's present access causes in the
/// cache.
void TileEngine::collect(ThreadState& state) {
  const TileSteps::Touch& touch = state.thread.touch();
  moves_memory_ = touch.memory;
  Address address = touch.address;
  if (touch.table_entry > 0) {
    address += static_cast<Address>(table_values_.next() * touch.table_entry);
  }
  Cache& cache = *caches_[touch.memory];
  const Address last = address + static_cast<Address>(touch.bytes) - 1;
  const auto within = static_cast<Address>(cache.line_bytes()) - 1;
  if ((address | within) == (last | within)) {
    const LineMoves moves = cache.touch_line(address, touch.write);
    if (moves.fill || moves.evict) collect_moves(moves, address & ~within, own_time(state));
    return;
  }
  collect_range(cache, address, last, touch.write, own_time(state));
}

void TileEngine::collect_range(Cache& cache, Address first, Address last, bool write,
                               Picoseconds ready) {
  const auto line_bytes = static_cast<Address>(cache.line_bytes());
  for (Address line = first & ~(line_bytes - 1); line <= last;) {
    const auto left = static_cast<std::int32_t>((last - line) / line_bytes) + 1;
    const std::int32_t missing = left > 1 && !write ? cache.read_missing(line, left) : 0;
    if (missing > 0) {
      moves_.push_back({line, ready, missing, false});
      line += static_cast<Address>(missing) * line_bytes;
    } else {
      collect_moves(cache.touch_line(line, write), line, ready);
      line += line_bytes;
    }
  }
}

// Appends the moves of one line. The cache first evicts the old line and then fills the new line.
void TileEngine::collect_moves(const LineMoves& moves, Address line, Picoseconds ready) {
  if (moves.evict) moves_.push_back({moves.victim, ready, 1, true});
  if (moves.fill) moves_.push_back({line, ready, 1, false});
}

// Starts a load, or waits for started loads (TileLoadKind::wait). A load and the following loads
// with TileLoad::continues are one command to the flash or memory from which they read. The time of
// the whole command counts for its first load.
void TileEngine::load(ThreadState& state, OperatorIndex op) {
  const Program& program = *context_->program;
  const TileLoad& load = program.loads[state.thread.load()];
  if (load.kind == TileLoadKind::wait) return wait_for_loads(state, load);
  const bool asynchronous = load.kind == TileLoadKind::start;
  if (!load.continues) {
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
    const Picoseconds done = command_done(access, op);
    command_.duration = std::max<Picoseconds>(0, done - command_.begin);
    if (asynchronous) {
      loads_done_ = std::max(loads_done_, done);
    } else {
      stall(state, load.source_memory, command_.duration);
    }
  }
  land(load, op);
}

// Waits for all loads that have been started. The source answers commands in order, so the load
// that was started last is done last.
void TileEngine::wait_for_loads(ThreadState& state, const TileLoad& load) {
  const Picoseconds open = loads_done_ - local_time(state);
  if (open > 0) stall(state, load.source_memory, open);
}

Picoseconds TileEngine::command_done(const Access& access, OperatorIndex op) {
  Port& port = context_->port_of(access.memory);
  if (!is_shared(access.memory)) return port.transfer_command(access, op, command_.begin);
  Request request = core_request(access, op);
  request.burst_bytes = std::max(access.run, 1);
  wait_until(*context_, command_.begin);
  wait_for_command(request);
  return request.done;
}

// Writes the words of a load into its destination. The words arrive whether or not the destination
// is ready. Before the words of the next line arrive, an old line must be evicted from the cache,
// and the new line filled if the cache fills on a write miss. If this takes longer, words are lost,
// and report_lost_words() is called.
void TileEngine::land(const TileLoad& load, OperatorIndex op) {
  const auto time_of = [this](Bytes bytes) {
    return command_.duration * bytes / std::max<Bytes>(command_.bytes, 1);
  };
  const Picoseconds begin = command_.begin + time_of(command_.landed);
  command_.landed += load.bytes;
  if (!caches_[load.memory]) {
    return context_->port_of(load.memory)
        .count_untimed(load.memory, op, true, load.bytes, begin, begin + time_of(load.bytes));
  }
  Cache& cache = *caches_[load.memory];
  const auto line_bytes = static_cast<Address>(cache.line_bytes());
  const Address end = load.destination + static_cast<Address>(load.bytes);
  for (Address line = load.destination - load.destination % line_bytes; line < end;
       line += line_bytes) {
    const Bytes before = line > load.destination ? static_cast<Bytes>(line - load.destination) : 0;
    const Picoseconds at = begin + time_of(before);
    collect_moves(cache.touch_line(line, true), line, at);
    if (moves_.empty()) continue;
    const Picoseconds done =
        is_shared(load.memory) ? move_shared(load.memory, op, at) : move_now(load.memory, op, at);
    if (done - at > time_of(cache.line_bytes())) report_lost_words(load, op, done - at);
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

// Counts the bytes that all threads move without timing, spread over the operator's time.
void TileEngine::count_untimed(const std::vector<ThreadState>& states, OperatorIndex op,
                               Picoseconds end) {
  for (std::size_t m = 0; m < line_bytes_.size(); ++m) {
    for (const bool write : {false, true}) {
      Bytes bytes = 0;
      for (const ThreadState& state : states) {
        bytes += state.thread.steps().untimed_bytes(m, write);
      }
      if (bytes > 0) context_->port_of(m).count_untimed(m, op, write, bytes, start_, end);
    }
  }
}

// Books the operator's time. `critical` is the thread that ended last, so its stalls and its
// computation count as those of the operator.
void TileEngine::book(const ThreadState& critical, Picoseconds start, Picoseconds end) {
  Picoseconds until = end - critical.stalled;
  context_->ledger->book(std::max(start, until), compute);
  for (std::size_t m = 0; m < critical.stalls.size(); ++m) {
    until += critical.stalls[m];
    context_->ledger->book(until, static_cast<Category>(stall_base + m));
  }
}

}  // namespace spillway::sim
