// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hwmodels/program.h"
#include "sim/bounds/least_time.h"

namespace spillway::sim {

/// Computes lower bounds of the time left: the time, in picoseconds, from a moment of a run to the
/// end of the program. A bound is the length of the longest path through the blocks. A block takes
/// at least the time of its engines and of its own requests; the time lost when masters share a
/// memory is left out. Blocks depend on each other as in NpuPipeline. Kernels must be added from
/// the last to the first and must not overlap.
class BlocksLeft {
 public:
  BlocksLeft(const LeastTime& least, const Program& program, ClockDomain clock)
      : least_(least), program_(program), clock_(clock) {}

  /// Adds a kernel. `after` is the time left when the kernel has ended. `last` is a lower bound,
  /// known from elsewhere, of the time left at the moment from which only the kernel's last block
  /// has still to be computed. Returns the best lower bound for this moment, `last` or more.
  double add(const Kernel& kernel, double after, double last);

  /// Returns the time left at the first request of the kernel that was added last.
  double from_first_request() const { return next_.requested; }

 private:
  /// The time left (until the end of the program) at several moments of a block.
  struct Moments {
    double requested = 0;      // at the request of the block's inputs
    double computed_from = 0;  // at the start of the block's computation
    double put_out_from = 0;   // at the start of the block's output
    bool elementwise = false;
  };
  /// The least times from a block's requests to their answers. `first_maps` and `first_weights` are
  /// for the maps and weights with which the computation can begin. `maps` and `weights` are for
  /// all maps and all weights of the block, `both` for maps and weights together. Weights that may
  /// have been read ahead (LeastTime::read_ahead()) are left out.
  struct Times {
    double first_maps = 0, maps = 0;
    double first_weights = 0, weights = 0, both = 0;
    // `writes` is the least time of all writes. `acknowledged` is the least time from the last
    // write to its acknowledgement.
    double writes = 0, acknowledged = 0;
  };
  /// Returns the time left when a block's results have left the output engine. `written` is the
  /// time left when its writes have left the processor.
  double after_output(double written) const;

  const Times& times_of(const Block& block);
  Times measured(const Block& block) const;
  bool alike(const Range& a, const Range& b) const;
  double add_block(const Kernel& kernel, const Block& block, double written, double known);

  const LeastTime& least_;
  const Program& program_;
  ClockDomain clock_;
  // `next_` is the block that was added last, `second_` the block that was added before `next_`.
  Moments next_, second_;
  struct Timed {
    const Block* block = nullptr;
    Times times;
  };
  // The least times of the last few blocks for which times_of() computed them.
  std::array<Timed, 4> timed_;
  std::size_t timed_next_ = 0;
};

}  // namespace spillway::sim
