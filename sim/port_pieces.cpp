// SPDX-License-Identifier: Apache-2.0
// Masters that ask for one piece after the other, of which the port knows when the next one is
// asked for. Results are those of a master that is woken up to ask for each, as it is where
// somebody watches.
#include <algorithm>
#include <tuple>

#include "sim/port.h"

namespace spillway::sim {

bool Port::takes_pieces() const {
  return spec_.arbitration != Arbitration::fifo && !keeps_reads_ && !foreign_ && settles_at_once();
}

bool Port::delivers_later(std::size_t memory, std::int32_t burst_bytes) const {
  if (spec_.beat_bytes <= 0) return false;
  const std::int32_t bytes = burst_bytes > 0 ? burst_bytes : spec_.burst_bytes;
  // One beat more for a burst that begins within one, and one for the memory's clock.
  const Picoseconds longest =
      ClockDomain{spec_.clock_khz}.to_time(Cycles{bytes / spec_.beat_bytes} + 2);
  return least_latency(memory) > longest;
}

Picoseconds Port::least_latency(std::size_t memory) const {
  return (*memories_)[memory].least_read_latency();
}

// No request is through before its own beats have passed, and nothing that happens until one is
// shows outside; but for first parts that a master wants to hear of.
Picoseconds Port::least_time_left() const {
  Picoseconds least = never;
  for (const Request* request : active_) least = std::min(least, time_left(*request));
  return least == never ? 0 : least;
}

// Just before the request can be through: who hears of it does at the very time.
Picoseconds Port::time_left(const Request& request) const {
  if (spec_.beat_bytes <= 0 || foreign_) return 0;
  const bool heard = request.first_came != nullptr && !request.first_known();
  const Bytes asked = heard ? std::min(request.first_part, request.total) : request.total;
  Bytes left = asked - request.granted_bytes;
  Picoseconds unheard = 0;
  if (request.pieces != nullptr) {
    left += request.pieces->unheard_bytes();
    unheard = request.pieces->unheard_time();
  }
  if (left < spec_.beat_bytes) return unheard;
  const Bytes beats =
      (beat_shift_ >= 0 ? left >> beat_shift_ : left / spec_.beat_bytes) / spec_.count;
  // Every burst rounds its beats down to a picosecond, as does a beat.
  return std::max(beats * beat_time_[1] - 1, unheard);
}

void Port::ask_later(Request& request, Picoseconds time) {
  queue_later(request, time);
  if (!serving_) wake_at(time + time_left(request));
}

void Port::queue_later(Request& request, Picoseconds time) {
  begin(request);
  request.arrival = time;
  later_.push_back(&request);
}

Picoseconds Port::next_asked() const {
  Picoseconds first = never;
  for (const Request* request : later_) first = std::min(first, request->arrival);
  return first;
}

// Those that are asked for at `time`, in order of master.
void Port::take_later(Picoseconds time) {
  const std::size_t before = active_.size();
  std::size_t kept = 0;
  for (Request* request : later_) {
    if (request->arrival == time) {
      active_.push_back(request);
    } else {
      later_[kept++] = request;
    }
  }
  later_.resize(kept);
  if (active_.size() - before > 1) {
    std::sort(active_.begin() + static_cast<std::ptrdiff_t>(before), active_.end(),
              [](const Request* a, const Request* b) {
                return std::tie(a->master, a->window, a->lane) <
                       std::tie(b->master, b->window, b->lane);
              });
  }
  for (std::size_t i = before; i < active_.size(); ++i) put_in_turn(i);
}

// Behind all whose turn comes first among those that could be granted at the same time.
void Port::put_in_turn(std::size_t place) {
  Request* const request = active_[place];
  const std::int32_t turn = turn_of(*request);
  for (; place > 0 && turn < turn_of(*active_[place - 1]); --place) {
    active_[place] = active_[place - 1];
  }
  active_[place] = request;
}

// Whether it is known who asks at `asked`; of those at `served_at_` itself only arbitrate() knows.
bool Port::is_known(Picoseconds asked) const {
  return asked < served_at_ || (asked <= settled_to_ && settled_to_ > served_at_);
}

// A piece has been granted to its end: what its master does then.
const NextPiece& Port::end_piece(Request& request) {
  request.complete = true;
  book_traffic(request);
  return ended_piece_.emplace(request.pieces->next_piece(request));
}

// A request of an in-order memory has been granted to its end. Returns from when on somebody may
// ask for more because of that.
Picoseconds Port::end_in_order(Request& request, Picoseconds now) {
  const Picoseconds granted = request.granted;
  if (request.pieces == nullptr) {
    retire(request, now);
    return granted;
  }
  active_.erase(std::find(active_.begin(), active_.end(), &request));
  if (!ended_piece_) end_piece(request);
  const NextPiece next = *ended_piece_;
  ended_piece_.reset();
  if (next.asked != never) queue_later(request, next.asked);
  if (!next.ended || request.finished == nullptr) return next.heard_at;
  request.finished->notify(std::max<Picoseconds>(0, granted - this->now()));
  return std::min(granted, next.heard_at);
}

// Before the next request can be through, never while there is none; `next_grant` = never while
// none is active.
Picoseconds Port::before_next(Picoseconds next_grant) const {
  Picoseconds time = next_grant == never ? never : next_grant + least_time_left();
  for (const Request* request : later_) {
    time = std::min(time, request->arrival + time_left(*request));
  }
  return time == never ? never : std::max(time, now());
}

}  // namespace spillway::sim
