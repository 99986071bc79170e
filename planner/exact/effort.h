// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace spillway::exact {

/// The work that heuristics may still do, in steps of about ten nanoseconds. Steps are counted, not
/// measured with a clock, so that results do not depend on the machine.
class Effort {
 public:
  using GoOn = std::function<bool()>;

  /// Calls `go_on` after every million steps. If `go_on` returns false, the work ends as if the
  /// limit was reached.
  Effort(std::int64_t limit, GoOn go_on) : left_(limit), go_on_(std::move(go_on)) {}

  /// Subtracts `work` steps from the remaining steps. Returns false if no steps remain or if go_on_
  /// has ended the work.
  bool spend(std::int64_t work) {
    left_ -= work;
    since_asked_ += work;
    if (since_asked_ >= work_between_questions) {
      since_asked_ = 0;
      stopped_ = stopped_ || !go_on_();
    }
    return left_ > 0 && !stopped_;
  }
  std::int64_t left() const { return stopped_ ? 0 : left_; }
  bool stopped() const { return stopped_; }

  /// Calls `task` with a limit of its own: `task` can spend at most `most` of the remaining steps.
  template <typename Task>
  void share(std::int64_t most, const Task& task) {
    const std::int64_t kept = left_ > most ? left_ - most : 0;
    left_ -= kept;
    task();
    left_ += kept;
  }

 private:
  static constexpr std::int64_t work_between_questions = 1'000'000;

  std::int64_t left_;
  std::int64_t since_asked_ = 0;
  GoOn go_on_;
  bool stopped_ = false;
};

}  // namespace spillway::exact
