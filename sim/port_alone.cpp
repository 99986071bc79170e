// SPDX-License-Identifier: Apache-2.0
// What a master moves that is alone at the port.
#include <algorithm>
#include <limits>

#include "sim/port.h"

namespace spillway::sim {
namespace {

constexpr Picoseconds never = std::numeric_limits<Picoseconds>::max();

}  // namespace

Request Port::core_request(const Access& access, OperatorIndex op) const {
  Request request;
  request.accesses = &access;
  request.count = 1;
  request.op = op;
  request.master = Master::core;
  request.window = static_cast<std::uint8_t>(Master::core);
  request.write = access.write;
  begin(request);
  return request;
}

Picoseconds Port::transfer_alone(const Access& access, OperatorIndex op, Picoseconds at) {
  Request request = core_request(access, op);
  return grant_alone(request, at);
}

Port::Moved Port::transfer_in_turn(const Run& run, OperatorIndex op, Picoseconds at) {
  AttachedMemory& memory = (*memories_)[run.memory];
  const bool watched = slices_ != nullptr || memory.traffic != nullptr;
  if (at > longest_run || ledger_->overrun()) {
    return {run.count, ledger_->within_limit(longest_run + 1, op)};
  }
  InTurn served;
  if (!watched && active_.empty() && !memory.target->in_order() && at >= last_done_ &&
      spec_.beat_bytes == run.line_bytes) {
    const Burst burst{
        run.address, run.line_bytes, run.write, static_cast<std::uint16_t>(Master::core), 0, at};
    served = memory.target->timing().serve_in_turn(burst, run.count, 0);
  }
  if (served.served == 0) {
    Access access;
    access.memory = run.memory;
    access.address = run.address;
    access.run = run.line_bytes;
    access.write = run.write;
    access.data = DataClass::tile;
    return {1, transfer_alone(access, op, at)};
  }
  // Lines after the first are asked for when the one before is done, and take the same time each.
  const Picoseconds period =
      served.served > 1 ? (served.last.done - served.first.done) / (served.served - 1) : 0;
  const Picoseconds duration = beat_time_[1];
  const Picoseconds last_asked = served.served > 1 ? served.last.done - period : at;
  free_[channel_of(run.write)][spec_.count == 1 ? 0 : first_free(run.write)] =
      last_asked + duration;
  busy_ += duration * served.served;
  memory.bursts += served.served;
  memory.busy += std::max<Picoseconds>(
      0, served.first.done - std::max(served.first.first_data, memory.busy_until));
  memory.busy += (served.served - 1) * (served.last.done - served.last.first_data);
  memory.busy_until = std::max(memory.busy_until, served.last.done);
  last_done_ = served.last.done;
  book_lines(run, op, 1, at, 0);
  if (served.served > 1) book_lines(run, op, served.served - 1, served.first.done, period);
  return {served.served, ledger_->within_limit(served.last.done, op)};
}

// Lines at `at`, `at` + `period` and so on.
void Port::book_lines(const Run& run, OperatorIndex op, std::int32_t lines, Picoseconds at,
                      Picoseconds period) {
  AttachedMemory& memory = (*memories_)[run.memory];
  while (lines > 0) {
    if (lines_.memory != &memory || lines_.op != op || at >= lines_.until) {
      settle_lines();
      const Picoseconds width = std::min(profile_.width(), memory.profile.width());
      lines_ = {&memory, run.memory, op, at, (at / width + 1) * width, {}};
    }
    std::int32_t here = 1;
    if (lines > 1) {
      const Picoseconds fitting = (lines_.until - at + period - 1) / period;
      here = static_cast<std::int32_t>(std::min<Picoseconds>(lines, fitting));
    }
    lines_.bytes[run.write ? 1 : 0] += Bytes{here} * run.line_bytes;
    lines -= here;
    at += here * period;
  }
}

void Port::settle_lines() {
  for (const bool write : {false, true}) {
    Bytes& bytes = lines_.bytes[write ? 1 : 0];
    if (bytes > 0) count(*lines_.memory, lines_.index, lines_.op, write, bytes, lines_.at);
    bytes = 0;
  }
}

Picoseconds Port::transfer_command(const Access& access, OperatorIndex op, Picoseconds at) {
  Request request = core_request(access, op);
  request.cursor = BurstCursor(access, std::numeric_limits<std::int32_t>::max());
  return grant_alone(request, at);
}

Picoseconds Port::grant_alone(Request& request, Picoseconds at) {
  request.arrival = at;
  while (!request.cursor.done() || request.in_flight > 0) {
    const Picoseconds time = request.cursor.done() ? never : earliest_grant(request);
    if (time != never) {
      grant(request, time);
      continue;
    }
    const Decision next = next_decision();
    if (next.memory == nullptr) throw std::logic_error("bursts in flight in no memory");
    decide(next);
  }
  return request.done;
}

}  // namespace spillway::sim
