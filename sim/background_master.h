// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/engines/run_context.h"
#include "sim/exponential.h"

namespace spillway::sim {

/// A master in another part of the chip that occupies a port. Until the program ends, it moves one
/// burst after the other, with a fixed period or with exponentially distributed gaps.
class BackgroundMaster : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(BackgroundMaster);
  explicit BackgroundMaster(const sc_core::sc_module_name& name);

  /// A null `spec` keeps the master silent in the next run. `finished` becomes true when the
  /// program ends. `apart` says that only background masters use the port. The master then makes no
  /// bursts during the run; catch_up() makes them after the run.
  void configure(const RunContext& context, const BackgroundSpec* spec, const bool& finished,
                 bool apart);
  void start() { start_.notify(); }
  /// Whether catch_up() still has to make bursts of this master before `end`; false if the master
  /// takes part in the run (see `apart` of configure()).
  bool behind(Picoseconds end) const { return apart_ && next_.due < end; }
  Picoseconds due() const { return next_.due; }
  /// Makes the next burst of a master that made no bursts during the run (see `apart` of
  /// configure()). The caller orders the bursts of several masters by due().
  void catch_up();
  bool idle() const { return !running_; }

 private:
  void load_loop();
  struct Next {
    Picoseconds due = 0;
    Bytes position = 0;  // offset in the range of addresses of `spec_`
    bool write = false;
  };

  void run();
  void rewind();
  void advance();
  Access access() const;
  void move_burst();
  /// Returns the mean time from the beginning of one burst to the beginning of the next burst.
  Picoseconds period() const;

  const RunContext* context_ = nullptr;
  const BackgroundSpec* spec_ = nullptr;
  const bool* finished_ = nullptr;
  std::size_t memory_ = 0;
  Exponential random_{1};
  Picoseconds mean_ = 0;
  std::uint64_t write_limit_ = 0;  // if 32 random bits are below this limit, the burst writes
  Next next_;
  bool apart_ = false;
  bool running_ = false;
  Event start_, granted_;
};

}  // namespace spillway::sim
