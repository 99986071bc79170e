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

  /// Requests wait for room in the lists, in order: nothing enters until some is made.
  bool waits_for_room() const { return blocked_ && !stands_in_front(); }

  /// As next() until there is none, where requests enter in order.
  template <typename Insert>
  void enter_in_order(const RequestLists& lists, Cycles now, const Insert& insert) {
    while (!arrivals_.empty()) {
      Request request = arrivals_.front();
      if (!has_room(lists, request)) {
        blocked_ = true;
        return;
      }
      const Cycles clock = entry_clock(request, now);
      if (request.write && controller_.acknowledge_on_acceptance) acknowledge(request, clock);
      last_bank_ = request.bank;
      arrivals_.pop();
      request.clock = clock + controller_.latency;
      insert(request);
    }
  }

  bool stands_in_front() const { return controller_.read_queue_depth > 0; }

  /// The next request that enters the lists, given that `now` is the latest clock at which room
  /// was made; nothing when none can. Requires stands_in_front().
  std::optional<Request> next(const RequestLists& lists, Cycles now);

 private:
  bool has_room(const RequestLists& lists, const Request& request) const;
  Cycles entry_clock(const Request& request, Cycles now);
  void acknowledge(const Request& request, Cycles clock);
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

inline bool Admission::has_room(const RequestLists& lists, const Request& request) const {
  if (controller_.queue == DramController::Queue::per_bank) {
    // The input is ready or not before it knows the next address: it stops as soon as the queue
    // that it filled last is full.
    return lists.count(last_bank_) < controller_.queue_depth;
  }
  if (controller_.write_buffer_depth == 0) return lists.count() < controller_.queue_depth;
  return lists.count(request.write) <
         (request.write ? controller_.write_buffer_depth : controller_.queue_depth);
}

// Clock at which the front of arrivals_ enters, one per clock, after room was made.
inline Cycles Admission::entry_clock(const Request& request, Cycles now) {
  last_entry_ = std::max({request.clock, last_entry_ + 1, blocked_ ? now : 0});
  blocked_ = false;
  return last_entry_;
}

}  // namespace spillway::dram
