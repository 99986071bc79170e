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
  const Completion& first = served.first;
  book_lines(run, op, served.served);
  profile_.add(at, at + duration, run.line_bytes);
  memory.profile.add(first.first_data, first.done, run.line_bytes);
  if (served.served > 1) {
    const std::int64_t more = served.served - 1;
    const Picoseconds before_last = (more - 1) * period;
    profile_.add_repeated(first.done, first.done + duration, run.line_bytes, period, more);
    memory.profile.add_repeated(served.last.first_data - before_last,
                                served.last.done - before_last, run.line_bytes, period, more);
  }
  return {served.served, served.last.done};
}

void Port::book_lines(const Run& run, OperatorIndex op, std::int32_t lines) {
  AttachedMemory& memory = (*memories_)[run.memory];
  if (lines_.memory != &memory || lines_.op != op) {
    settle_lines();
    lines_ = {&memory, run.memory, op, {}};
  }
  lines_.bytes[run.write ? 1 : 0] += Bytes{lines} * run.line_bytes;
}

void Port::settle_lines() {
  for (const bool write : {false, true}) {
    Bytes& bytes = lines_.bytes[write ? 1 : 0];
    if (bytes > 0) count(*lines_.memory, lines_.index, lines_.op, write, bytes);
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
