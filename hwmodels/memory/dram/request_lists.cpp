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
  held_ = {};
  busy_ = 0;
  next_sequence_number_ = 1;
}

void RequestLists::restore(const Place& place) {
  assert(free_ == place.slot);
  Node& back = node(place.slot);
  free_ = back.next;
  const int bank = place.request.bank;
  List& to = lists_[index(bank, place.request.write)];
  back = {place.request, place.sequence_number,
          place.next == no_slot ? to.tail : node(place.next).previous, place.next};
  (back.previous == no_slot ? to.head : node(back.previous).next) = place.slot;
  (place.next == no_slot ? to.tail : node(place.next).previous) = place.slot;
  ++to.count;
  ++totals_[place.request.write ? 1 : 0];
  busy_ |= 1U << bank;
}

}  // namespace spillway::dram
