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

  /// So many column commands of a request.
  void arrive(const Request& request, std::int32_t columns) {
    arrivals_.push(request).columns = columns;
  }

  /// First clock at which the scheduler sees a request that finds everything empty, and nothing
  /// but requests in order stands in its way.
  Cycles visible_clock(const Request& request) const {
    return std::max(request.clock, last_entry_ + 1) + controller_.latency;
  }
  /// Takes note that the request given to visible_clock() has entered.
  void entered(const Request& request) {
    last_entry_ = std::max(request.clock, last_entry_ + 1) + request.columns - 1;
    last_bank_ = request.bank;
  }
  bool in_order() const {
    return !stands_in_front() && !controller_.acknowledge_on_acceptance && !blocked_;
  }

  bool any_arrivals() const { return !arrivals_.empty(); }
  /// Requests are on their way to the lists, or may be.
  bool any_waiting() const { return !arrivals_.empty() || stands_in_front(); }

  /// What of a request enters where it arrives and none is waiting, `clock` being that at which
  /// the scheduler sees it. The rest has to arrive() like any other.
  Request enters_at_once(const RequestLists& lists, const Request& request) {
    const bool acknowledged = request.write && controller_.acknowledge_on_acceptance;
    Request entering = request;
    entering.columns =
        any_waiting() || acknowledged ? 0 : std::min(room(lists, request), request.columns);
    if (entering.columns == 0) return entering;
    entered(entering);
    entering.clock = last_entry_ - entering.columns + 1 + controller_.latency;
    return entering;
  }

  /// Requests wait for room in the lists, in order: nothing enters until some is made.
  bool waits_for_room() const { return blocked_ && !stands_in_front(); }

  /// Column commands enter in order until there is no room for the next.
  template <typename Insert>
  void enter_in_order(const RequestLists& lists, Cycles now, const Insert& insert) {
    while (!arrivals_.empty()) {
      const std::int32_t places = room(lists, arrivals_.front());
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

  /// Column commands of `bank` are given `gap` apart from `now` on, at most `most`. Returns for how
  /// many of them it is done what enter_in_order() does: those that each let in one more of a
  /// request that has entered in part. 0 = none.
  std::int32_t enter_in_turn(RequestLists& lists, int bank, Cycles now, Cycles gap,
                             std::int32_t most) {
    Request& waiting = arrivals_.front();
    const bool own_queue = controller_.queue == DramController::Queue::per_bank;
    if (blocked_ && own_queue && last_bank_ != bank) return most;  // it waits for another bank
    if (!blocked_ || (own_queue && waiting.bank != bank) || !enters_unseen_ || last_entry_ >= now ||
        waiting.clock > now || room(lists, waiting) != 0) {
      return 0;
    }
    const std::int32_t columns = std::min(most, waiting.columns);
    if (!lists.join_past(waiting, columns)) return 0;
    last_entry_ = now + (columns - 1) * gap;
    last_bank_ = waiting.bank;
    pop_columns(columns);
    blocked_ = !arrivals_.empty();
    return columns;
  }

  bool stands_in_front() const { return controller_.read_queue_depth > 0; }

  // The rest is for requests that wait in front of the lists.

  /// A request on its way from a queue in front into the lists.
  struct Transfer {
    Request request;  // as it waited
    Cycles clock = 0;
    std::size_t place = 0;  // in its queue
    int draining = 0;       // writes of the batch, this one included
    Cycles last_transfer = -1;
    int was_draining = 0;  // before it
  };

  /// The next transfer if nothing else arrives and no column command is issued.
  std::optional<Transfer> next_transfer(const RequestLists& lists) const;
  /// As the scheduler sees the request.
  Request visible(const Transfer& transfer) const {
    Request request = transfer.request;
    request.clock = transfer.clock + controller_.latency;
    return request;
  }
  void make(const Transfer& transfer);
  /// Takes back the last transfer, after which nothing has entered the queues in front.
  void undo(const Transfer& transfer);
  /// Arrivals enter the queues in front as far as these have room; false when none did.
  bool fill_front_queues();
  /// A column command at `clock` made room in the lists. The request that takes it in that same
  /// clock can be seen in the next one.
  void room_made(Cycles clock) { room_ = clock + 1 - controller_.latency; }
  Cycles room() const { return room_; }
  void undo_room(Cycles before) { room_ = before; }
  /// Requests will enter the lists, which are empty, without another arrival.
  bool will_transfer() const {
    return !reads_.empty() || draining_ > 0 || static_cast<int>(writes_.size()) > drained_to();
  }

 private:
  std::int32_t room(const RequestLists& lists, const Request& request) const;
  Cycles entry_clock(const Request& request, Cycles now);
  void acknowledge(const Request& request, Cycles clock);
  int drained_to() const;
  Cycles batch_begins(const RequestLists& lists, Cycles earliest) const;
  std::optional<Transfer> first_with_room(const std::vector<Request>& queue,
                                          const RequestLists& lists, Cycles earliest) const;

  DramController controller_;
  Picoseconds tck_;
  BurstTable& bursts_;

  // Of the front of arrivals_.
  void pop_columns(std::int32_t columns) {
    arrivals_.front().columns -= columns;
    if (arrivals_.front().columns == 0) arrivals_.pop();
  }
  Ring<Request> arrivals_;
  bool enters_unseen_;    // with a column command, and is seen by the time of the next command
  bool blocked_ = false;  // the front of arrivals_ found no room
  Cycles last_entry_ = -1;
  int last_bank_ = 0;

  std::vector<Request> reads_, writes_;  // in front of per-bank queues
  int draining_ = 0;                     // writes of writes_ still to be moved
  Cycles last_transfer_ = -1;
  Cycles room_ = -1;  // no transfer before it has room that it lacked until then
};

// Column commands of a request that may enter one behind the other; not positive when none may.
inline std::int32_t Admission::room(const RequestLists& lists, const Request& request) const {
  if (controller_.queue == DramController::Queue::per_bank) {
    // The input is ready or not before it knows the next address: it stops as soon as the queue
    // that it filled last is full.
    const std::int32_t left = controller_.queue_depth - lists.count(last_bank_);
    if (left <= 0 || last_bank_ == request.bank) return left;
    return std::max(1, controller_.queue_depth - lists.count(request.bank));
  }
  if (controller_.write_buffer_depth == 0) return controller_.queue_depth - lists.count();
  return (request.write ? controller_.write_buffer_depth : controller_.queue_depth) -
         lists.queued(request.write);
}

// Clock at which the front of arrivals_ enters, one per clock, after room was made.
inline Cycles Admission::entry_clock(const Request& request, Cycles now) {
  const Cycles in_order = std::max(request.clock, last_entry_ + 1);
  last_entry_ = blocked_ ? std::max(in_order, now) : in_order;
  blocked_ = false;
  return last_entry_;
}

}  // namespace spillway::dram
