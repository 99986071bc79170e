// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/point_list.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spillway {
namespace {

using testing::ElementsAre;

std::string described(const SweepPoint& point) {
  std::string text = fmt::format("{}{}", point.network, point.options);
  for (const auto& [memory, size] : point.point.target_options.capacities) {
    text += fmt::format(" {}={}", memory, size);
  }
  return text;
}

std::vector<std::string> described(const PointList& points) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < points.size(); ++i) texts.push_back(described(points[i]));
  return texts;
}

PointList two_networks() {
  PointList points{DesignPoint{}};
  points.multiply(2, [](SweepPoint& point, std::size_t value) { point.network = value; });
  return points;
}

TEST(PointList, TheLastChoiceVariesFastestAndSizesMayDependOnThePoint) {
  PointList points = two_networks();
  points.multiply_sizes("a", [](const SweepPoint& point) {
    return point.network == 0 ? std::vector<Bytes>{1, 2} : std::vector<Bytes>{3};
  });
  points.multiply(2, [](SweepPoint& point, std::size_t value) { point.options = "xy"[value]; });
  EXPECT_THAT(described(points),
              ElementsAre("0x a=1", "0y a=1", "0x a=2", "0y a=2", "1x a=3", "1y a=3"));
  points.multiply_sizes("b", [](const SweepPoint& point) {
    return std::vector<Bytes>{point.point.target_options.capacities[0].second * 10};
  });
  EXPECT_THAT(described(points), ElementsAre("0x a=1 b=10", "0y a=1 b=10", "0x a=2 b=20",
                                             "0y a=2 b=20", "1x a=3 b=30", "1y a=3 b=30"));
}

TEST(PointList, ACodeGivesTheSamePointInAListWithOtherSizes) {
  const auto with_sizes = [](const std::vector<Bytes>& sizes) {
    PointList points = two_networks();
    points.multiply_sizes("a", [](const SweepPoint&) { return std::vector<Bytes>{7}; });
    points.multiply_sizes("b", [sizes](const SweepPoint&) { return sizes; });
    points.multiply(2, [](SweepPoint& point, std::size_t value) { point.options = "xy"[value]; });
    return points;
  };
  const PointList points = with_sizes({1, Bytes{1} << 40, 3}), others = with_sizes({9});
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(described(others.coded(points.code(i))), described(points[i]));
  }
}

TEST(PointList, KeptPointsAreUnchanged) {
  PointList points = two_networks();
  points.multiply(2, [](SweepPoint& point, std::size_t value) { point.options = "xy"[value]; });
  points.multiply_sizes("a", [](const SweepPoint& point) {
    return std::vector<Bytes>{point.options == "x" ? 1 : 2};
  });
  points.keep({false, true, true, false});
  EXPECT_THAT(described(points), ElementsAre("0y a=2", "1x a=1"));
}

}  // namespace
}  // namespace spillway
