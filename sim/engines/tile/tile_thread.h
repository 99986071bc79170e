// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "sim/engines/tile/tile_steps.h"

namespace spillway::sim {

/// One hardware thread. advance() runs the thread to its next event and counts the issue slots up
/// to this event. There are four kinds of events: a load, an access to a memory with a cache
/// (TileSteps::Touch), the start of a period of a loop that may repeat itself
/// (TileSteps::Loop::period), and the end of the thread.
class TileThread {
 public:
  explicit TileThread(TileSteps steps) : steps_(std::move(steps)) {}

  /// Runs up to the next touch (access to cached memory), the next load, the next period of a loop
  /// that may repeat itself, or the end of the thread. Must not be called after the end.
  TileSteps::Kind advance() {
    for (;;) {
      const TileSteps::Step& step = steps_.step(at_);
      slots_ += step.slots;
      index_ = step.index;
      switch (step.kind) {
        case TileSteps::Kind::slots:
          ++at_;
          continue;
        case TileSteps::Kind::loop_end:
          if (!steps_.again(step.index)) {
            ++at_;
            continue;
          }
          at_ = steps_.loop(step.index).body;
          if (!starts_period(steps_.loop(step.index))) continue;
          return TileSteps::Kind::loop_end;
        case TileSteps::Kind::touch:
        case TileSteps::Kind::load:
        case TileSteps::Kind::finished:
          ++at_;
          return step.kind;
      }
    }
  }

  const TileSteps::Touch& touch() const { return steps_.touch(index_); }
  /// Returns the index in Program::loads of the load that advance() has reached.
  std::uint32_t load() const { return index_; }
  /// Returns the index of the loop of which advance() has reached the start of a period.
  std::uint32_t loop() const { return index_; }
  const TileSteps& steps() const { return steps_; }

  /// Skips `iterations` iterations of the loop with the index loop(). The iterations take `slots`
  /// issue slots in total.
  void skip(std::int64_t iterations, std::int64_t slots) {
    slots_ += slots;
    if (!steps_.skip(index_, iterations)) at_ = steps_.loop(index_).end + 1;
  }

  std::int64_t slots() const { return slots_; }

 private:
  static bool starts_period(const TileSteps::Loop& loop) {
    return loop.period > 0 && ((loop.iterations - loop.left) & (loop.period - 1)) == 0;
  }

  TileSteps steps_;
  std::uint32_t at_ = 0;
  std::uint32_t index_ = 0;
  std::int64_t slots_ = 0;
};

}  // namespace spillway::sim
