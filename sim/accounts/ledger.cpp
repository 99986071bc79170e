// SPDX-License-Identifier: Apache-2.0
#include "sim/accounts/ledger.h"

#include <algorithm>

#include "base/index.h"

namespace spillway::sim {
namespace {

// Adds `cycles` of a category to an operator.
void add(OperatorTiming& timing, Category category, Cycles cycles) {
  switch (category) {
    case compute:
      timing.compute += cycles;
      return;
    case dma_wait:
      timing.dma_wait += cycles;
      return;
    case overhead:
      timing.overhead += cycles;
      return;
    case host:
      timing.host += cycles;
      return;
    default:
      at(timing.memory_stall, category - stall_base) += cycles;
  }
}

}  // namespace

void Ledger::reset(const Program& program, std::size_t memories) {
  memories_ = memories;
  booked_until_ = 0;
  overrun_ = false;
  overrun_operator_ = -1;
  slices_.clear();
  turns_ = Turns(program);
  ends_.assign(turns_.count(), 0);
  traffic_.assign(program.operators.size() * memories * 2, {});
}

void Ledger::book(Picoseconds until, Category category) {
  if (until <= booked_until_) return;
  booked_until_ = until;
  if (!slices_.empty() && slices_.back().category == category) {
    slices_.back().end = until;
  } else {
    slices_.push_back({until, category});
  }
}

void Ledger::describe(const Program& program, std::vector<OperatorTiming>& timings) const {
  for (std::size_t i = 0; i < timings.size(); ++i) {
    const ProgramOperator& op = program.operators[i];
    OperatorTiming& timing = timings[i];
    timing.name = op.name;
    timing.type = op.type;
    timing.macs = op.macs;
    timing.note = op.note;
    timing.memory_stall.assign(memories_, 0);
    for (std::size_t m = 0; m < memories_; ++m) {
      const Traffic& read = traffic_[(i * memories_ + m) * 2];
      const Traffic& written = traffic_[(i * memories_ + m) * 2 + 1];
      timing.read_bytes.push_back(read.moved);
      timing.write_bytes.push_back(written.moved);
      timing.useful_bytes.push_back(read.useful + written.useful);
    }
  }
}

std::vector<OperatorTiming> Ledger::operators(const Program& program, ClockDomain clock) const {
  std::vector<OperatorTiming> timings(program.operators.size());
  describe(program, timings);
  Position position;
  for (std::size_t turn = 0; turn < turns_.count(); ++turn) {
    OperatorTiming& timing = at(timings, turns_.owner(turn));
    const Picoseconds end = std::max(position.time, ends_[turn]);
    timing.end += clock.to_cycles(end) - clock.to_cycles(position.time);
    share_out(timing, position, end, clock);
  }
  Cycles start = 0;
  for (OperatorTiming& timing : timings) {
    timing.start = start;
    start = timing.end += start;
  }
  return timings;
}

// Distributes the booked time from `position` to `end` over the categories of `timing`, in cycles.
// Both ends of an interval are rounded to cycles before they are subtracted, so the rounded parts
// add up to the rounded sum. Time that is not booked counts as overhead, because the processor had
// nothing to do.
void Ledger::share_out(OperatorTiming& timing, Position& position, Picoseconds end,
                       ClockDomain clock) const {
  while (position.time < end) {
    const bool booked = position.slice < slices_.size();
    const Picoseconds cut = booked ? std::min(end, slices_[position.slice].end) : end;
    add(timing, booked ? slices_[position.slice].category : overhead,
        clock.to_cycles(cut) - clock.to_cycles(position.time));
    position.time = cut;
    if (booked && cut == slices_[position.slice].end) ++position.slice;
  }
}

}  // namespace spillway::sim
