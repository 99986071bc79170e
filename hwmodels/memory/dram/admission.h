// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/memory/dram/burst_table.h"
#include "hwmodels/memory/dram/request_lists.h"

namespace spillway::dram {

/// Moves requests from their arrival into the lists that the scheduler sees: one request per clock,
/// as long as there is space.
class Admission {
 public:
  Admission(const DramParameters& parameters, BurstTable& bursts);
  void reset();

  /// Adds `columns` column commands of a request to the arrivals.
  void arrive(const Request& request, std::int32_t columns) {
    arrivals_.push(request).columns = columns;
  }

  /// The first clock at which the scheduler sees a request, if all queues are empty and only the
  /// order of requests can delay it.
  Cycles visible_clock(const Request& request) const {
    return std::max(request.clock, last_entry_ + 1) + controller_.latency;
  }
  /// Notes that the request given to visible_clock() has entered the lists.
  void entered(const Request& request) {
    last_entry_ = std::max(request.clock, last_entry_ + 1) + request.columns - 1;
    last_bank_ = request.bank;
  }
  bool in_order() const {
    return !stands_in_front() && !controller_.acknowledge_on_acceptance && !blocked_;
  }

  bool any_arrivals() const { return !arrivals_.empty(); }
  /// Whether requests are on their way to the lists, or may be.
  bool any_waiting() const { return !arrivals_.empty() || stands_in_front(); }

  /// The part of a request that enters the lists when it arrives, because no other request is
  /// waiting. Its `clock` is when the scheduler sees it. The rest of the request has to arrive().
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

  /// Whether requests wait for space in the lists, in order; none enters until a place becomes
  /// free.
  bool waits_for_room() const { return blocked_ && !stands_in_front(); }

  /// Moves column commands into the lists, in order, until there is no space for the next one.
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

  /// Column commands of `bank` are issued `gap` apart from `now` on, at most `most` of them. If
  /// each of them lets one more column command of a partly entered request enter, this function
  /// moves these at once, as enter_in_order() would one by one. Returns for how many column
  /// commands it has done so; 0 = none.
  std::int32_t enter_in_turn(RequestLists& lists, int bank, Cycles now, Cycles gap,
                             std::int32_t most) {
    Request& waiting = arrivals_.front();
    const bool own_queue = controller_.queue == DramController::Queue::per_bank;
    // The arrival waits for another bank.
    if (blocked_ && own_queue && last_bank_ != bank) return most;
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

  // The rest is for controllers with queues in front of the lists.

  /// A move of a request from a front queue into the lists.
  struct Transfer {
    Request request;  // as it waited in its queue
    Cycles clock = 0;
    std::size_t place = 0;  // index in its queue
    int draining = 0;       // writes left in the batch, this one included
    Cycles last_transfer = -1;
    int was_draining = 0;  // value of draining_ before this move
  };

  /// The next transfer if no other request arrives and no column command is issued.
  std::optional<Transfer> next_transfer(const RequestLists& lists) const;
  /// The request of a transfer with the clock at which the scheduler sees it.
  Request visible(const Transfer& transfer) const {
    Request request = transfer.request;
    request.clock = transfer.clock + controller_.latency;
    return request;
  }
  void make(const Transfer& transfer);
  /// Undoes the last transfer. No request must have entered the front queues since.
  void undo(const Transfer& transfer);
  /// Moves arrivals into the front queues while these have space. Returns false if none moved.
  bool fill_front_queues();
  /// Notes that a column command at `clock` freed a place in the lists. The request that takes this
  /// place in the same clock is visible in the next clock.
  void room_made(Cycles clock) { room_ = clock + 1 - controller_.latency; }
  Cycles room() const { return room_; }
  void undo_room(Cycles before) { room_ = before; }
  /// Whether requests will enter the empty lists without another arrival.
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

  // Removes column commands of the first arrival.
  void pop_columns(std::int32_t columns) {
    arrivals_.front().columns -= columns;
    if (arrivals_.front().columns == 0) arrivals_.pop();
  }
  Ring<Request> arrivals_;
  // A request enters with a column command and is visible when the next command is chosen.
  bool enters_unseen_;
  bool blocked_ = false;  // the first arrival found no space
  Cycles last_entry_ = -1;
  int last_bank_ = 0;

  std::vector<Request> reads_, writes_;  // front queues, for controllers with queues per bank
  int draining_ = 0;                     // how many of writes_ the present batch still has to move
  Cycles last_transfer_ = -1;
  // No transfer to a place that a column command has just freed happens before this clock.
  Cycles room_ = -1;
};

// How many column commands of a request may enter in a row; not positive if none may.
inline std::int32_t Admission::room(const RequestLists& lists, const Request& request) const {
  if (controller_.queue == DramController::Queue::per_bank) {
    // The input decides whether it is ready before it knows the next address, so it stops as soon
    // as the queue that it filled last is full.
    const std::int32_t left = controller_.queue_depth - lists.count(last_bank_);
    if (left <= 0 || last_bank_ == request.bank) return left;
    return std::max(1, controller_.queue_depth - lists.count(request.bank));
  }
  if (controller_.write_buffer_depth == 0) return controller_.queue_depth - lists.count();
  return (request.write ? controller_.write_buffer_depth : controller_.queue_depth) -
         lists.queued(request.write);
}

// The clock at which the first arrival enters after a place became free, one request per clock.
inline Cycles Admission::entry_clock(const Request& request, Cycles now) {
  const Cycles in_order = std::max(request.clock, last_entry_ + 1);
  last_entry_ = blocked_ ? std::max(in_order, now) : in_order;
  blocked_ = false;
  return last_entry_;
}

}  // namespace spillway::dram
