// SPDX-License-Identifier: Apache-2.0
// Transfers of a master that has the port for itself.
#include <algorithm>
#include <limits>

#include "sim/port/port.h"

namespace spillway::sim {

Request Port::begun_core_request(const Access& access, OperatorIndex op) {
  Request request = core_request(access, op);
  begin(request);
  return request;
}

Picoseconds Port::transfer_alone(const Access& access, OperatorIndex op, Picoseconds at) {
  Request request = begun_core_request(access, op);
  return grant_alone(request, at);
}

bool Port::moves_chains(const AttachedMemory& memory, const LineChain& chain) const {
  const bool watched = slices_ != nullptr || memory.traffic != nullptr;
  const bool blocking = spec_.max_reads == 1 && spec_.max_writes == 1;
  return !watched && blocking && arbiter_.empty() && !spec_.separate_channels && spec_.count == 1 &&
         !memory.target->in_order() && chain.asks_at() >= last_done_ &&
         spec_.beat_bytes == chain.line_bytes &&
         memory.target->timing().moves_chains(chain.line_bytes);
}

void Port::move_chain(std::uint8_t memory, LineChain& chain, OperatorIndex op) {
  AttachedMemory& attached = (*memories_)[memory];
  while (!chain.finished()) {
    const Picoseconds at = chain.asks_at();
    if (at > longest_run || ledger_->overrun()) {
      ledger_->within_limit(longest_run + 1, op);
      chain.next = chain.count;
      return;
    }
    if (moves_chains(attached, chain)) {
      // In one step, the memory moves only lines that are requested before the end of a bucket of
      // the bandwidth profiles. So the lines of a step are added to each profile with one call per
      // direction.
      const Picoseconds width = std::min(profile_.width(), attached.profile.width());
      attached.target->timing().move_chain(chain, (at / width + 1) * width, 0);
      book_lines(memory, chain, op, at);
      continue;
    }
    const LineMove& move = chain.moves[chain.next];
    Access access;
    access.memory = memory;
    access.address =
        move.address + static_cast<Address>(chain.moved) * static_cast<Address>(chain.line_bytes);
    access.run = chain.line_bytes;
    access.write = move.write;
    access.data = DataClass::tile;
    chain.waited += transfer_alone(access, op, at) - at;
    if (++chain.moved < move.lines) continue;
    ++chain.next;
    chain.moved = 0;
  }
}

// Counts the cache lines that the memory moved directly, without the port's loop. The transfer
// began at `at`. All its lines were requested within one bucket of the bandwidth profiles.
void Port::book_lines(std::uint8_t memory, LineChain& chain, OperatorIndex op, Picoseconds at) {
  AttachedMemory& attached = (*memories_)[memory];
  const std::int64_t lines = chain.lines[0] + chain.lines[1];
  arbiter_.granted(static_cast<std::uint8_t>(Master::core));
  bus_.take(0, chain.last_requested, bus_.beat_time());
  bus_.add_busy(bus_.beat_time() * (lines - 1));
  attached.bursts += lines;
  attached.idle += chain.done - attached.busy_until - chain.data_time;
  attached.busy_until = last_done_ = chain.done;
  for (const bool write : {false, true}) {
    std::int64_t& moved = chain.lines[write ? 1 : 0];
    if (moved == 0) continue;
    const Bytes bytes = moved * chain.line_bytes;
    count(memory, op, write, {bytes, bytes});
    profile_.add(at, chain.done, bytes);
    attached.profile.add(at, chain.done, bytes);
    windows_[static_cast<std::size_t>(Master::core)][write ? 1 : 0].move(
        chain.last_done[write ? 1 : 0]);
    moved = 0;
  }
  chain.data_time = 0;
}

Picoseconds Port::transfer_command(const Access& access, OperatorIndex op, Picoseconds at) {
  Request request = begun_core_request(access, op);
  request.cursor = BurstCursor(access, std::numeric_limits<std::int32_t>::max());
  return grant_alone(request, at);
}

}  // namespace spillway::sim
