// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "hwmodels/program.h"
#include "sim/tile_index.h"

namespace spillway::sim {

/// Interpreter of one hardware thread's steps. It runs from one event that takes memory time to
/// the next; issue slots in between are only counted.
class TileThread {
 public:
  /// What the steps ran into.
  enum class Event : std::uint8_t { touch, load, finished };

  TileThread(const Program& program, Range steps, TileIndex index)
      : program_(&program),
        index_(std::move(index)),
        at_(steps.first),
        end_(steps.first + steps.count) {}

  /// Runs up to the next event, which is then described by touch()/address() or load().
  Event advance();

  const TileTouch& touch() const { return program_->touches[event_]; }
  /// Of the touch, without the value of a table's index.
  Address address() const { return address_; }
  const TileLoad& load() const { return program_->loads[event_]; }
  const TileIndex& index() const { return index_; }

  std::int64_t slots() const { return slots_; }

 private:
  void enter_loop();
  void end_loop();
  Address touched_address(const TileTouch& touch) const;

  struct Frame {
    std::uint32_t loop;
    std::int64_t iteration;
  };

  const Program* program_;
  TileIndex index_;
  std::uint32_t at_;
  std::uint32_t end_;
  std::array<Frame, max_loop_depth> frames_{};
  std::size_t depth_ = 0;
  std::int64_t slots_ = 0;
  std::uint32_t event_ = 0;
  Address address_ = 0;
};

}  // namespace spillway::sim
