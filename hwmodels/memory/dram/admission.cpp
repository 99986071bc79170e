// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/admission.h"

#include "base/index.h"

namespace spillway::dram {

Admission::Admission(const DramParameters& parameters, BurstTable& bursts)
    : controller_(parameters.controller), tck_(parameters.clocks.tck), bursts_(bursts) {
  reads_.reserve(static_cast<std::size_t>(controller_.read_queue_depth));
  writes_.reserve(static_cast<std::size_t>(controller_.write_buffer_depth));
}

void Admission::reset() {
  arrivals_.clear();
  blocked_ = false;
  last_entry_ = last_transfer_ = place_free_at_ = -1;
  last_bank_ = 0;
  reads_.clear();
  writes_.clear();
  draining_ = 0;
}

// Acknowledges a write that the controller accepts at `clock`. Like a request, the acknowledgement
// takes the controller's latency, but at least one clock.
void Admission::acknowledge(const Request& request, Cycles clock) {
  const Picoseconds accepted = (clock + std::max<Cycles>(controller_.latency, 1)) * tck_;
  bursts_.finish_parts(request.burst, 1, clock * tck_, accepted, accepted);
}

bool Admission::fill_front_queues() {
  bool entered = false;
  while (!arrivals_.empty()) {
    Request request = arrivals_.front();
    const bool buffered = request.write && controller_.write_buffer_depth > 0;
    std::vector<Request>& queue = buffered ? writes_ : reads_;
    const int depth = buffered ? controller_.write_buffer_depth : controller_.read_queue_depth;
    if (static_cast<int>(queue.size()) == depth) {
      blocked_ = true;
      return entered;
    }
    request.clock = entry_clock(request, last_transfer_ + 1);
    if (request.write && controller_.acknowledge_on_acceptance) {
      acknowledge(request, request.clock);
    }
    queue.push_back(request);
    pop_columns(1);
    entered = true;
  }
  return entered;
}

// Returns the largest number of waiting writes for which no batch begins while the lists are empty:
// the lower watermark if writes are acknowledged on acceptance. Otherwise 0, because masters wait
// until their writes are done. A batch itself moves all writes that wait when it begins.
int Admission::drained_to() const {
  return controller_.acknowledge_on_acceptance ? controller_.write_low : 0;
}

// Returns the first clock from `earliest` on at which a batch of writes begins: when the number of
// waiting writes reaches the upper watermark, or when more than drained_to() writes wait and the
// lists of the scheduler are empty.
Cycles Admission::batch_begins(const RequestLists& lists, Cycles earliest) const {
  const auto reached = [&](int number) {
    return static_cast<int>(writes_.size()) < number
               ? never
               : std::max(at(writes_, number - 1).clock, earliest);
  };
  const Cycles full = reached(controller_.write_high);
  return lists.count() > 0 ? full : std::min(full, reached(drained_to() + 1));
}

std::optional<Admission::Transfer> Admission::first_with_place(const std::vector<Request>& queue,
                                                               const RequestLists& lists,
                                                               Cycles earliest) const {
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (lists.count(queue[i].bank) >= controller_.queue_depth) continue;
    return Transfer{queue[i], std::max(queue[i].clock, earliest), i, 0, last_transfer_, draining_};
  }
  return std::nullopt;
}

std::optional<Admission::Transfer> Admission::next_transfer(const RequestLists& lists) const {
  const Cycles earliest = std::max(last_transfer_ + 1, place_free_at_);
  int batch = draining_;
  Cycles begin = earliest;
  if (batch == 0) {
    begin = writes_.empty() ? never : batch_begins(lists, earliest);
    const auto read = first_with_place(reads_, lists, earliest);
    if (read && read->clock < begin) return read;
    if (begin == never) return std::nullopt;
    const auto late = std::find_if(writes_.begin(), writes_.end(),
                                   [&](const Request& write) { return write.clock > begin; });
    batch = static_cast<int>(late - writes_.begin());
  }
  std::optional<Transfer> write = first_with_place(writes_, lists, begin);
  if (write) write->draining = batch;
  return write;
}

void Admission::make(const Transfer& transfer) {
  std::vector<Request>& queue = transfer.draining > 0 ? writes_ : reads_;
  queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(transfer.place));
  draining_ = std::max(transfer.draining - 1, 0);
  last_transfer_ = transfer.clock;
}

void Admission::undo(const Transfer& transfer) {
  std::vector<Request>& queue = transfer.draining > 0 ? writes_ : reads_;
  queue.insert(queue.begin() + static_cast<std::ptrdiff_t>(transfer.place), transfer.request);
  draining_ = transfer.was_draining;
  last_transfer_ = transfer.last_transfer;
}

}  // namespace spillway::dram
