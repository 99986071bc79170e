// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "hwmodels/memory/memory_timing.h"

namespace spillway {

/// A memory that serves bursts in the order of arrival. A derived model implements serve() and
/// keeps `ready_` up to date.
class InOrderMemory : public MemoryTiming {
 public:
  int window() const final { return 1; }
  int pending() const final { return pending_; }

  void submit(const Burst& burst) final {
    burst_ = burst;
    pending_ = 1;
  }

  Picoseconds next_decision() const final { return std::max(burst_.arrival, ready_); }

  Completion serve_at_once(const Burst& burst) final {
    Completion completion = serve(burst);
    completion.tag = burst.tag;
    return completion;
  }

  Completion complete_one() final {
    pending_ = 0;
    Completion completion = serve(burst_);
    completion.tag = burst_.tag;
    return completion;
  }

 protected:
  virtual Completion serve(const Burst& burst) = 0;

  void reset_order() {
    pending_ = 0;
    ready_ = 0;
  }

  /// The time from which the memory can begin another burst. Until then the caller can choose which
  /// burst is next.
  Picoseconds ready_ = 0;

 private:
  Burst burst_;
  int pending_ = 0;
};

}  // namespace spillway
