// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace spillway::test {

/// Returns the job numbers from 0 to `count` - 1.
inline std::vector<std::size_t> first_jobs(std::size_t count) {
  std::vector<std::size_t> jobs(count);
  std::iota(jobs.begin(), jobs.end(), std::size_t{0});
  return jobs;
}

}  // namespace spillway::test
