// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/engines/run_context.h"
#include "sim/exponential.h"

namespace spillway::sim {

/// A master of another chip part that loads a port: one outstanding burst at a time, at a fixed
/// period or with exponential gaps, until the program ends.
class BackgroundMaster : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(BackgroundMaster);
  explicit BackgroundMaster(const sc_core::sc_module_name& name);

  /// `spec` null = silent in the next run. `finished` becomes true when the program ends. If only
  /// background masters use the port (`apart`), the run leaves the master out and catch_up() makes
  /// its bursts afterwards.
  void configure(const RunContext& context, const BackgroundSpec* spec, const bool& finished,
                 bool apart);
  void start() { start_.notify(); }
  /// Whether catch_up() has bursts that are due before `end`; due() is the time of the first one.
  bool behind(Picoseconds end) const { return apart_ && next_.due < end; }
  Picoseconds due() const { return next_.due; }
  /// Makes the next burst of a master apart. Masters of one port take turns in order of due().
  void catch_up();
  bool idle() const { return !running_; }

 private:
  void load_loop();
  /// One of its bursts.
  struct Next {
    Picoseconds due = 0;
    Bytes position = 0;  // in its range
    bool write = false;
  };

  void run();
  void rewind();
  void advance();
  Access access() const;
  void move_burst();
  /// Mean time from one burst to the next.
  Picoseconds period() const;

  const RunContext* context_ = nullptr;
  const BackgroundSpec* spec_ = nullptr;
  const bool* finished_ = nullptr;
  std::size_t memory_ = 0;
  Exponential random_{1};
  Picoseconds mean_ = 0;
  std::uint64_t write_limit_ = 0;  // of 32 random bits: below it a burst writes
  Next next_;
  bool apart_ = false;
  bool running_ = false;
  Event start_, granted_;
};

}  // namespace spillway::sim
