// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace spillway {

/// Which points of a sweep are left out, as an expression over what identifies a point:
///
///     planner = exact and memory.sram > 512K
///     not (memory_mode = Dedicated_Sram or threads >= 3)
///
/// Comparisons are = != < <= > >=, joined by `not`, `and`, `or` in this order of precedence, and
/// parentheses. Values are words, or anything in double quotes. Two numbers or sizes are compared
/// as such, anything else as text. A comparison with a name that a point does not have is false.
class SkipCondition {
 public:
  /// What points call their parts, with the values as in the sweep's CSV.
  using Names = std::map<std::string, std::string>;

  /// Throws UserError(usage) with the column and, for a name that is none of `known`, a suggestion.
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
