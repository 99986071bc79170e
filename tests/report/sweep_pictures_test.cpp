// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/pages/heat_drawing.h"
#include "report/pages/scatter_drawing.h"
#include "report/pages/svg.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string plain_label(double value) { return fmt::format("{} units", value); }

// Returns a heat map with the given values in one row of cells.
HeatMap one_row(const std::vector<std::optional<double>>& values) {
  HeatMap map;
  map.across = "sram";
  map.down = "planner";
  map.rows = {"<tflm>"};
  for (std::size_t i = 0; i < values.size(); ++i) {
    map.columns.push_back(fmt::format("column {}", i));
    map.points.push_back({i});
  }
  map.shades = {{"latency_us", "least latency", plain_label, values},
                {"spilled_bytes", "least spilled bytes", plain_label, values}};
  return map;
}

TEST(HeatDrawing, TheLowestValueHasTheFirstColourAndTheHighestTheLast) {
  HeatMap map = one_row({10, 20, 15, std::nullopt});
  map.points.back() = {3, 4};
  const Drawing drawing = heat_drawing(map);
  EXPECT_THAT(drawing.marks, HasSubstr("<path class=\"h0\" d=\"M0 0h1v1h-1z\"/>"));
  EXPECT_THAT(drawing.marks, HasSubstr("<path class=\"h10\" d=\"M1 0h1v1h-1z\"/>"));
  EXPECT_THAT(drawing.marks, HasSubstr("<path class=\"h5\" d=\"M2 0h1v1h-1z\"/>"));
  EXPECT_THAT(drawing.marks, HasSubstr("<path class=\"nothing\" d=\"M3 0h1v1h-1z\"/>"));
  EXPECT_THAT(drawing.marks, HasSubstr("data-points=\"0 1 2 3,4\""));
  EXPECT_THAT(drawing.marks, HasSubstr("data-cells=\"akf-\""));
  EXPECT_THAT(drawing.marks, HasSubstr(">&lt;tflm&gt;<"));
  EXPECT_THAT(drawing.marks, HasSubstr(">15 units<"));
}

TEST(HeatDrawing, ValuesThatSpanMuchHaveALogarithmicScale) {
  EXPECT_THAT(heat_drawing(one_row({1, 10, 100})).marks, HasSubstr("data-cells=\"afk\""));
  EXPECT_THAT(heat_drawing(one_row({0, 10, 100})).marks, HasSubstr("data-cells=\"abk\""));
}

TEST(HeatDrawing, AMapOfOneValueHasOneLabelOnItsScale) {
  const Drawing drawing = heat_drawing(one_row({7, 7}));
  EXPECT_THAT(drawing.marks, HasSubstr("data-cells=\"ff\""));
  EXPECT_THAT(drawing.marks, Not(HasSubstr("text-anchor=\"start\">7 units")));
}

TEST(HeatDrawing, OnlyAPageHasTheOtherQuantities) {
  const Drawing drawing = heat_drawing(one_row({1, 2}));
  EXPECT_THAT(standalone_svg(drawing), Not(HasSubstr("least spilled bytes")));
  EXPECT_THAT(page_figure(drawing),
              HasSubstr("<g class=\"shade hidden\" data-column=\"spilled_bytes\""));
}

ScatterPlot small_plot() {
  ScatterPlot plot;
  plot.figures = {{"latency_us", {90, 100, 110}},
                  {"spilled_bytes", {0, 1024, std::nullopt}},
                  {"sram_capacity_bytes", {1024, 16384, 32768}}};
  plot.across = 2;
  plot.up = 0;
  plot.series = {{"one", {0, 2}}, {"two", {1}}};
  return plot;
}

TEST(ScatterDrawing, DotsLieAtTheirValues) {
  const Drawing drawing = scatter_drawing(small_plot());
  // The horizontal axis is logarithmic, because the sizes span a factor of 32.
  EXPECT_THAT(drawing.marks, HasSubstr("data-points=\"0 2\" d=\"M20 980h0M980 20h0\""));
  EXPECT_THAT(drawing.marks, HasSubstr("data-points=\"1\" d=\"M788 500h0\""));
  EXPECT_THAT(drawing.marks, HasSubstr(">latency us, not from 0<"));
  EXPECT_THAT(drawing.marks, HasSubstr(">sram capacity bytes<"));
  EXPECT_THAT(drawing.marks, HasSubstr(">16 KiB<"));
  EXPECT_EQ(drawing.title, "latency us against sram capacity bytes");
}

TEST(ScatterDrawing, LeavesOutPointsThatLackAFigure) {
  ScatterPlot plot = small_plot();
  plot.across = 1;
  const Drawing drawing = scatter_drawing(plot);
  EXPECT_THAT(drawing.marks, HasSubstr("data-points=\"0\" d=\"M20 980h0\""));
  EXPECT_EQ(drawing.details, std::vector<std::string>{"2 of 3 points have both figures."});
}

TEST(ScatterDrawing, OnlyAPageHasTheAxesOfOtherFigures) {
  const Drawing drawing = scatter_drawing(small_plot());
  const std::string hidden = "<g class=\"across hidden\" data-column=\"spilled_bytes\"";
  EXPECT_THAT(standalone_svg(drawing), Not(HasSubstr(hidden)));
  EXPECT_THAT(page_figure(drawing), HasSubstr(hidden));
}

TEST(SeriesLook, TwentyFourSeriesLookDifferent) {
  std::set<std::string> looks;
  for (std::size_t i = 0; i < 24; ++i) looks.insert(series_look(i));
  EXPECT_EQ(looks.size(), 24U);
}

}  // namespace
}  // namespace spillway
