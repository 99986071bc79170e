// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/occupied_spans.h"

#include <algorithm>
#include <limits>

#include "base/index.h"
#include "base/rounding.h"

namespace spillway::exact {
namespace {

bool ends_before(const Span& span, Bytes address) { return span.end < address; }

}  // namespace

OccupiedSpans::OccupiedSpans(std::int32_t sections) : sections_(std::max(sections, 1)) {
  std::size_t nodes = 2;
  while (nodes < 2 * static_cast<std::size_t>(sections_)) nodes *= 2;
  covering_.resize(nodes);
  touching_.resize(nodes);
}

void OccupiedSpans::unite(Union& spans, Span span) {
  const auto first = std::lower_bound(spans.begin(), spans.end(), span.begin, ends_before);
  auto last = first;
  for (; last != spans.end() && last->begin <= span.end; ++last) {
    span.begin = std::min(span.begin, last->begin);
    span.end = std::max(span.end, last->end);
  }
  if (first == last) {
    spans.insert(first, span);
  } else {
    *first = span;
    spans.erase(first + 1, last);
  }
}

void OccupiedSpans::insert(const Rectangle& item, Bytes offset) {
  add(1, 0, sections_, item, {offset, offset + item.size});
}

void OccupiedSpans::add(std::int32_t node, std::int32_t low, std::int32_t high,
                        const Rectangle& item, const Span& span) {
  ++work_;
  unite(at(touching_, node), span);
  if (item.first_section <= low && high <= item.end_section) {
    unite(at(covering_, node), span);
    return;
  }
  const std::int32_t middle = low + (high - low) / 2;
  if (item.first_section < middle) add(2 * node, low, middle, item, span);
  if (item.end_section > middle) add(2 * node + 1, middle, high, item, span);
}

void OccupiedSpans::read(const Union& spans) {
  if (!spans.empty()) readers_.push_back({spans.data(), spans.data() + spans.size()});
}

/// Collects lists of occupied address ranges. The lists together cover the addresses of all placed
/// items that are live at the same time as `item`. The function visits the subtree of `node`, which
/// covers the sections of time [low, high).
void OccupiedSpans::collect(std::int32_t node, std::int32_t low, std::int32_t high,
                            const Rectangle& item) {
  if (item.first_section <= low && high <= item.end_section) {
    read(at(touching_, node));
    return;
  }
  read(at(covering_, node));
  const std::int32_t middle = low + (high - low) / 2;
  if (item.first_section < middle) collect(2 * node, low, middle, item);
  if (item.end_section > middle) collect(2 * node + 1, middle, high, item);
}

/// Returns the lowest aligned address, not below `address`, with `size` free bytes. Afterwards
/// every reader (position in a union of spans) is at the first span above the returned address.
Bytes OccupiedSpans::skip_taken(Bytes address, Bytes size, Bytes alignment) {
  for (std::size_t unchanged = 0, r = 0; unchanged < readers_.size();
       r = (r + 1) % readers_.size()) {
    Reader& reader = readers_[r];
    ++unchanged;
    while (reader.next != reader.last &&
           (reader.next->end <= address || reader.next->begin < address + size)) {
      ++work_;
      if (reader.next->end > address) {
        address = round_up(reader.next->end, alignment);
        unchanged = 1;
      }
      ++reader.next;
    }
  }
  return address;
}

Bytes OccupiedSpans::lowest_gap(const Rectangle& item) {
  readers_.clear();
  collect(1, 0, sections_, item);
  return skip_taken(0, item.size, item.alignment);
}

Bytes OccupiedSpans::smallest_gap(const Rectangle& item) {
  readers_.clear();
  collect(1, 0, sections_, item);
  Bytes best = -1;
  Bytes smallest = std::numeric_limits<Bytes>::max();
  Bytes address = 0;
  while (true) {
    address = skip_taken(address, item.size, item.alignment);
    Bytes above = std::numeric_limits<Bytes>::max();
    for (const Reader& reader : readers_) {
      if (reader.next != reader.last) above = std::min(above, reader.next->begin);
    }
    if (above == std::numeric_limits<Bytes>::max()) return best >= 0 ? best : address;
    if (above - address < smallest) {
      smallest = above - address;
      best = address;
    }
    address = round_up(above, item.alignment);
  }
}

}  // namespace spillway::exact
