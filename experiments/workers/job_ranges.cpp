// SPDX-License-Identifier: Apache-2.0
#include "experiments/workers/job_ranges.h"

#include <algorithm>

namespace spillway {

JobRanges::JobRanges(std::vector<std::size_t> jobs, std::size_t lanes) : jobs_(std::move(jobs)) {
  ranges_.reserve(lanes);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    ranges_.push_back({jobs_.size() * lane / lanes, jobs_.size() * (lane + 1) / lanes});
  }
}

bool JobRanges::empty() const {
  return returned_.empty() && std::all_of(ranges_.begin(), ranges_.end(),
                                          [](const Range& range) { return range.size() == 0; });
}

std::size_t JobRanges::take(std::size_t lane) {
  if (!returned_.empty()) {
    const std::size_t job = returned_.back();
    returned_.pop_back();
    return job;
  }
  Range& range = ranges_[lane];
  if (range.size() == 0) refill(range);
  return jobs_[range.begin++];
}

void JobRanges::refill(Range& range) {
  Range& longest =
      *std::max_element(ranges_.begin(), ranges_.end(),
                        [](const Range& a, const Range& b) { return a.size() < b.size(); });
  const std::size_t middle = longest.begin + longest.size() / 2;
  range = {middle, longest.end};
  longest.end = middle;
}

}  // namespace spillway
