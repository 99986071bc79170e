// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>
#include <string_view>

namespace spillway::cli {

/// One line on a terminal, overprinted: how much of a sweep is done, how fast, how long it will
/// take, and the lowest latency so far. Prints nothing where nobody watches.
class ProgressLine {
 public:
  ProgressLine(std::ostream& out, bool watched, std::string header);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// `row` is the CSV row that came last, empty when there is none.
  void update(std::size_t done, std::size_t total, std::string_view row);

 private:
  using Clock = std::chrono::steady_clock;

  void note_best(std::string_view row);

  std::ostream& out_;
  bool watched_;
  std::string header_;
  Clock::time_point start_ = Clock::now(), shown_;
  std::size_t first_ = 0;  // done before this run
  bool started_ = false;
  double best_us_ = 0;
  std::string best_;
};

}  // namespace spillway::cli
