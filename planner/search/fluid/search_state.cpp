// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fluid/search_state.h"

#include <algorithm>

#include "base/index.h"

namespace spillway::search {
namespace {

/// Returns non-negative bytes rounded down to 1/64. From 2^52 on, a double has no fraction.
double down(double bytes) {
  constexpr double whole_from = 4503599627370496.0;
  const double parts = bytes * 64;
  const double cut =
      parts < whole_from ? static_cast<double>(static_cast<std::int64_t>(parts)) : parts;
  return cut / 64;
}

}  // namespace

SearchState::SearchState(const FluidProblem& problem, Selection selection, Bytes capacity)
    : problem_(problem),
      capacity_(capacity),
      rates_{problem.fast_bytes_per_cycle, problem.slow_bytes_per_cycle},
      steps_(problem.compute_cycles.size()),
      dma_(steps_.size(), problem.in_flight) {
  restart(std::move(selection));
}

void SearchState::restart(Selection selection) {
  forget_proposals();
  selection_ = std::move(selection);
  accepted_ = proposed_ = {};
  for (std::size_t op = 0; op < steps_.size(); ++op) {
    steps_[op].clear(problem_.compute_cycles()[op]);
    load(static_cast<std::int32_t>(op));
  }
  for (std::size_t i = 0; i < selection_.size(); ++i) {
    apply(problem_.choice(static_cast<std::int32_t>(i), selection_[i]), 1);
  }
  for (const SharedBytes& shared : problem_.shared()) {
    if (is_shared(shared)) touch(shared.op).used -= shared.bytes;
  }
  evaluate();
  accept();
}

void SearchState::propose(std::int32_t object, std::int32_t choice) {
  std::int32_t& selected = at(selection_, object);
  changes_.push_back({object, selected});
  count_shared(object, 1);
  apply(problem_.choice(object, selected), -1);
  apply(problem_.choice(object, choice), 1);
  selected = choice;
  count_shared(object, -1);
}

std::vector<Change> SearchState::changes() const {
  std::vector<Change> changes;
  for (const Change& change : changes_) {
    const bool again = std::any_of(changes.begin(), changes.end(), [&](const Change& other) {
      return other.object == change.object;
    });
    if (!again) changes.push_back({change.object, at(selection_, change.object)});
  }
  return changes;
}

bool SearchState::is_shared(const SharedBytes& shared) const {
  return occupied_bytes(shared.operand, at(selection_, shared.operand), shared.op) > 0 &&
         occupied_bytes(shared.result, at(selection_, shared.result), shared.op) > 0;
}

void SearchState::count_shared(std::int32_t object, std::int32_t sign) {
  for (const std::int32_t index : problem_.shared_by(object)) {
    const SharedBytes& shared = at(problem_.shared(), index);
    if (is_shared(shared)) touch(shared.op).used += sign * shared.bytes;
  }
}

void SearchState::apply(const RoundedProblem::IndexedChoice& choice, double sign) {
  for (const Access& access : problem_.accesses(choice)) {
    load(access.op).now.load.add(access, sign);
  }
  for (const Occupancy& occupancy : problem_.occupancies(choice)) {
    for (std::int32_t op = occupancy.first; op <= occupancy.last; ++op) {
      touch(op).used += sign > 0 ? occupancy.bytes : -occupancy.bytes;
    }
  }
  for (const Transfer& transfer : problem_.transfers(choice)) {
    load(transfer.first);
    start(transfer, sign);
  }
}

void SearchState::start(const Transfer& transfer, double sign) {
  if (transfer.first > transfer.last) {
    at(steps_, transfer.first).exposed += sign * transfer.bytes;
    return;
  }
  std::vector<DeadlineQueue::Entry>& starting = at(steps_, transfer.first).starting;
  const DeadlineQueue::Entry entry{transfer.last, transfer.bytes};
  const auto place = std::find_if(starting.begin(), starting.end(), [&](const auto& other) {
    return other.last != entry.last ? other.last > entry.last : other.bytes >= entry.bytes;
  });
  if (sign > 0) {
    starting.insert(place, entry);
  } else {
    starting.erase(place);
  }
}

inline SearchState::Step& SearchState::touch(std::int32_t op) {
  Step& step = at(steps_, op);
  if (!step.touched) {
    step.touched = true;
    step.loaded = false;
    step.used_before = step.used;
    touched_.push_back(op);
    proposed_.time -= step.now.time;
  }
  return step;
}

inline SearchState::Step& SearchState::load(std::int32_t op) {
  Step& step = touch(op);
  if (!step.loaded) {
    step.loaded = true;
    step.before = step.now;
  }
  return step;
}

void SearchState::refresh(Step& step) const {
  Loaded& now = step.now;
  now.time = now.load.cycles(rates_);
  const double free = now.load.free_bytes(rates_, now.time);
  now.free = down(free);
  now.cheap = std::max(now.free, down(now.load.cheap_bytes(rates_, free)));
}

void SearchState::refresh_touched() {
  if (refreshed_) return;
  refreshed_ = true;
  first_loaded_ = static_cast<std::int32_t>(steps_.size());
  last_loaded_ = -1;
  for (const std::int32_t op : touched_) {
    Step& step = at(steps_, op);
    if (step.loaded) {
      refresh(step);
      first_loaded_ = std::min(first_loaded_, op);
      last_loaded_ = std::max(last_loaded_, op);
    }
    // Add up the steps in a fixed order, because another order gives another rounding.
    proposed_.time += step.now.time;
  }
}

double SearchState::least_cycles() {
  refresh_touched();
  return proposed_.time;
}

double SearchState::evaluate() {
  if (touched_.empty()) {
    return cycles();
  }
  refresh_touched();
  proposed_.waits = dma_.waits(first_loaded_, last_loaded_, rates_,
                               [this](std::size_t op) { return work_of(op); });
  return proposed_.cycles();
}

InOrderDma::Work<std::vector<DeadlineQueue::Entry>> SearchState::work_of(std::size_t op) const {
  const Step& step = steps_[op];
  return {step.exposed, step.starting, step.now.free, step.now.cheap};
}

void SearchState::accept() {
  if (refreshed_) {
    dma_.keep(rates_, [this](std::size_t op) { return work_of(op); });
  }
  accepted_ = proposed_;
  forget_proposals();
}

void SearchState::withdraw() {
  for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
    std::int32_t& selected = at(selection_, change->object);
    start_again(problem_.choice(change->object, selected), -1);
    start_again(problem_.choice(change->object, change->choice), 1);
    selected = change->choice;
  }
  for (const std::int32_t op : touched_) {
    Step& step = at(steps_, op);
    step.used = step.used_before;
    if (step.loaded) step.now = step.before;
  }
  proposed_ = accepted_;
  forget_proposals();
}

void SearchState::start_again(const RoundedProblem::IndexedChoice& choice, double sign) {
  for (const Transfer& transfer : problem_.transfers(choice)) {
    start(transfer, sign);
  }
}

void SearchState::forget_proposals() {
  for (const std::int32_t op : touched_) {
    at(steps_, op).touched = false;
  }
  touched_.clear();
  refreshed_ = false;
  changes_.clear();
}

std::int32_t SearchState::overfull() const {
  for (const std::int32_t op : touched_) {
    if (at(steps_, op).used > capacity_) {
      return op;
    }
  }
  return -1;
}

}  // namespace spillway::search
