// SPDX-License-Identifier: Apache-2.0
#include "experiments/rows/pareto.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace spillway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<ParetoPoint> points_of(const std::vector<std::pair<Bytes, double>>& pairs) {
  std::vector<ParetoPoint> points;
  for (const auto& [bytes, latency] : pairs) points.push_back({bytes, latency, "p"});
  return points;
}

bool beats(const ParetoPoint& a, const ParetoPoint& b) {
  const bool no_worse = a.fast_bytes <= b.fast_bytes && a.latency_us <= b.latency_us;
  return no_worse && (a.fast_bytes < b.fast_bytes || a.latency_us < b.latency_us);
}

RC_GTEST_PROP(Pareto, TheFrontHasThePointsThatNoOtherPointBeats, ()) {
  const auto pairs = *rc::gen::container<std::vector<std::pair<int, int>>>(
      rc::gen::pair(rc::gen::inRange(0, 12), rc::gen::inRange(0, 12)));
  std::vector<ParetoPoint> points;
  for (const auto& [bytes, latency] : pairs) points.push_back({bytes, double(latency), "p"});
  std::vector<std::size_t> front = pareto_front(points);
  RC_ASSERT(std::is_sorted(front.begin(), front.end(), [&](std::size_t a, std::size_t b) {
    return points[a].fast_bytes < points[b].fast_bytes;
  }));
  std::sort(front.begin(), front.end());
  std::vector<std::size_t> expected;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool beaten = std::any_of(points.begin(), points.end(), [&](const ParetoPoint& other) {
      return beats(other, points[i]);
    });
    if (!beaten) expected.push_back(i);
  }
  RC_ASSERT(front == expected);
}

TEST(Pareto, TheKneeIsWhereMoreMemoryStopsToPay) {
  const auto points = points_of({{65536, 9000}, {131072, 6000}, {262144, 4200}, {524288, 4116}});
  const auto front = pareto_front(points);
  EXPECT_EQ(find_knee(points, front), 2U);
  EXPECT_EQ(knee_text(points, front),
            "knee: 256K with p, 4.200 ms; half of it costs +42.9 %, twice gains 2.0 %");
}

TEST(Pareto, AKneeSaysIfHalfOfItFitsNoPlan) {
  const auto points = points_of({{1000, 9000}, {1900, 2000}, {8000, 1990}});
  EXPECT_THAT(knee_text(points, pareto_front(points)), HasSubstr("nothing fits in half of it"));
}

TEST(Pareto, AKneeSaysByHowMuchLargerIsSlower) {
  const auto points = points_of(
      {{1024, 9000}, {2048, 2000}, {4096, 2010}, {4096, 2500}, {8192, 2050}, {16384, 1990}});
  EXPECT_THAT(knee_text(points, pareto_front(points)),
              HasSubstr("; not monotone: 8K is 2.50 % slower than 2K"));
}

// For some latencies x, rounding makes the percentage 100 * x / x larger than 100. A point with a
// larger memory and the same latency must still not count as slower.
TEST(Pareto, ALargerMemoryThatIsAsFastIsNotSlower) {
  const auto points = points_of({{1024, 27.661}, {2048, 27.661}, {4096, 27.662}});
  EXPECT_EQ(knee_text(points, pareto_front(points)),
            "no knee: nothing is faster than 1K with p, 0.028 ms");
}

TEST(Pareto, AFrontWithoutABendHasNoKnee) {
  const auto line = points_of({{1024, 3000}, {2048, 2000}, {4096, 1000}});
  EXPECT_EQ(knee_text(line, pareto_front(line)),
            "no knee: from 1K with p, 3.000 ms to 4K with p, 1.000 ms");
  const auto flat = points_of({{2048, 3000}, {1024, 3000}});
  EXPECT_EQ(knee_text(flat, pareto_front(flat)),
            "no knee: nothing is faster than 1K with p, 3.000 ms");
  EXPECT_EQ(knee_text({}, {}), "");
}

TEST(Pareto, EqualPointsAreAllOnTheFront) {
  const auto points = points_of({{8, 5}, {4, 9}, {8, 5}, {8, 6}});
  EXPECT_THAT(pareto_front(points), ElementsAre(1U, 0U, 2U));
}

}  // namespace
}  // namespace spillway
