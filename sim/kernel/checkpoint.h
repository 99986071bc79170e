// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace spillway::sim {

/// Copies of values at some moment of a run. Every module keeps those of its members in it that
/// change while the program runs.
class Checkpoint {
 public:
  /// The values have to live, where they are, as long as the checkpoint.
  template <typename... Values>
  void keep(Values&... values) {
    (parts_.push_back([&values, kept = values] { values = kept; }), ...);
  }

  /// Puts back what was kept.
  void go_back() const {
    for (const auto& part : parts_) part();
  }

 private:
  std::vector<std::function<void()>> parts_;
};

}  // namespace spillway::sim
