// SPDX-License-Identifier: Apache-2.0
#include "sim/engines/tile/tile_steps.h"

#include <algorithm>
#include <utility>

namespace spillway::sim {
namespace {

std::uint32_t next_index(std::size_t size) { return static_cast<std::uint32_t>(size); }

// Returns the index of the step that ends the loop which begins at step `at`.
std::uint32_t end_of_loop(const Program& program, std::uint32_t at) {
  int depth = 0;
  for (;; ++at) {
    if (program.steps[at].kind == TileStepKind::loop) ++depth;
    if (program.steps[at].kind == TileStepKind::end && --depth == 0) return at;
  }
}

}  // namespace

/// A loop whose end has not been reached yet.
struct TileSteps::Open {
  std::int64_t iterations = 1;
  std::int64_t slots_before = 0;
  std::uint32_t body = 0;
  std::uint32_t depth = 0;
  std::uint32_t first_touch = 0;
};

TileSteps::TileSteps(const Program& program, Range steps,
                     const std::vector<std::int32_t>& line_bytes)
    : line_bytes_(line_bytes), untimed_(line_bytes.size() * 2, 0) {
  std::vector<Open> open;
  // Product of the iterations of all loops whose end has not been reached.
  std::int64_t iterations = 1;
  for (std::uint32_t at = steps.first; at < steps.first + steps.count; ++at) {
    const TileStep& step = program.steps[at];
    switch (step.kind) {
      case TileStepKind::loop:
        if (step.value == 0) {
          at = end_of_loop(program, at);
          break;
        }
        iterations *= step.value;
        open.push_back({step.value, slots_, next_index(steps_.size()), next_index(open.size()),
                        next_index(touches_.size())});
        // Issue slots before the loop must not be repeated with its body, so they become a step of
        // their own. This step is removed again if the loop's body turns out to have only issue
        // slots (close()).
        push(Kind::slots, 0);
        break;
      case TileStepKind::end:
        iterations /= open.back().iterations;
        close(open.back());
        open.pop_back();
        break;
      case TileStepKind::slots:
        slots_ += step.value;
        break;
      case TileStepKind::touch:
        add_touch(program.touches[step.index], iterations);
        break;
      case TileStepKind::load:
        push(Kind::load, step.index);
        break;
    }
  }
  push(Kind::finished, 0);
}

void TileSteps::push(Kind kind, std::uint32_t index) {
  steps_.push_back({kind, index, slots_});
  slots_ = 0;
}

void TileSteps::add_touch(const TileTouch& touch, std::int64_t iterations) {
  if (line_bytes_[touch.memory] == 0) {
    untimed_[touch.memory * 2U + (touch.write ? 1 : 0)] += touch.bytes * iterations;
    return;
  }
  push(Kind::touch, next_index(touches_.size()));
  touches_.push_back({touch.base, touch.bytes, touch.table ? touch.table_entry : 0, touch.memory,
                      touch.write, touch.stride});
  reach_.push_back({0, touch.bytes - 1});
}

void TileSteps::close(const Open& loop) {
  if (steps_.size() == loop.body + 1) {  // the body has only issue slots
    steps_.pop_back();
    slots_ = loop.slots_before + loop.iterations * slots_;
    return;
  }
  Loop closed;
  closed.body = loop.body + 1;
  closed.depth = loop.depth;
  closed.first_touch = loop.first_touch;
  closed.end_touch = next_index(touches_.size());
  closed.end = next_index(steps_.size());
  closed.iterations = closed.left = loop.iterations;
  closed.period = period_of(closed);
  if (closed.period > 0) {
    closed.reaches.assign(reach_.begin() + closed.first_touch, reach_.begin() + closed.end_touch);
  }
  for (std::uint32_t t = closed.first_touch; t < closed.end_touch; ++t) {
    const std::int64_t way = (closed.iterations - 1) * touches_[t].stride[closed.depth];
    reach_[t].below += std::min<std::int64_t>(way, 0);
    reach_[t].above += std::max<std::int64_t>(way, 0);
  }
  push(Kind::loop_end, next_index(loops_.size()));
  loops_.push_back(std::move(closed));
}

std::int64_t TileSteps::period_of(const Loop& loop) const {
  // A loop whose period is longer than `longest` iterations, or which has fewer than `fewest`
  // iterations or three periods, is simulated step by step, because TileRepeats would save no time
  // for it.
  constexpr std::int64_t longest = 4, fewest = 6;
  std::int64_t period = 1;
  for (std::uint32_t t = loop.first_touch; t < loop.end_touch; ++t) {
    const Touch& touch = touches_[t];
    const bool alike = touch.memory == touches_[loop.first_touch].memory;
    if (!alike || touch.table_entry > 0) return 0;
    while (period <= longest &&
           touch.stride[loop.depth] * period % line_bytes_[touch.memory] != 0) {
      period *= 2;
    }
  }
  if (period > longest || loop.iterations < std::max(fewest, 3 * period)) return 0;
  const bool loads = std::any_of(steps_.begin() + loop.body, steps_.end(),
                                 [](const Step& step) { return step.kind == Kind::load; });
  return loads ? 0 : period;
}

}  // namespace spillway::sim
