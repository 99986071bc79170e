// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/target/target.h"
#include "sim/kernel/saved_state.h"
#include "sim/port/request.h"

namespace spillway::sim {

/// A grant: the next burst of `request` may use the bus, beginning at `time`. If no burst can be
/// granted yet, `request` is null and `time` is `never`.
struct Grant {
  Request* request = nullptr;
  Picoseconds time = never;
};

/// The requests that compete for a port, and the order in which the port serves them. The arbiter
/// grants the burst that may be granted first. Among bursts of equal time, the arbitration decides:
/// requests have turns (turn_of()), and after each grant some request has the first turn
/// (first_after()). These two functions describe an arbitration, as long as a grant does not change
/// the turns themselves.
class Arbiter {
 public:
  /// Forgets all requests. If `whole_requests`, only the first request competes, until its last
  /// burst has been granted: all bursts of a request are granted before the next request begins.
  void reset(Arbitration arbitration, bool whole_requests);

  /// The competing requests, in the order of their turns; requests of equal turn in the order of
  /// their arrival.
  const std::vector<Request*>& requests() const { return requests_; }
  bool empty() const { return requests_.empty(); }
  bool grants_whole_requests() const { return whole_requests_; }

  /// Adds requests that arrived at the same time. Those of equal turn are ordered by master, window
  /// and lane.
  void add(std::vector<Request*>& arrivals);
  void remove(const Request& request);

  /// Returns the next grant. `earliest_grant(request)` must return the earliest time at which the
  /// next burst of the request may be granted; `never` = not known yet. Requests whose bursts have
  /// all been granted do not compete.
  template <typename EarliestGrant>
  [[gnu::always_inline]] Grant next(const EarliestGrant& earliest_grant) const;
  /// Notes that a burst of a request with this window has been granted.
  void granted(std::uint8_t window) { last_window_ = window; }

  /// Makes the time `own_ready` unknown for all requests with the same window as `granted`, that
  /// is, of the same master or DMA channel.
  void forget_ready(Request& granted) const;
  /// Whether several of the requests belong to one window.
  bool window_has_several_requests() const;
  /// Links the competing requests into a ring in the order of their turns (Request::next_in_turn),
  /// and sets for each request which one has the first turn after it (Request::first_after).
  void link_ring() const;

  void save_in(SavedState& state) { state.save(requests_, last_window_); }

 private:
  std::int32_t turn_of(const Request& request) const;
  std::size_t first_after(std::uint8_t window) const;
  void put_in_turn(std::size_t place);

  Arbitration arbitration_ = Arbitration::fifo;
  bool whole_requests_ = false;
  std::vector<Request*> requests_;
  std::uint8_t last_window_ = 0;  // window of the last grant, for round robin
};

// Returns the turn of a request: its place in the order of competing requests.
inline std::int32_t Arbiter::turn_of(const Request& request) const {
  switch (arbitration_) {
    case Arbitration::fifo:
      return 0;
    case Arbitration::priority:
      return request.priority;
    case Arbitration::round_robin:
      break;
  }
  return request.window;
}

// Returns the index in requests_ of the request that has the first turn after a grant to `window`.
inline std::size_t Arbiter::first_after(std::uint8_t window) const {
  if (arbitration_ != Arbitration::round_robin) return 0;
  for (std::size_t turn = 0; turn < requests_.size(); ++turn) {
    if (requests_[turn]->window > window) return turn;
  }
  return 0;
}

template <typename EarliestGrant>
inline Grant Arbiter::next(const EarliestGrant& earliest_grant) const {
  Grant best;
  std::size_t turn = first_after(last_window_);
  for (std::size_t left = requests_.size(); left > 0; --left) {
    Request& request = *requests_[turn];
    if (++turn == requests_.size()) turn = 0;
    if (request.cursor.done()) continue;
    const Picoseconds time = earliest_grant(request);
    if (time < best.time) best = {&request, time};
    if (whole_requests_) break;
  }
  return best;
}

}  // namespace spillway::sim
