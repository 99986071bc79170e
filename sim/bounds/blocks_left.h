// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hwmodels/program.h"
#include "sim/bounds/least_time.h"

namespace spillway::sim {

/// The longest way through a program's blocks from one moment to its end, in picoseconds: each
/// takes what its engines and each of its requests take at least, as NpuPipeline has them follow
/// each other. That masters share memories does not count, but latencies do. Kernels come from the
/// last to the first and must not overlap.
class BlocksLeft {
 public:
  BlocksLeft(const LeastTime& least, const Program& program, ClockDomain clock)
      : least_(least), program_(program), clock_(clock) {}

  /// Takes in a kernel; `after` is what is left when it has ended, `last` when all but its last
  /// block have been computed. Returns that `last`, as far as it is known now.
  double add(const Kernel& kernel, double after, double last);

  /// From when the last kernel's first block is asked for.
  double from_first_request() const { return next_.asked; }

 private:
  /// What is left from moments of a block on.
  struct Moments {
    double asked = 0;  // it has been asked for
    double computed_from = 0;
    double put_out_from = 0;
    bool elementwise = false;
  };
  /// What a block's requests take.
  struct Times {
    double first_maps = 0, maps = 0;
    double first_weights = 0, weights = 0, both = 0;
    double writes = 0, acknowledged = 0;  // the last of them
  };
  /// What follows when a block's results have left, and its writes have been answered.
  double after_output(double written) const;

  const Times& times_of(const Block& block);
  Times measured(const Block& block) const;
  bool alike(const Range& a, const Range& b) const;
  double add_block(const Kernel& kernel, const Block& block, double written, double known);

  const LeastTime& least_;
  const Program& program_;
  ClockDomain clock_;
  Moments next_, second_;  // the block that was added last, and the one after it
  struct Timed {
    const Block* block = nullptr;
    Times times;
  };
  std::array<Timed, 4> timed_;  // the last blocks that were measured
  std::size_t timed_next_ = 0;
};

}  // namespace spillway::sim
