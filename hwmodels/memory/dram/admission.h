// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/memory/dram/burst_table.h"
#include "hwmodels/memory/dram/request_lists.h"

namespace spillway::dram {

/// Moves requests from their arrival into the lists from which the scheduler chooses
/// (RequestLists): one column command per clock, as long as the lists have space. A controller with
/// read_queue_depth > 0 also has front queues: a read queue and a write buffer, in which requests
/// wait before they move into the lists.
class Admission {
 public:
  Admission(const DramParameters& parameters, BurstTable& bursts);
  void reset();

  /// Adds `request` with `columns` column commands to the arrivals. Arrivals are requests that wait
  /// for space in the lists (the requests from which the scheduler chooses).
  void arrive(const Request& request, std::int32_t columns) {
    arrivals_.push(request).columns = columns;
  }

  /// Returns the first clock at which the scheduler sees `request`. Requires that no request waits
  /// or is in the lists from which the scheduler chooses. Then only the limit of one column command
  /// per clock and the latency of the controller can delay the request.
  Cycles visible_clock(const Request& request) const {
    return std::max(request.clock, last_entry_ + 1) + controller_.latency;
  }
  /// Notes that the request given to visible_clock() has entered the lists from which the scheduler
  /// chooses.
  void entered(const Request& request) {
    last_entry_ = std::max(request.clock, last_entry_ + 1) + request.columns - 1;
    last_bank_ = request.bank;
  }
  bool in_order() const {
    return !stands_in_front() && !controller_.acknowledge_on_acceptance && !blocked_;
  }

  bool any_arrivals() const { return !arrivals_.empty(); }
  /// Whether requests may be waiting that the scheduler cannot choose yet, because they are not in
  /// its lists. Always true for controllers with front queues (a read queue and a write buffer
  /// before the lists), even if these queues are empty.
  bool any_waiting() const { return !arrivals_.empty() || stands_in_front(); }

  /// Returns the part of `request` that enters the lists (from which the scheduler chooses) on
  /// arrival. The part has as many column commands as there is space for. The part has 0 column
  /// commands if earlier requests wait, or if `request` is a write and writes are acknowledged on
  /// acceptance. The member `clock` of the part is the clock at which the scheduler sees the part.
  /// The caller passes the remaining column commands to arrive().
  Request enters_at_once(const RequestLists& lists, const Request& request) {
    const bool acknowledged = request.write && controller_.acknowledge_on_acceptance;
    Request entering = request;
    entering.columns =
        any_waiting() || acknowledged ? 0 : std::min(free_places(lists, request), request.columns);
    if (entering.columns == 0) return entering;
    entered(entering);
    entering.clock = last_entry_ - entering.columns + 1 + controller_.latency;
    return entering;
  }

  /// Whether the first arrival waits for space in the lists from which the scheduler chooses.
  /// Arrivals enter the lists in order. So if the first arrival waits, no request enters until a
  /// place becomes free.
  bool waits_for_place() const { return blocked_ && !stands_in_front(); }

  /// Moves column commands of the arrivals (waiting requests) into the lists from which the
  /// scheduler chooses, in order, until the lists have no space for the next column command.
  template <typename Insert>
  void enter_in_order(const RequestLists& lists, Cycles now, const Insert& insert) {
    while (!arrivals_.empty()) {
      const std::int32_t places = free_places(lists, arrivals_.front());
      if (places <= 0) {
        blocked_ = true;
        return;
      }
      Request request = arrivals_.front();
      const bool acknowledged = request.write && controller_.acknowledge_on_acceptance;
      request.columns = std::min(request.columns, acknowledged ? 1 : places);
      const Cycles clock = entry_clock(request, now);
      if (acknowledged) acknowledge(request, clock);
      last_entry_ += request.columns - 1;
      last_bank_ = request.bank;
      pop_columns(request.columns);
      request.clock = clock + controller_.latency;
      insert(request);
    }
  }

  bool stands_in_front() const { return controller_.read_queue_depth > 0; }

  // The following functions are for controllers with front queues (a read queue and a write buffer
  // before the scheduler's lists).

  /// A move of a request from a front queue (the read queue or the write buffer) into the lists
  /// from which the scheduler chooses.
  struct Transfer {
    Request request;  // the request in its front queue, before this move
    Cycles clock = 0;
    std::size_t place = 0;  // index of the request in its front queue
    int draining = 0;       // writes left in the present batch, including this write; 0 for a read
    Cycles last_transfer = -1;
    // The value of the member draining_ of Admission before this move; undo() restores it.
    int was_draining = 0;
  };

  /// Returns the next transfer (a move of a request from a front queue into the scheduler's lists)
  /// if until then no other request arrives and no column command is issued; nullopt if there is no
  /// transfer.
  std::optional<Transfer> next_transfer(const RequestLists& lists) const;
  /// Returns the request that `transfer` moves from a front queue into the scheduler's lists, with
  /// the clock at which the scheduler sees it there.
  Request visible(const Transfer& transfer) const {
    Request request = transfer.request;
    request.clock = transfer.clock + controller_.latency;
    return request;
  }
  void make(const Transfer& transfer);
  /// Undoes the last transfer: the request moves from the scheduler's lists back into its front
  /// queue (read queue or write buffer). Requires that no request has entered these queues after
  /// the transfer.
  void undo(const Transfer& transfer);
  /// Moves arrivals into the front queues (read queue and write buffer) while these queues have
  /// space. Returns whether any arrival moved.
  bool fill_front_queues();
  /// Notes that a column command at `clock` freed a place in the scheduler's lists. A request from
  /// the front queues can take this place from clock + 1 - latency on, so that the scheduler sees
  /// it at clock + 1.
  void note_freed_place(Cycles clock) { place_free_at_ = clock + 1 - controller_.latency; }
  Cycles place_free_at() const { return place_free_at_; }
  void undo_freed_place(Cycles before) { place_free_at_ = before; }
  /// Whether a request in the front queues (read queue and write buffer) would move into the
  /// scheduler's lists if these lists were empty and no other request arrived.
  bool will_transfer() const {
    return !reads_.empty() || draining_ > 0 || static_cast<int>(writes_.size()) > drained_to();
  }

 private:
  std::int32_t free_places(const RequestLists& lists, const Request& request) const;
  Cycles entry_clock(const Request& request, Cycles now);
  void acknowledge(const Request& request, Cycles clock);
  int drained_to() const;
  Cycles batch_begins(const RequestLists& lists, Cycles earliest) const;
  std::optional<Transfer> first_with_place(const std::vector<Request>& queue,
                                           const RequestLists& lists, Cycles earliest) const;

  DramController controller_;
  Picoseconds tck_;
  BurstTable& bursts_;

  // Removes column commands of the first arrival.
  void pop_columns(std::int32_t columns) {
    arrivals_.front().columns -= columns;
    if (arrivals_.front().columns == 0) arrivals_.pop();
  }
  Ring<Request> arrivals_;
  // Whether the first arrival is waiting because the scheduler's lists had no space for it.
  bool blocked_ = false;
  Cycles last_entry_ = -1;
  int last_bank_ = 0;

  std::vector<Request> reads_, writes_;  // front queues, for controllers with queues per bank
  int draining_ = 0;  // number of writes_ that the present batch still has to move
  Cycles last_transfer_ = -1;
  // The first clock at which a request from the front queues can take the place that the last
  // column command freed in the scheduler's lists.
  Cycles place_free_at_ = -1;
};

// Returns how many column commands of `request` can enter the scheduler's lists one after another;
// 0 or less = the lists have no space.
inline std::int32_t Admission::free_places(const RequestLists& lists,
                                           const Request& request) const {
  if (controller_.queue == DramController::Queue::per_bank) {
    // The controller decides whether to accept a request before it knows the bank of the request.
    // So while the queue that received the last request is full, no request is accepted.
    const std::int32_t left = controller_.queue_depth - lists.count(last_bank_);
    if (left <= 0 || last_bank_ == request.bank) return left;
    return std::max(1, controller_.queue_depth - lists.count(request.bank));
  }
  if (controller_.write_buffer_depth == 0) return controller_.queue_depth - lists.count();
  return (request.write ? controller_.write_buffer_depth : controller_.queue_depth) -
         lists.queued(request.write);
}

// Returns the clock at which the first arrival (waiting request) enters the scheduler's lists or
// its front queue. One column command enters per clock. An arrival that was waiting for space
// enters at `now` or later, because a place became free at `now`.
inline Cycles Admission::entry_clock(const Request& request, Cycles now) {
  const Cycles in_order = std::max(request.clock, last_entry_ + 1);
  last_entry_ = blocked_ ? std::max(in_order, now) : in_order;
  blocked_ = false;
  return last_entry_;
}

}  // namespace spillway::dram
