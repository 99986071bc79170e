// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/pages/axis.h"
#include "report/pages/memory_map_drawing.h"
#include "report/pages/operator_drawings.h"
#include "report/pages/timeline_drawing.h"
#include "report/pages/trade_drawing.h"

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

// Checks that the drawing has the same SVG elements on a page and in an SVG file.
void expect_same_marks(const Drawing& drawing) {
  ASSERT_FALSE(drawing.marks.empty());
  EXPECT_EQ(count_of(standalone_svg(drawing), drawing.marks), 1U) << drawing.title;
  EXPECT_EQ(count_of(page_figure(drawing), drawing.marks), 1U) << drawing.title;
}

TEST(Drawing, AFileDependsOnNoStylesOfAPage) {
  const std::string svg = standalone_svg(trade_drawing(small_chart()));
  EXPECT_THAT(svg, Not(HasSubstr("var(")));
  EXPECT_THAT(svg, HasSubstr(".drawing .s0 { stroke: #0072b2; }"));
  EXPECT_THAT(svg, testing::StartsWith("<svg xmlns="));
  EXPECT_THAT(page_figure(trade_drawing(small_chart())), Not(HasSubstr("<style>")));
}

TEST(AxisTexts, SayTheValuesOfTheirLines) {
  EXPECT_THAT(axis_times({1'000'000, 1'000'500, 1'001'000}),
              ElementsAre("1.0000 ms", "1.0005 ms", "1.0010 ms"));
  EXPECT_EQ(size_label(12544), "12.25 KiB");
  EXPECT_EQ(size_label(65536), "64 KiB");
  EXPECT_EQ(size_label(1000), "1000 B");
  EXPECT_EQ(size_label(5'000'000), "4.77 MiB");
}

TEST(TradeDrawing, DrawsADotPerPointOnALogarithmicAxisAndEscapesNames) {
  const Drawing drawing = trade_drawing(small_chart());
  expect_same_marks(drawing);
  const std::string svg = standalone_svg(drawing);
  EXPECT_EQ(count_of(drawing.marks, "h0"), 3U);
  EXPECT_THAT(svg, HasSubstr("one &amp; only"));
  EXPECT_THAT(svg, HasSubstr("&lt;net&gt; on &quot;chip&quot;"));
  for (const char* tick : {">16 KiB<", ">32 KiB<", ">64 KiB<", ">128 KiB<"}) {
    EXPECT_THAT(svg, HasSubstr(tick));
  }
  EXPECT_THAT(svg, HasSubstr("knee 128 KiB"));
}

TEST(TradeDrawing, LeavesOutLabelsThatWouldCoverOtherLabels) {
  TradeChart chart = small_chart();
  EXPECT_EQ(count_of(standalone_svg(trade_drawing(chart)), ">other<"), 1U) << "the legend";
  chart.label_points = true;
  EXPECT_EQ(count_of(standalone_svg(trade_drawing(chart)), ">other<"), 2U);
  EXPECT_EQ(count_of(standalone_svg(trade_drawing(chart)), ">one &amp; only<"), 2U);
  chart.series[1].name = "other, same, alike";
  EXPECT_EQ(count_of(standalone_svg(trade_drawing(chart)), ">other +2<"), 1U);
  EXPECT_EQ(count_of(standalone_svg(trade_drawing(chart)), ">other, same, alike<"), 1U);
  chart.series.clear();
  for (int i = 0; i < 9; ++i) {
    chart.series.push_back({fmt::format("near {}", i), {{16384, 300 + i * 0.001}}});
  }
  chart.series.push_back({"far", {{131072, 200}}});
  const std::string crowded = standalone_svg(trade_drawing(chart));
  EXPECT_EQ(count_of(crowded, ">near 0<"), 2U);
  EXPECT_EQ(count_of(crowded, ">near 8<"), 1U);
  EXPECT_EQ(count_of(crowded, ">far<"), 2U);
}

TEST(TradeDrawing, OnePointIsDrawnInTheMiddle) {
  TradeChart chart;
  chart.series = {{"alone", {{1024, 5}}}};
  chart.front = {{1024, 5}};
  EXPECT_THAT(standalone_svg(trade_drawing(chart)), Not(HasSubstr("nan")));
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

TEST(TimelineDrawing, HasALanePerEngineAndABandPerMemoryWithItsPeak) {
  const Drawing drawing = timeline_drawing(two_operators(), {1'000'000'000});
  expect_same_marks(drawing);
  const std::string& svg = drawing.marks;
  EXPECT_THAT(svg, HasSubstr(">operators<"));
  EXPECT_THAT(svg, HasSubstr(">mac&lt;1&gt;<"));
  EXPECT_THAT(svg, HasSubstr(">peak 1 GB/s<"));
  EXPECT_EQ(count_of(svg, "slices even"), 2U);  // one group of slices per lane
  EXPECT_EQ(count_of(svg, "slices odd"), 2U);
}

TEST(TimelineDrawing, OperatorsOfTheCpuHaveALaneOfTheirOwn) {
  Timing timing = two_operators();
  EXPECT_THAT(timeline_drawing(timing, {0}).marks, Not(HasSubstr(">CPU<")));
  timing.operators[1].host = 1000;
  const std::string svg = timeline_drawing(timing, {0}).marks;
  EXPECT_THAT(svg, HasSubstr(">CPU<"));
  // Only the operator with index 1 runs on the CPU. This index is odd, so the lane of the CPU has a
  // group of odd slices, but no group of even slices.
  EXPECT_EQ(count_of(svg, "slices even"), 2U);
  EXPECT_EQ(count_of(svg, "slices odd"), 3U);
}

TEST(TimelineDrawing, ALongRunGivesASmallFile) {
  Timing timing = two_operators();
  timing.slices.clear();
  for (int i = 0; i < 100'000; ++i) {
    timing.slices.push_back({0, 0, 0, i * 20'000LL, i * 20'000LL + 10'000, 10'000});
  }
  EXPECT_LT(timeline_drawing(timing, {0}).marks.size(), 200'000U);
}

TEST(OperatorDrawings, ShowEveryOperatorEveryDataFlowAndTheWholeTime) {
  Timing timing = two_operators();
  timing.operators[0].compute = 750;
  timing.operators[0].overhead = 250;
  timing.operators[1].dma_wait = 1000;
  const Drawing chain = operator_chain_drawing(timing, {{}, {0}});
  expect_same_marks(chain);
  EXPECT_EQ(count_of(chain.marks, "class=\"compute\""), 1U);
  EXPECT_EQ(count_of(chain.marks, "class=\"dma_wait\""), 1U);
  EXPECT_THAT(chain.marks, HasSubstr("class=\"feed\" d=\"M42 37H58\""));
  const Drawing time = time_drawing(timing);
  expect_same_marks(time);
  EXPECT_THAT(time.marks, HasSubstr("class=\"compute\" x=\"0%\" width=\"37.5%\""));
  EXPECT_THAT(time.marks, HasSubstr("class=\"dma_wait\" x=\"37.5%\" width=\"50%\""));
  EXPECT_EQ(time.legend.size(), 3U);
}

}  // namespace
}  // namespace spillway
