// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace spillway {

/// An expression that selects the points that a sweep leaves out. The expression compares the names
/// and values that identify a point:
///
///     planner = exact and memory.sram > 512K
///     not (memory_mode = Dedicated_Sram or threads >= 3)
///
/// Comparisons are = != < <= > >=. Comparisons are joined by `not`, `and`, `or`, in this order of
/// precedence, and parentheses. Values are words, or any text in double quotes. If both sides of a
/// comparison are numbers or sizes, the sides are compared as numbers, otherwise as text. A
/// comparison with a name that the point does not have is false.
class SkipCondition {
 public:
  /// The properties of a point: names, with the values that the sweep's CSV shows.
  using Names = std::map<std::string, std::string>;

  /// Parses a condition. Throws UserError(usage) with the column of a mistake. If a name is not in
  /// `known`, the message suggests a similar known name.
  SkipCondition(const std::string& text, const std::vector<std::string>& known);
  ~SkipCondition();
  SkipCondition(SkipCondition&&) noexcept;
  SkipCondition& operator=(SkipCondition&&) noexcept;

  bool holds(const Names& point) const;

 private:
  struct Node;
  class Parser;

  std::unique_ptr<Node> root_;
};

}  // namespace spillway
