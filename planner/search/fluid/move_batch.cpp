// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fluid/move_batch.h"

#include <algorithm>
#include <utility>

#include "base/index.h"

namespace spillway::search {

MoveBatch::MoveBatch(const FluidProblem& problem, const Selection& from, std::size_t most)
    : problem_(problem), from_(from), most_(most), busy_(problem.compute_cycles.size(), false) {}

bool MoveBatch::take(const Neighbour& move) {
  const Span span = touched_by(move);
  const auto begin = busy_.begin() + std::max(0, span.first - 1);
  const auto end = busy_.begin() + std::min(static_cast<std::int32_t>(busy_.size()), span.last + 2);
  if (begin >= end || std::find(begin, end, true) != end) return false;
  std::fill(begin, end, true);
  moves_.push_back({&move, span});
  return true;
}

MoveBatch::Span MoveBatch::touched_by(const Neighbour& move) const {
  Span span{static_cast<std::int32_t>(busy_.size()), -1};
  const auto touch = [&](std::int32_t first, std::int32_t last) {
    if (first > last) return;
    span.first = std::min(span.first, first);
    span.last = std::max(span.last, last);
  };
  for (const Change& change : move.changes) {
    for (const std::int32_t index : {at(from_, change.object), change.choice}) {
      const Choice& choice = at(at(problem_.objects, change.object).choices, index);
      for (const Access& access : choice.accesses) touch(access.op, access.op);
      for (const Occupancy& occupancy : choice.occupancies) touch(occupancy.first, occupancy.last);
      for (const Transfer& transfer : choice.transfers) touch(transfer.first, transfer.last);
    }
  }
  return span;
}

Selection MoveBatch::all() const {
  Selection selection = from_;
  for (const Taken& taken : moves_) selection = taken.move->of(std::move(selection));
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
    if (change < 0) selection = taken.move->of(std::move(selection));
  }
  return selection;
}

}  // namespace spillway::search
