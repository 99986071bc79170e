// SPDX-License-Identifier: Apache-2.0
#include "planner/latency/search_state.h"

#include <cmath>

#include "base/index.h"

namespace spillway::latency {
namespace {

double down(double bytes) { return std::floor(bytes * 64) / 64; }
double nearest(double bytes) { return std::round(bytes * 64) / 64; }

FluidProblem rounded(FluidProblem problem) {
  for (Object& object : problem.objects) {
    for (Choice& choice : object.choices) {
      for (Access& access : choice.accesses) {
        access.fast_bytes = nearest(access.fast_bytes);
        access.slow_bytes = nearest(access.slow_bytes);
        access.stall_cycles = nearest(access.stall_cycles);
        access.map_stall = nearest(access.map_stall);
        access.weight_stall = nearest(access.weight_stall);
        access.again_bytes = nearest(access.again_bytes);
      }
      for (Transfer& transfer : choice.transfers) {
        transfer.bytes = nearest(transfer.bytes);
      }
    }
  }
  return problem;
}

std::vector<std::vector<std::int32_t>> guests_by_operator(const FluidProblem& problem) {
  std::vector<std::vector<std::int32_t>> guests(problem.compute_cycles.size());
  for (std::size_t i = 0; i < problem.objects.size(); ++i) {
    for (const Choice& choice : problem.objects[i].choices) {
      for (const Room& room : choice.rooms) {
        for (std::int32_t op = room.first; op <= room.last; ++op) {
          std::vector<std::int32_t>& here = at(guests, op);
          if (here.empty() || here.back() != static_cast<std::int32_t>(i)) {
            here.push_back(static_cast<std::int32_t>(i));
          }
        }
      }
    }
  }
  return guests;
}

}  // namespace

SearchState::SearchState(const FluidProblem& problem, Selection selection)
    : problem_(rounded(problem)),
      rates_{problem.fast_bytes_per_cycle, problem.slow_bytes_per_cycle},
      steps_(problem.compute_cycles.size()),
      guests_(guests_by_operator(problem)) {
  free_.served.resize(steps_.size());
  cheap_.served.resize(steps_.size());
  restart(std::move(selection));
}

void SearchState::restart(Selection selection) {
  forget_proposals();
  selection_ = std::move(selection);
  accepted_ = proposed_ = {};
  for (std::size_t op = 0; op < steps_.size(); ++op) {
    steps_[op].clear(problem_.compute_cycles[op]);
    touch(static_cast<std::int32_t>(op));
  }
  for (std::size_t i = 0; i < selection_.size(); ++i) {
    apply(at(problem_.objects[i].choices, selection_[i]), 1);
  }
  evaluate();
  accept();
}

void SearchState::propose(std::int32_t object, std::int32_t choice) {
  std::int32_t& selected = at(selection_, object);
  const std::vector<Choice>& choices = at(problem_.objects, object).choices;
  changes_.push_back({object, selected});
  apply(at(choices, selected), -1);
  apply(at(choices, choice), 1);
  selected = choice;
}

void SearchState::apply(const Choice& choice, double sign) {
  for (const Access& access : choice.accesses) {
    touch(access.op).load.add(access, sign);
  }
  for (const Room& room : choice.rooms) {
    for (std::int32_t op = room.first; op <= room.last; ++op) {
      touch(op).used += sign > 0 ? room.bytes : -room.bytes;
    }
  }
  for (const Transfer& transfer : choice.transfers) {
    proposed_.transferred += sign * transfer.bytes;
    if (transfer.first <= transfer.last) {
      start(transfer, sign);
    }
  }
}

void SearchState::start(const Transfer& transfer, double sign) {
  std::vector<DeadlineQueue::Entry>& starting = touch(transfer.first).starting;
  const DeadlineQueue::Entry entry{transfer.last, transfer.bytes};
  if (sign > 0) {
    starting.push_back(entry);
    return;
  }
  auto found = std::find(starting.begin(), starting.end(), entry);
  *found = starting.back();
  starting.pop_back();
}

SearchState::Step& SearchState::touch(std::int32_t op) {
  Step& step = at(steps_, op);
  if (!step.touched) {
    step.touched = true;
    touched_.push_back(op);
    proposed_.time -= step.time;
  }
  return step;
}

void SearchState::refresh(Step& step) const {
  step.time = step.load.cycles(rates_);
  step.free.room = down(step.load.free_bytes(rates_));
  step.cheap.room = std::max(step.free.room, down(step.load.cheap_bytes(rates_)));
}

double SearchState::evaluate() {
  if (touched_.empty()) {
    return cycles();
  }
  std::int32_t first = touched_.front();
  std::int32_t last = touched_.front();
  for (const std::int32_t op : touched_) {
    Step& step = at(steps_, op);
    refresh(step);
    proposed_.time += step.time;
    first = std::min(first, op);
    last = std::max(last, op);
  }
  proposed_.free += serve_again(&Step::free, free_, first, last);
  proposed_.cheap += serve_again(&Step::cheap, cheap_, first, last);
  return proposed_.cycles(rates_);
}

double SearchState::serve_again(Serving Step::*serving, Rerun& rerun, std::int32_t first,
                                std::int32_t last) {
  waiting_ = (at(steps_, first).*serving).before;
  rerun.first = first;
  rerun.count = 0;
  double more = 0;
  for (std::size_t op = static_cast<std::size_t>(first); op < steps_.size(); ++op) {
    const Step& step = steps_[op];
    const Serving& before = step.*serving;
    if (static_cast<std::int32_t>(op) > last && waiting_ == before.before) {
      break;
    }
    Served& served = rerun.served[rerun.count++];
    served.before = waiting_;
    for (const DeadlineQueue::Entry& entry : step.starting) {
      waiting_.add(entry.last, entry.bytes);
    }
    served.moved =
        waiting_.empty() ? 0 : waiting_.serve(static_cast<std::int32_t>(op), before.room);
    more += served.moved - before.moved;
  }
  return more;
}

void SearchState::accept() {
  keep(&Step::free, free_);
  keep(&Step::cheap, cheap_);
  accepted_ = proposed_;
  forget_proposals();
}

void SearchState::keep(Serving Step::*serving, Rerun& rerun) {
  for (std::size_t i = 0; i < rerun.count; ++i) {
    Serving& kept = at(steps_, rerun.first + static_cast<std::int32_t>(i)).*serving;
    kept.moved = rerun.served[i].moved;
    std::swap(kept.before, rerun.served[i].before);
  }
}

void SearchState::withdraw() {
  for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
    const std::vector<Choice>& choices = at(problem_.objects, change->object).choices;
    std::int32_t& selected = at(selection_, change->object);
    apply(at(choices, selected), -1);
    apply(at(choices, change->before), 1);
    selected = change->before;
  }
  for (const std::int32_t op : touched_) {
    refresh(at(steps_, op));
  }
  proposed_ = accepted_;
  forget_proposals();
}

void SearchState::forget_proposals() {
  for (const std::int32_t op : touched_) {
    at(steps_, op).touched = false;
  }
  touched_.clear();
  changes_.clear();
  free_.count = 0;
  cheap_.count = 0;
}

std::int32_t SearchState::overfull() const {
  for (const std::int32_t op : touched_) {
    if (at(steps_, op).used > problem_.capacity) {
      return op;
    }
  }
  return -1;
}

Bytes SearchState::room_of(std::int32_t object, std::int32_t choice, std::int32_t op) const {
  Bytes bytes = 0;
  for (const Room& room : at(at(problem_.objects, object).choices, choice).rooms) {
    bytes += room.first <= op && op <= room.last ? room.bytes : 0;
  }
  return bytes;
}

const std::vector<std::int32_t>& SearchState::guests(std::int32_t op) const {
  return at(guests_, op);
}

}  // namespace spillway::latency
