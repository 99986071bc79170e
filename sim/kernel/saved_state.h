// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace spillway::sim {

/// Copies of values at one moment of a run. Every module saves those of its members that change
/// while the program runs.
class SavedState {
 public:
  /// Copies the values. restore() writes the copies back to the same addresses, so the values must
  /// stay at these addresses as long as this object lives.
  template <typename... Values>
  void save(Values&... values) {
    (parts_.push_back([&values, saved = values] { values = saved; }), ...);
  }

  /// Puts the saved values back.
  void restore() const {
    for (const auto& part : parts_) part();
  }

 private:
  std::vector<std::function<void()>> parts_;
};

}  // namespace spillway::sim
