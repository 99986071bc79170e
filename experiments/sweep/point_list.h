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

/// One combination.
struct SweepPoint {
  std::size_t network = 0;  // index into SweepSpec::networks
  DesignPoint point;
  std::string options;  // that the sweep varies without a column: `arena=sram threshold=8192`
};

/// The points of a sweep. There may be a great many, so each is kept as one number that stands for
/// all its choices, and the sizes of its memories; it is put together when it is asked for.
class PointList {
 public:
  /// Puts one of the values of a choice into a point.
  using Apply = std::function<void(SweepPoint& point, std::size_t value)>;
  using Settle = std::function<void(SweepPoint& point)>;
  using SizesOf = std::function<std::vector<Bytes>(const SweepPoint& point)>;

  /// One point.
  explicit PointList(const DesignPoint& base);

  std::size_t size() const { return choices_.size(); }
  bool empty() const { return choices_.empty(); }
  SweepPoint operator[](std::size_t point) const;

  /// Every point becomes one per value, in their order. What `apply` refers to must outlive the
  /// list.
  void multiply(std::size_t values, Apply apply);
  /// Every point becomes one per size of `memory` that `sizes_of` gives for it.
  void multiply_sizes(const std::string& memory, const SizesOf& sizes_of);
  /// Has every point looked over when all its choices are made.
  void settle_with(Settle settle) { settle_ = std::move(settle); }
  /// Drops the points for which `kept`, parallel to the list, is false.
  void keep(const std::vector<bool>& kept);

 private:
  struct Choice {
    std::uint64_t values;
    Apply apply;
  };

  DesignPoint base_;
  Settle settle_;
  std::vector<Choice> made_;           // the first varies slowest
  std::vector<std::string> memories_;  // in the order in which their sizes were given
  std::vector<std::uint64_t> choices_;
  std::vector<Bytes> sizes_;  // per point, one for each of memories_
};

}  // namespace spillway
