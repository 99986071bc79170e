// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/memory/dram/burst_table.h"
#include "hwmodels/memory/dram/request_lists.h"

namespace spillway::dram {

/// The way of a request from its arrival to the lists that the scheduler sees: one request per
/// clock, as far as there is room.
class Admission {
 public:
  Admission(const DramParameters& parameters, BurstTable& bursts);
  void reset();

  void arrive(const Request& request) { arrivals_.push(request); }

  /// First clock at which the scheduler sees a request that finds everything empty, and nothing
  /// but requests in order stands in its way.
  Cycles visible_clock(const Request& request) const {
    return std::max(request.clock, last_entry_ + 1) + controller_.latency;
  }
  /// Takes note that the request given to visible_clock() has entered.
  void entered(const Request& request) {
    last_entry_ = std::max(request.clock, last_entry_ + 1);
    last_bank_ = request.bank;
  }
  bool in_order() const {
    return !stands_in_front() && !controller_.acknowledge_on_acceptance && !blocked_;
  }

  /// Requests are on their way to the lists, or may be.
  bool any_waiting() const { return !arrivals_.empty() || stands_in_front(); }

  /// A request that arrives where none is waiting, and enters at once: its clock is then that at
  /// which the scheduler sees it. False = it has to arrive() like any other.
  bool enters_at_once(const RequestLists& lists, Request& request) {
    const bool acknowledged = request.write && controller_.acknowledge_on_acceptance;
    if (any_waiting() || acknowledged || !has_room(lists, request)) return false;
    request.clock = visible_clock(request);
    last_entry_ = request.clock - controller_.latency;
    last_bank_ = request.bank;
    return true;
  }

  /// The next request that enters the lists, given that `now` is the latest clock at which room
  /// was made; nothing when none can.
  std::optional<Request> next(const RequestLists& lists, Cycles now);

 private:
  bool stands_in_front() const { return controller_.read_queue_depth > 0; }
  bool has_room(const RequestLists& lists, const Request& request) const;
  Cycles entry_clock(const Request& request, Cycles now);
  std::optional<Request> next_in_order(const RequestLists& lists, Cycles now);
  void fill_front_queues(Cycles now);
  std::vector<Request>& front_queue(const RequestLists& lists);
  std::optional<Request> transfer(const RequestLists& lists, Cycles now);
  Request visible(Request request, Cycles clock) const;

  DramController controller_;
  Picoseconds tck_;
  BurstTable& bursts_;

  Ring<Request> arrivals_;
  bool blocked_ = false;  // the front of arrivals_ found no room
  Cycles last_entry_ = -1;
  int last_bank_ = 0;

  std::vector<Request> reads_, writes_;  // in front of per-bank queues
  int draining_ = 0;                     // writes of writes_ still to be moved
  Cycles last_transfer_ = -1;
  bool transfer_blocked_ = false;
};

}  // namespace spillway::dram
