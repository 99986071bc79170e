// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>
#include <string_view>

namespace spillway::cli {

/// A status line on a terminal that is overwritten at every update. The line shows how many design
/// points of a sweep are done, points per second, the remaining time, and the lowest latency so
/// far. Prints nothing if the output is not a terminal.
class ProgressLine {
 public:
  ProgressLine(std::ostream& out, bool watched, std::string header);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Updates the line. `done` of `total` design points are finished; `row` is the CSV row of the
  /// point that was finished last, empty if there is none.
  void update(std::size_t done, std::size_t total, std::string_view row);

 private:
  using Clock = std::chrono::steady_clock;

  void note_best(std::string_view row);

  std::ostream& out_;
  bool watched_;
  std::string header_;
  Clock::time_point start_ = Clock::now(), shown_;
  std::size_t finished_before_ = 0;  // design points that an earlier run of the sweep has finished
  bool started_ = false;
  double best_us_ = 0;
  std::string best_;
};

}  // namespace spillway::cli
