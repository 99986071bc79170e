// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "base/units.h"
#include "planner/plan.h"

namespace spillway {

/// The most bytes that are live at once, and the first step at which that many are.
struct LivePeak {
  TimeStep step = 0;
  Bytes bytes = 0;
};

/// Adds up lifetimes, half-open in steps.
class LivePeakFinder {
 public:
  void add(TimeStep lower, TimeStep upper, Bytes size) {
    changes_[lower] += size;
    changes_[upper] -= size;
  }

  LivePeak peak() const {
    LivePeak peak;
    Bytes live = 0;
    for (const auto& [step, change] : changes_) {
      live += change;
      if (live > peak.bytes) peak = {step, live};
    }
    return peak;
  }

 private:
  std::map<TimeStep, Bytes> changes_;
};

}  // namespace spillway
