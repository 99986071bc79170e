// SPDX-License-Identifier: Apache-2.0
// A tile that shares memories with background masters: every line, or sequence of lines that one
// access reads, is a request at its simulated time.
#include <algorithm>

#include "base/index.h"
#include "sim/engines/tile/tile_engine.h"

namespace spillway::sim {

// Handles the events of all threads in order of time. A thread that waits for a line does not delay
// other threads. While a thread waits, only events up to the present time are handled, because the
// line may arrive at any later time.
void TileEngine::run_shared(std::vector<ThreadState>& states, OperatorIndex op) {
  for (ThreadState& state : states) state.event = state.thread.advance();
  for (;;) {
    take_lines(states);
    ThreadState* next = nullptr;
    bool waiting = false;
    for (ThreadState& state : states) {
      waiting = waiting || state.requested;
      if (state.requested || (state.event == TileSteps::Kind::finished && state.lines.empty())) {
        continue;
      }
      if (next == nullptr || local_time(state) < local_time(*next)) next = &state;
    }
    if (next == nullptr && !waiting) return;
    const Picoseconds now = context_->now();
    if (next == nullptr) {
      await(line_came_);
    } else if (waiting && local_time(*next) > now) {
      await(local_time(*next) - now, line_came_);
    } else if (!next->lines.empty()) {
      wait_until(*context_, local_time(*next));
      ask(*next, op);
    } else {
      handle_event(*next, op);
    }
  }
}

/// Handles the event that the thread has reached, at the thread's local time.
void TileEngine::handle_event(ThreadState& state, OperatorIndex op) {
  if (state.event == TileSteps::Kind::load) {
    load(state, op);
  } else if (state.event == TileSteps::Kind::touch) {
    collect(state);
    state.lines.swap(moves_);
    moves_.clear();
    state.access.memory = moves_memory_;
    state.next_line = 0;
  }
  if (state.lines.empty()) state.event = state.thread.advance();
}

void TileEngine::ask(ThreadState& state, OperatorIndex op) {
  const LineMove& move = state.lines[state.next_line];
  state.access.address = move.address;
  state.access.run = caches_[state.access.memory]->line_bytes() * move.lines;
  state.access.write = move.write;
  state.access.data = DataClass::tile;
  Request& request = state.request;
  request.accesses = &state.access;
  request.count = 1;
  request.op = op;
  request.master = Master::core;
  request.window = static_cast<std::uint8_t>(Master::core);
  request.write = move.write;
  request.finished = &line_came_;
  state.requested = true;
  context_->port_of(state.access.memory).submit(request);
}

/// Resumes the threads whose lines have arrived. A thread continues at the arrival of its line.
void TileEngine::take_lines(std::vector<ThreadState>& states) {
  for (ThreadState& state : states) {
    if (!state.requested || !state.request.complete) continue;
    state.requested = false;
    stall(state, state.access.memory, state.request.done - local_time(state));
    if (++state.next_line < state.lines.size()) continue;
    state.lines.clear();
    state.event = state.thread.advance();
  }
}

void TileEngine::wait_for_command(Request& request) {
  request.finished = &command_came_;
  context_->port_of(request.accesses->memory).submit(request);
  while (!request.complete) await(command_came_);
}

// Moves the lines in moves_, one after the other, for a load whose words arrive at the time `at`.
// Returns the time at which the last line has been moved.
Picoseconds TileEngine::move_shared(std::uint8_t memory, OperatorIndex op, Picoseconds at) {
  Picoseconds done = at;
  for (const LineMove& move : moves_) {
    Access access;
    access.memory = memory;
    access.address = move.address;
    access.run = caches_[memory]->line_bytes();
    access.write = move.write;
    access.data = DataClass::tile;
    Request request = core_request(access, op);
    wait_until(*context_, done);
    wait_for_command(request);
    done = std::max(done, request.done);
  }
  moves_.clear();
  return done;
}

}  // namespace spillway::sim
