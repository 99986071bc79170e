// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bounds/time_left.h"

namespace spillway::sim {

/// Tells whether a run can still end before its deadline. A run that can no longer do so is ended
/// early.
class DeadlineWatch {
 public:
  DeadlineWatch(const Deadline& deadline, ClockDomain clock)
      : left_(deadline.left), too_late_(clock.to_time(deadline.most + 1)) {}

  /// Notes that kernel number `kernel`, in the order of commands, ends at `end`.
  void note(std::size_t kernel, Picoseconds end) {
    if (end + left_.after[kernel] >= too_late_) missed_ = true;
  }
  bool missed() const { return missed_; }

 private:
  const TimeLeft& left_;
  Picoseconds too_late_;
  bool missed_ = false;
};

}  // namespace spillway::sim
