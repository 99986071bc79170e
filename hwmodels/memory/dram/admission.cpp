// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/admission.h"

namespace spillway::dram {

Admission::Admission(const DramParameters& parameters, BurstTable& bursts)
    : controller_(parameters.controller), tck_(parameters.clocks.tck), bursts_(bursts) {
  reads_.reserve(static_cast<std::size_t>(controller_.read_queue_depth));
  writes_.reserve(static_cast<std::size_t>(controller_.write_buffer_depth));
}

void Admission::reset() {
  arrivals_.clear();
  blocked_ = transfer_blocked_ = false;
  last_entry_ = last_transfer_ = -1;
  last_bank_ = 0;
  reads_.clear();
  writes_.clear();
  draining_ = 0;
}

std::optional<Request> Admission::next(const RequestLists& lists, Cycles now) {
  fill_front_queues(now);
  return transfer(lists, now);
}

Request Admission::visible(Request request, Cycles clock) const {
  request.clock = clock + controller_.latency;
  return request;
}

void Admission::acknowledge(const Request& request, Cycles clock) {
  const Picoseconds accepted = (clock + 1) * tck_;
  bursts_.finish_part(request.burst, clock * tck_, accepted, accepted);
}

void Admission::fill_front_queues(Cycles now) {
  const Cycles room = std::max(now, last_transfer_);
  while (!arrivals_.empty()) {
    Request request = arrivals_.front();
    const bool buffered = request.write && controller_.write_buffer_depth > 0;
    std::vector<Request>& queue = buffered ? writes_ : reads_;
    const int depth = buffered ? controller_.write_buffer_depth : controller_.read_queue_depth;
    if (static_cast<int>(queue.size()) == depth) {
      blocked_ = true;
      return;
    }
    request.clock = entry_clock(request, room);
    if (request.write && controller_.acknowledge_on_acceptance) {
      acknowledge(request, request.clock);
    }
    queue.push_back(request);
    arrivals_.pop();
  }
}

// Reads, or writes while a batch of them is being drained. A batch begins at the upper watermark,
// or above the lower one when the banks have nothing to do; without acknowledgement masters wait
// for their writes, so that any number is drained then.
std::vector<Request>& Admission::front_queue(const RequestLists& lists) {
  const int waiting = static_cast<int>(writes_.size());
  if (draining_ == 0 && waiting > 0) {
    const int low = controller_.acknowledge_on_acceptance ? controller_.write_low : 0;
    const bool idle = lists.count() == 0 && waiting > low;
    if (waiting >= controller_.write_high || idle) draining_ = waiting;
  }
  return draining_ > 0 ? writes_ : reads_;
}

std::optional<Request> Admission::transfer(const RequestLists& lists, Cycles now) {
  std::vector<Request>& queue = front_queue(lists);
  for (auto it = queue.begin(); it != queue.end(); ++it) {
    if (lists.count(it->bank) >= controller_.queue_depth) continue;
    last_transfer_ = std::max({it->clock, last_transfer_ + 1, transfer_blocked_ ? now : 0});
    transfer_blocked_ = false;
    const Request moved = visible(*it, last_transfer_);
    queue.erase(it);
    if (draining_ > 0) --draining_;
    return moved;
  }
  transfer_blocked_ = !queue.empty();
  return std::nullopt;
}

}  // namespace spillway::dram
