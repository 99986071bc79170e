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

/// A point of a sweep: a network and a design point, with one value of each list of the sweep.
struct SweepPoint {
  std::size_t network = 0;  // index into SweepSpec::networks
  DesignPoint point;
  // The swept options that have no column of their own in the CSV, such as
  // `arena=sram threshold=8192`.
  std::string options;
};

/// The points of a sweep. A sweep may have millions of points. Therefore the list stores for each
/// point only the sizes of the memories, and one number that encodes all other choices. operator[]
/// builds the point.
class PointList {
 public:
  /// A function that sets a value of one list of the sweep in a point. `value` is the index of the
  /// value in the list, from 0.
  using Apply = std::function<void(SweepPoint& point, std::size_t value)>;
  using FinishPoint = std::function<void(SweepPoint& point)>;
  using SizesOf = std::function<std::vector<Bytes>(const SweepPoint& point)>;

  /// Creates a list with the single point `base`.
  explicit PointList(const DesignPoint& base);

  std::size_t size() const { return choices_.size(); }
  bool empty() const { return choices_.empty(); }
  SweepPoint operator[](std::size_t point) const;

  /// Returns the choices and sizes of a point as text. coded() builds the point from this text.
  /// coded() may be called in another process, on a list that was built by the same calls.
  std::string code(std::size_t point) const;
  SweepPoint coded(const std::string& code) const;

  /// Replaces every point by `values` points, one for each value, in the order of the values.
  /// `apply` sets a value in a point. Objects to which `apply` refers must outlive the list.
  void multiply(std::size_t values, Apply apply);
  /// Replaces every point by one point per size of `memory`. `sizes_of` returns the sizes for a
  /// point, in bytes.
  void multiply_sizes(const std::string& memory, const SizesOf& sizes_of);
  /// Calls `finish_point` for every point that is built, after all its choices are set.
  void finish_points_with(FinishPoint finish_point) { finish_point_ = std::move(finish_point); }
  /// Drops every point `i` for which `kept[i]` is false.
  void keep(const std::vector<bool>& kept);

 private:
  struct Choice {
    std::uint64_t values;
    Apply apply;
  };

  SweepPoint built(std::uint64_t choices, const Bytes* sizes) const;

  DesignPoint base_;
  FinishPoint finish_point_;
  std::vector<Choice> dimensions_;  // the lists of choices; dimensions_[0] varies slowest
  // Names of the swept memories, in the order of multiply_sizes() calls.
  std::vector<std::string> memories_;
  std::vector<std::uint64_t> choices_;
  std::vector<Bytes> sizes_;  // for each point, bytes of each memory of memories_
};

}  // namespace spillway
