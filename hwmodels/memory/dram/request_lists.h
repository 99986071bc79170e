// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "base/index.h"
#include "hwmodels/memory/dram/device.h"

namespace spillway::dram {

/// Consecutive column commands of one burst in one row, as they reach a channel. If the controller
/// has front queues (in which requests wait before the lists), Channel::enter_front() splits a
/// request into requests of a single column command.
struct Request {
  // The clock of arrival. In the lists, this is the first clock at which the first column command
  // can be chosen; every further column command can be chosen one clock after the previous column
  // command.
  Cycles clock = 0;
  std::int64_t row = 0;
  std::uint32_t burst = 0;  // index of the burst to which the request belongs
  std::int32_t columns = 1;
  std::int16_t bank = 0;
  bool write = false;
};

/// The requests from which the scheduler may choose. There is one list per bank and direction, in
/// order of age. All lists store their requests in a common array of slots.
class RequestLists {
 public:
  explicit RequestLists(int slots);
  void clear();

  std::int16_t push(const Request& request);
  /// Appends the column commands of `request` to the request that was pushed last, if both are of
  /// the same burst and row, and if one of these conditions holds:
  /// * The first column command of `request` arrives one clock after the last column command of the
  ///   request that was pushed last.
  /// * All column commands of `request` arrive at clock `past` or earlier. (Before `past`, no
  ///   command is chosen, so the clocks do not matter.)
  /// Returns false if nothing was appended; then the caller has to push() the request.
  bool join(const Request& request, Cycles past);
  /// Removes the first `columns` column commands of a request. Returns false if the request has no
  /// column command left.
  bool take_columns(std::int16_t slot, std::int32_t columns);
  /// A request and its position in its list, to restore it later.
  struct Place {
    Request request;
    std::uint64_t sequence_number = 0;
    std::int16_t slot = no_slot;
    std::int16_t next = no_slot;
  };
  Place place(std::int16_t slot) const {
    return {node(slot).request, node(slot).sequence_number, slot, node(slot).next};
  }
  /// Undoes the last take_columns(). Requires that this call removed the only column command of the
  /// request at `place`.
  void restore(const Place& place);

  const Request& operator[](std::int16_t slot) const { return node(slot).request; }
  /// Returns the sequence number of the request's first column command. The numbers count the
  /// column commands in the order in which they entered the lists, so an older request has a
  /// smaller number.
  std::uint64_t sequence_number(std::int16_t slot) const { return node(slot).sequence_number; }
  std::int16_t oldest(int bank, bool write) const { return list(bank, write).head; }
  std::int16_t older(std::int16_t a, std::int16_t b) const {
    if (a == no_slot) return b;
    return b == no_slot || sequence_number(a) < sequence_number(b) ? a : b;
  }
  /// Returns the first request for `row` among the request in `slot` and the requests after it in
  /// its list; no_slot if the list has no such request.
  std::int16_t find_row(std::int16_t slot, std::int64_t row) const {
    while (slot != no_slot && node(slot).request.row != row) slot = node(slot).next;
    return slot;
  }
  /// Whether the last request of the same bank and direction is for the same row.
  bool ends_with(const Request& request) const {
    const std::int16_t last = list(request.bank, request.write).tail;
    return last != no_slot && node(last).request.row == request.row;
  }
  std::int16_t next(std::int16_t slot) const { return node(slot).next; }

  /// Return the number of column commands in the lists: of a bank, of a direction, and of all
  /// lists.
  int count(int bank) const { return list(bank, false).count + list(bank, true).count; }
  int count(bool write) const { return totals_[write ? 1 : 0]; }
  int count() const { return totals_[0] + totals_[1]; }
  /// Returns the number of column commands of one direction that occupy places in the queue. Column
  /// commands of requests whose row an activate has opened wait outside the queue and occupy no
  /// places; the caller gives their number with hold().
  int queued(bool write) const { return totals_[write ? 1 : 0] - held_[write ? 1 : 0]; }
  void hold(std::array<int, 2> reads_and_writes) { held_ = reads_and_writes; }
  /// Returns the banks with requests, as a bit mask.
  std::uint32_t busy_banks() const { return busy_; }

 private:
  struct Node {
    Request request;
    // The sequence number of the first column command; every further column command has the next
    // number.
    std::uint64_t sequence_number = 0;
    std::int16_t previous = no_slot;
    std::int16_t next = no_slot;
  };
  struct List {
    std::int16_t head = no_slot;
    std::int16_t tail = no_slot;
    std::int32_t count = 0;
  };

  static std::size_t index(int bank, bool write) {
    return 2 * static_cast<std::size_t>(bank) + (write ? 1 : 0);
  }
  const Node& node(std::int16_t slot) const { return at(nodes_, slot); }
  Node& node(std::int16_t slot) { return at(nodes_, slot); }
  const List& list(int bank, bool write) const { return lists_[index(bank, write)]; }

  std::vector<Node> nodes_;
  std::int16_t free_ = no_slot;
  std::array<List, std::size_t{2} * max_banks> lists_;
  std::array<int, 2> totals_{};
  std::array<int, 2> held_{};
  std::uint32_t busy_ = 0;
  std::uint64_t next_sequence_number_ = 1;
};

inline std::int16_t RequestLists::push(const Request& request) {
  assert(free_ != no_slot);
  const std::int16_t slot = free_;
  Node& added = node(slot);
  free_ = added.next;
  List& target = lists_[index(request.bank, request.write)];
  added = {request, next_sequence_number_, target.tail, no_slot};
  next_sequence_number_ += static_cast<std::uint64_t>(request.columns);
  (target.tail == no_slot ? target.head : node(target.tail).next) = slot;
  target.tail = slot;
  target.count += request.columns;
  totals_[request.write ? 1 : 0] += request.columns;
  busy_ |= 1U << request.bank;
  return slot;
}

inline bool RequestLists::join(const Request& request, Cycles past) {
  List& target = lists_[index(request.bank, request.write)];
  if (target.tail == no_slot) return false;
  Node& last = node(target.tail);
  Request& before = last.request;
  const bool one_by_one = before.clock + before.columns == request.clock;
  const bool all_past = request.clock + request.columns - 1 <= past;
  if ((!one_by_one && !all_past) || before.burst != request.burst || before.row != request.row ||
      last.sequence_number + static_cast<std::uint64_t>(before.columns) != next_sequence_number_) {
    return false;
  }
  next_sequence_number_ += static_cast<std::uint64_t>(request.columns);
  before.columns += request.columns;
  target.count += request.columns;
  totals_[request.write ? 1 : 0] += request.columns;
  return true;
}

inline bool RequestLists::take_columns(std::int16_t slot, std::int32_t columns) {
  Node& gone = node(slot);
  const int bank = gone.request.bank;
  List& from = lists_[index(bank, gone.request.write)];
  from.count -= columns;
  totals_[gone.request.write ? 1 : 0] -= columns;
  if (gone.request.columns > columns) {
    gone.request.columns -= columns;
    gone.request.clock += columns;
    gone.sequence_number += static_cast<std::uint64_t>(columns);
    return true;
  }
  (gone.previous == no_slot ? from.head : node(gone.previous).next) = gone.next;
  (gone.next == no_slot ? from.tail : node(gone.next).previous) = gone.previous;
  if (count(bank) == 0) busy_ &= ~(1U << bank);
  gone.next = free_;
  free_ = slot;
  return false;
}

}  // namespace spillway::dram
