// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <list>
#include <vector>

#include "base/index.h"
#include "hwmodels/program.h"
#include "hwmodels/table_values.h"

namespace spillway::test {

/// The counts of one operator: issue slots, moved cache lines, and loads (copies of weights from
/// flash).
struct TileCounts {
  std::int64_t slots = 0;  // issue slots of the busiest thread
  std::int64_t fills = 0;
  std::int64_t evictions = 0;
  std::int64_t hidden_fills = 0;  // cache line fills during a load, which take no extra time
  std::int64_t hidden_evictions = 0;
  std::int64_t loaded_bytes = 0;
  std::int64_t loads = 0;
};

/// Executes the tasks of a tile step by step, without simulated time and without shortcuts. An LRU
/// cache of `lines` lines of 32 bytes holds data of the memory `cached_memory`. A write miss
/// allocates a line without filling it.
class TileInterpreter {
 public:
  TileInterpreter(const Program& program, std::uint8_t cached_memory, std::size_t lines = 8)
      : program_(program), cached_(cached_memory), lines_(lines) {}

  std::vector<TileCounts> run() {
    std::vector<TileCounts> counts(program_.operators.size());
    for (const Command& command : program_.commands) {
      const TileTask& task = program_.core_tasks[command.index];
      counts_ = &at(counts, task.op);
      for (const Range thread : task.threads) {
        slots_ = 0;
        const std::uint32_t last = thread.first + thread.count;
        for (std::uint32_t at = thread.first; at < last; at = step(at, 0)) {
        }
        counts_->slots = std::max(counts_->slots, slots_);
      }
    }
    return counts;
  }

 private:
  static constexpr Address line_bytes = 32;

  std::uint32_t step(std::uint32_t at, std::size_t depth) {
    const TileStep& what = program_.steps[at];
    switch (what.kind) {
      case TileStepKind::slots:
        slots_ += what.value;
        break;
      case TileStepKind::touch:
        touch(program_.touches[what.index]);
        break;
      case TileStepKind::load:
        load(program_.loads[what.index]);
        break;
      case TileStepKind::end:
        break;
      case TileStepKind::loop:
        return repeat(at, what.value, depth);
    }
    return at + 1;
  }

  std::uint32_t repeat(std::uint32_t at, std::int64_t iterations, std::size_t depth) {
    std::uint32_t next = at;
    for (iteration_[depth] = 0; iteration_[depth] < iterations; ++iteration_[depth]) {
      next = at + 1;
      while (program_.steps[next].kind != TileStepKind::end) next = step(next, depth + 1);
    }
    iteration_[depth] = 0;
    return next + 1;
  }

  void touch(const TileTouch& touch) {
    Address address = touch.base;
    for (std::size_t i = 0; i < max_loop_depth; ++i) {
      address += static_cast<Address>(iteration_[i] * touch.stride[i]);
    }
    if (touch.memory != cached_) return;
    if (touch.table) address += static_cast<Address>(table_values_.next() * touch.table_entry);
    lines(address, touch.bytes, touch.write);
  }

  void load(const TileLoad& load) {
    counts_->loaded_bytes += load.bytes;
    if (!load.continues) ++counts_->loads;
    if (load.memory != cached_) return;
    const std::int64_t fills = counts_->fills, evictions = counts_->evictions;
    lines(load.destination, static_cast<std::int32_t>(load.bytes), true);
    counts_->hidden_fills += counts_->fills - fills;
    counts_->hidden_evictions += counts_->evictions - evictions;
    counts_->fills = fills;
    counts_->evictions = evictions;
  }

  void lines(Address address, std::int32_t bytes, bool write) {
    const Address last = (address + static_cast<Address>(bytes) - 1) / line_bytes;
    for (Address line = address / line_bytes; line <= last; ++line) look_up(line, write);
  }

  void look_up(Address line, bool write) {
    const auto found =
        std::find_if(cache_.begin(), cache_.end(), [&](const Line& l) { return l.tag == line; });
    if (found != cache_.end()) {
      found->dirty = found->dirty || write;
      cache_.splice(cache_.begin(), cache_, found);
      return;
    }
    if (cache_.size() == lines_) {
      if (cache_.back().dirty) ++counts_->evictions;
      cache_.pop_back();
    }
    if (!write) ++counts_->fills;
    cache_.push_front({line, write});
  }

  struct Line {
    Address tag = 0;
    bool dirty = false;
  };

  const Program& program_;
  std::uint8_t cached_;
  std::size_t lines_;
  std::list<Line> cache_;  // the most recently used line is first
  std::array<std::int64_t, max_loop_depth> iteration_{};
  TileCounts* counts_ = nullptr;
  std::int64_t slots_ = 0;
  TableValues table_values_;
};

}  // namespace spillway::test
