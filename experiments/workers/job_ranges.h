// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace spillway {

/// Deals jobs out to lanes so that neighbours stay together: each lane has a range of its own, and
/// one that has finished its range takes over the second half of the longest that is left.
class JobRanges {
 public:
  /// `lanes` >= 1.
  JobRanges(std::vector<std::size_t> jobs, std::size_t lanes);

  bool empty() const;

  /// The next job of `lane`; there must be one left.
  std::size_t take(std::size_t lane);

  /// A job that was taken is to be taken again, before all others.
  void give_back(std::size_t job) { returned_.push_back(job); }

 private:
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
  };

  void refill(Range& range);

  std::vector<std::size_t> jobs_;
  std::vector<Range> ranges_;  // per lane, of jobs_
  std::vector<std::size_t> returned_;
};

}  // namespace spillway
