// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/request_lists.h"

#include <cassert>

namespace spillway::dram {

RequestLists::RequestLists(int slots) : nodes_(static_cast<std::size_t>(slots)) { clear(); }

void RequestLists::clear() {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i].next = i + 1 < nodes_.size() ? static_cast<std::int16_t>(i + 1) : no_slot;
  }
  free_ = nodes_.empty() ? no_slot : std::int16_t{0};
  lists_.fill({});
  totals_ = {};
  busy_ = 0;
  next_age_ = 1;
}

std::int16_t RequestLists::push(const Request& request) {
  assert(free_ != no_slot);
  const std::int16_t slot = free_;
  Node& added = node(slot);
  free_ = added.next;
  List& target = lists_[index(request.bank, request.write)];
  added = {request, next_age_++, target.tail, no_slot};
  (target.tail == no_slot ? target.head : node(target.tail).next) = slot;
  target.tail = slot;
  ++target.count;
  ++totals_[request.write ? 1 : 0];
  busy_ |= 1U << request.bank;
  return slot;
}

void RequestLists::erase(std::int16_t slot) {
  Node& gone = node(slot);
  const int bank = gone.request.bank;
  List& from = lists_[index(bank, gone.request.write)];
  (gone.previous == no_slot ? from.head : node(gone.previous).next) = gone.next;
  (gone.next == no_slot ? from.tail : node(gone.next).previous) = gone.previous;
  --from.count;
  --totals_[gone.request.write ? 1 : 0];
  if (count(bank) == 0) busy_ &= ~(1U << bank);
  gone.next = free_;
  free_ = slot;
}

void RequestLists::restore(const Place& place) {
  assert(free_ == place.slot);
  Node& back = node(place.slot);
  free_ = back.next;
  const int bank = place.request.bank;
  List& to = lists_[index(bank, place.request.write)];
  back = {place.request, place.age, place.next == no_slot ? to.tail : node(place.next).previous,
          place.next};
  (back.previous == no_slot ? to.head : node(back.previous).next) = place.slot;
  (place.next == no_slot ? to.tail : node(place.next).previous) = place.slot;
  ++to.count;
  ++totals_[place.request.write ? 1 : 0];
  busy_ |= 1U << bank;
}

}  // namespace spillway::dram
