// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "sim/simulate.h"
#include "traces/timing.h"

namespace spillway {

/// The last few simulations, so that points with the same program on the same chip are simulated
/// once: the same plan from two capacities, or from two planners. The result is provably that of a
/// simulation of its own: programs are compared member by member, a simulation depends on nothing
/// that ran before, and of a capacity it knows nothing but the figure that it reports.
class SimulationCache {
 public:
  /// As simulate(target, program). `chip` names the target but for its capacities.
  Timing run(const std::string& chip, const Target& target, const Program& program);
  /// As simulate_within().
  std::optional<Timing> run_within(const Deadline& deadline, const std::string& chip,
                                   const Target& target, const Program& program);

  /// Many programs will come, and those of neighbouring points begin alike: from now on a program
  /// goes on from where it first differs from one of the last few (simulate_after_alike()). What
  /// that costs beforehand does not pay for a few programs.
  void expect_many() { many_ = true; }

  std::size_t simulations() const { return simulations_; }  // that were not looked up

 private:
  struct Entry {
    std::string chip;
    Program program;
    Timing timing;
  };

  bool look_up(const std::string& chip, const Program& program);
  void add(Entry entry);
  Timing newest(const Target& target) const;

  std::deque<Entry> entries_;  // used last first
  std::size_t simulations_ = 0;
  bool many_ = false;
};

}  // namespace spillway
