// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/svg.h"
#include "report/timeline_svg.h"
#include "report/trade_svg.h"

namespace spillway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& text, const std::string& piece) {
  std::size_t count = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) {
    ++count;
  }
  return count;
}

TEST(RoundValues, AreMultiplesOfOneTwoOrFiveWithinTheRange) {
  EXPECT_THAT(round_values(203, 352, 6, 10), ElementsAre(250, 300, 350));
  EXPECT_THAT(round_values(0, 10, 5, 10), ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT(round_values(100, 1000, 3, 2), ElementsAre(512));
  EXPECT_THAT(round_values(7, 7, 5, 10), ElementsAre(7));
}

TradeChart small_chart() {
  TradeChart chart;
  chart.title = "<net> on \"chip\"";
  chart.memory_label = "capacity of sram";
  chart.series = {{"one & only", {{16384, 300}, {131072, 200}}}, {"other", {{16384, 320}}}};
  chart.front = {{16384, 300}, {131072, 200}};
  chart.knee = ChartPoint{131072, 200};
  return chart;
}

TEST(TradeSvg, DrawsADotPerPointOnALogarithmicAxisAndEscapesNames) {
  const std::string svg = trade_svg(small_chart());
  EXPECT_EQ(count_of(svg, "h0"), 3U);
  EXPECT_THAT(svg, HasSubstr("one &amp; only"));
  EXPECT_THAT(svg, HasSubstr("&lt;net&gt; on &quot;chip&quot;"));
  for (const char* tick : {">16 KiB<", ">32 KiB<", ">64 KiB<", ">128 KiB<"}) {
    EXPECT_THAT(svg, HasSubstr(tick));
  }
  EXPECT_THAT(svg, HasSubstr("knee 128 KiB"));
}

TEST(TradeSvg, LeavesOutLabelsThatWouldCoverOthers) {
  TradeChart chart = small_chart();
  EXPECT_EQ(count_of(trade_svg(chart), ">other<"), 1U) << "the legend";
  chart.label_points = true;
  EXPECT_EQ(count_of(trade_svg(chart), ">other<"), 2U);
  EXPECT_EQ(count_of(trade_svg(chart), ">one &amp; only<"), 2U);
  chart.series[1].name = "other, same, alike";
  EXPECT_EQ(count_of(trade_svg(chart), ">other +2<"), 1U);
  EXPECT_EQ(count_of(trade_svg(chart), ">other, same, alike<"), 1U);
  chart.series.clear();
  for (int i = 0; i < 9; ++i) {
    chart.series.push_back({fmt::format("near {}", i), {{16384, 300 + i * 0.001}}});
  }
  chart.series.push_back({"far", {{131072, 200}}});
  const std::string crowded = trade_svg(chart);
  EXPECT_EQ(count_of(crowded, ">near 0<"), 2U);
  EXPECT_EQ(count_of(crowded, ">near 8<"), 1U);
  EXPECT_EQ(count_of(crowded, ">far<"), 2U);
}

TEST(TradeSvg, OnePointIsDrawnInTheMiddle) {
  TradeChart chart;
  chart.series = {{"alone", {{1024, 5}}}};
  chart.front = {{1024, 5}};
  EXPECT_THAT(trade_svg(chart), Not(HasSubstr("nan")));
}

Timing two_operators() {
  Timing timing;
  timing.clock = ClockDomain{1'000'000};
  timing.total = 2000;
  OperatorTiming op;
  op.start = 0;
  op.end = 1000;
  timing.operators.push_back(op);
  op.start = 1000;
  op.end = 2000;
  timing.operators.push_back(op);
  timing.memories.push_back({"sram", 4096, 0, 512, 0, 512, 1, 0, {512, 0}, {}});
  timing.engines.push_back({"mac<1>", 500, {}});
  timing.bucket = 1'000'000;
  timing.slices = {{0, 0, 0, 0, 400'000, 400'000}, {0, 0, 1, 1'200'000, 1'300'000, 100'000}};
  return timing;
}

TEST(TimelineSvg, HasALanePerEngineAndABandPerMemoryWithItsPeak) {
  const std::string svg = timeline_svg(two_operators(), {1'000'000'000});
  EXPECT_THAT(svg, HasSubstr(">operators<"));
  EXPECT_THAT(svg, HasSubstr(">mac&lt;1&gt;<"));
  EXPECT_THAT(svg, HasSubstr(">peak 1.00 GB/s<"));
  EXPECT_EQ(count_of(svg, "#0072B2"), 2U);  // even operators of both lanes
  EXPECT_EQ(count_of(svg, "#56B4E9"), 2U);
}

TEST(TimelineSvg, OperatorsOfTheCpuHaveALaneOfTheirOwn) {
  Timing timing = two_operators();
  EXPECT_THAT(timeline_svg(timing, {0}), Not(HasSubstr(">CPU<")));
  timing.operators[1].host = 1000;
  const std::string svg = timeline_svg(timing, {0});
  EXPECT_THAT(svg, HasSubstr(">CPU<"));
  EXPECT_EQ(count_of(svg, "#0072B2"), 2U);  // the CPU's lane has the odd operator alone
  EXPECT_EQ(count_of(svg, "#56B4E9"), 3U);
}

TEST(TimelineSvg, ALongRunGivesASmallFile) {
  Timing timing = two_operators();
  timing.slices.clear();
  for (int i = 0; i < 100'000; ++i) {
    timing.slices.push_back({0, 0, 0, i * 20'000LL, i * 20'000LL + 10'000, 10'000});
  }
  EXPECT_LT(timeline_svg(timing, {0}).size(), 200'000U);
}

}  // namespace
}  // namespace spillway
