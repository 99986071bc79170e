// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace spillway {

/// Distributes jobs among workers so that jobs with neighbouring numbers run in the same worker.
/// Each worker is a lane with its own range of jobs. A lane that has finished its range takes over
/// the second half of the longest remaining range.
class JobRanges {
 public:
  /// Divides `jobs` into one range for each of `lanes` lanes. Requires `lanes` >= 1.
  JobRanges(std::vector<std::size_t> jobs, std::size_t lanes);

  bool empty() const;

  /// Returns the next job of `lane` and removes it from the ranges. At least one job must remain.
  std::size_t take(std::size_t lane);

  /// Puts back a job that was taken. The next call of take() returns this job.
  void give_back(std::size_t job) { returned_.push_back(job); }

 private:
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
  };

  void refill(Range& range);

  std::vector<std::size_t> jobs_;
  // The remaining jobs of each worker's lane, as ranges of indices into jobs_.
  std::vector<Range> ranges_;
  std::vector<std::size_t> returned_;
};

}  // namespace spillway
