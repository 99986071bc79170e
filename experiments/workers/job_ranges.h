// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace spillway {

/// Distributes jobs among lanes (one per worker) so that neighbouring jobs stay together. Each lane
/// has a range of its own. A lane that has finished its range takes over the second half of the
/// longest range that is left.
class JobRanges {
 public:
  /// Requires `lanes` >= 1.
  JobRanges(std::vector<std::size_t> jobs, std::size_t lanes);

  bool empty() const;

  /// Returns the next job of `lane`; at least one job must be left.
  std::size_t take(std::size_t lane);

  /// Puts back a job that was taken. It is the next job to be taken.
  void give_back(std::size_t job) { returned_.push_back(job); }

 private:
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
  };

  void refill(Range& range);

  std::vector<std::size_t> jobs_;
  std::vector<Range> ranges_;  // the range of each lane, as indices into jobs_
  std::vector<std::size_t> returned_;
};

}  // namespace spillway
