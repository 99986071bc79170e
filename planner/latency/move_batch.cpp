// SPDX-License-Identifier: Apache-2.0
#include "planner/latency/move_batch.h"

#include <algorithm>

#include "base/index.h"

namespace spillway::latency {

MoveBatch::MoveBatch(const FluidProblem& problem, const Selection& from, std::size_t most)
    : problem_(problem), from_(from), most_(most), busy_(problem.compute_cycles.size(), false) {}

bool MoveBatch::take(const Neighbour& move) {
  const Span span = touched_by(move.selection);
  const auto begin = busy_.begin() + std::max(0, span.first - 1);
  const auto end = busy_.begin() + std::min(static_cast<std::int32_t>(busy_.size()), span.last + 2);
  if (begin >= end || std::find(begin, end, true) != end) return false;
  std::fill(begin, end, true);
  moves_.push_back({&move, span});
  return true;
}

MoveBatch::Span MoveBatch::touched_by(const Selection& to) const {
  Span span{static_cast<std::int32_t>(busy_.size()), -1};
  const auto touch = [&](std::int32_t first, std::int32_t last) {
    if (first > last) return;
    span.first = std::min(span.first, first);
    span.last = std::max(span.last, last);
  };
  for (std::size_t i = 0; i < from_.size(); ++i) {
    if (from_[i] == to[i]) continue;
    for (const std::int32_t index : {from_[i], to[i]}) {
      const Choice& choice = at(problem_.objects[i].choices, index);
      for (const Access& access : choice.accesses) touch(access.op, access.op);
      for (const Room& room : choice.rooms) touch(room.first, room.last);
      for (const Transfer& transfer : choice.transfers) touch(transfer.first, transfer.last);
    }
  }
  return span;
}

void MoveBatch::add(const Neighbour& move, Selection& selection) const {
  for (std::size_t i = 0; i < selection.size(); ++i) {
    if (move.selection[i] != from_[i]) selection[i] = move.selection[i];
  }
}

Selection MoveBatch::all() const {
  Selection selection = from_;
  for (const Taken& taken : moves_) add(*taken.move, selection);
  return selection;
}

Selection MoveBatch::faster(const std::vector<double>& before,
                            const std::vector<double>& after) const {
  Selection selection = from_;
  for (const Taken& taken : moves_) {
    const std::int32_t end = std::min(static_cast<std::int32_t>(busy_.size()), taken.span.last + 2);
    double change = 0;
    for (std::int32_t op = taken.span.first; op < end; ++op) {
      change += at(after, op) - at(before, op);
    }
    if (change < 0) add(*taken.move, selection);
  }
  return selection;
}

}  // namespace spillway::latency
