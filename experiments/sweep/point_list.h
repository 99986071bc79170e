// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// A network and a design point: one combination of the values that are swept.
struct SweepPoint {
  std::size_t network = 0;  // index into SweepSpec::networks
  DesignPoint point;
  // The options that the sweep varies and that have no column of their own, such as `arena=sram
  // threshold=8192`.
  std::string options;
};

/// The points of a sweep. There may be millions, so the list stores for each point only one number
/// that encodes all its choices, and the sizes of its memories. operator[] builds the point from
/// them.
class PointList {
 public:
  /// A function that sets one of several values in a point; `value` is the number of the value.
  using Apply = std::function<void(SweepPoint& point, std::size_t value)>;
  using Settle = std::function<void(SweepPoint& point)>;
  using SizesOf = std::function<std::vector<Bytes>(const SweepPoint& point)>;

  /// A list of one point.
  explicit PointList(const DesignPoint& base);

  std::size_t size() const { return choices_.size(); }
  bool empty() const { return choices_.empty(); }
  SweepPoint operator[](std::size_t point) const;

  /// Returns the choices and sizes of a point as text. A list with the same choices, also one in
  /// another process, can build the same point from it with coded().
  std::string code(std::size_t point) const;
  SweepPoint coded(const std::string& code) const;

  /// Replaces every point by `values` points, one for each value, in the order of the values.
  /// Objects to which `apply` refers must outlive the list.
  void multiply(std::size_t values, Apply apply);
  /// Replaces every point by one point per size of `memory` that `sizes_of` returns for it.
  void multiply_sizes(const std::string& memory, const SizesOf& sizes_of);
  /// Calls `settle` for every point that is built, after all its choices are set.
  void settle_with(Settle settle) { settle_ = std::move(settle); }
  /// Drops every point `i` for which `kept[i]` is false.
  void keep(const std::vector<bool>& kept);

 private:
  struct Choice {
    std::uint64_t values;
    Apply apply;
  };

  SweepPoint built(std::uint64_t choices, const Bytes* sizes) const;

  DesignPoint base_;
  Settle settle_;
  std::vector<Choice> made_;           // the first varies slowest
  std::vector<std::string> memories_;  // in the order of the calls of multiply_sizes()
  std::vector<std::uint64_t> choices_;
  std::vector<Bytes> sizes_;  // for each point, one size for each of memories_
};

}  // namespace spillway
