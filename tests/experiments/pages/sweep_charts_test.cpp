// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/sweep_charts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/rows/sweep_columns.h"

namespace spillway {
namespace {

using testing::ElementsAre;
using Values = std::vector<std::optional<double>>;

constexpr const char* figure_columns =
    ",status,latency_us,spilled_bytes,sram_capacity_bytes,dram_bandwidth_bytes_per_s\n";

// Returns the row of a point. `figures` are the cells after the status.
std::string row(const std::string& network, const std::string& memories, const std::string& planner,
                const std::string& figures) {
  return network + ",0,chip,,config,mode," + memories + ",," + planner + ",,1,1,,ok," + figures +
         "\n";
}

std::vector<HeatMap> maps_of(const std::string& rows) {
  const std::string csv = std::string(sweep_identity_columns) + figure_columns + rows;
  return heat_maps(sweep_cells(csv, "points.csv"), read_sweep_rows(csv, "points.csv"));
}

TEST(HeatMaps, HaveSizesAcrossInAscendingOrder) {
  const auto maps =
      maps_of(row("net", "sram=131072", "vela-spill", "5,0,131072,1") +
              row("net", "", "tflm", "8,4,9,1") + row("net", "sram=16384", "tflm", "9,7,16384,1") +
              row("net", "sram=16384", "tflm", "6,8,16384,1"));
  ASSERT_EQ(maps.size(), 1U);
  const HeatMap& map = maps[0];
  EXPECT_EQ(map.title, "sram and planner, net on chip (mode)");
  EXPECT_THAT(map.columns, ElementsAre("default", "16 KiB", "128 KiB"));
  EXPECT_THAT(map.rows, ElementsAre("tflm", "vela-spill"));
  using Points = std::vector<std::size_t>;
  EXPECT_THAT(map.points,
              ElementsAre(Points{1}, Points{2, 3}, Points{}, Points{}, Points{}, Points{0}));
  ASSERT_EQ(map.shades.size(), 2U);
  EXPECT_EQ(map.shades[0].values, (Values{8, 6, {}, {}, {}, 5}));
  EXPECT_EQ(map.shades[1].values, (Values{4, 7, {}, {}, {}, 0}));
}

TEST(HeatMaps, KeepNetworksApartExceptWhereTheyAreAnAxis) {
  std::string rows;
  for (const char* const network : {"first", "second"}) {
    for (const char* const planner : {"tflm", "single", "vela-spill"}) {
      for (const char* const size : {"1024", "2048", "3072", "4096"}) {
        rows +=
            row(network, std::string("sram=") + size, planner, "5,0," + std::string(size) + ",1");
      }
    }
  }
  std::vector<std::string> titles;
  for (const HeatMap& map : maps_of(rows)) titles.push_back(map.title);
  EXPECT_THAT(titles, ElementsAre("sram and planner, first on chip (mode)",
                                  "sram and planner, second on chip (mode)",
                                  "sram and network, on chip (mode)",
                                  "network and planner, on chip (mode)"));
}

TEST(HeatMaps, NeedTwoParametersAndALatency) {
  EXPECT_TRUE(
      maps_of(row("net", "sram=1", "tflm", "5,0,1,1") + row("net", "sram=2", "tflm", "4,0,2,1"))
          .empty());
  EXPECT_TRUE(
      maps_of(row("net", "sram=1", "tflm", ",,,") + row("net", "sram=2", "single", ",,,")).empty());
}

std::optional<ScatterPlot> plot_of(const std::string& rows) {
  return scatter_plot(
      sweep_cells(std::string(sweep_identity_columns) + figure_columns + rows, "points.csv"));
}

TEST(ScatterPlots, ShowLatencyAgainstSpilledBytesAtFirst) {
  const auto plot =
      plot_of(row("net", "", "tflm", "5,0,1024,") + row("net", "", "single", "6,1,1024,3000") +
              row("net", "", "tflm", "7,2,1024,"));
  ASSERT_TRUE(plot.has_value());
  ASSERT_EQ(plot->figures.size(), 2U) << "the other figures have one value";
  EXPECT_EQ(plot->figures[plot->up].column, "latency_us");
  EXPECT_EQ(plot->figures[plot->across].column, "spilled_bytes");
  ASSERT_EQ(plot->series.size(), 2U);
  EXPECT_EQ(plot->series[0].name, "tflm");
  EXPECT_THAT(plot->series[0].points, ElementsAre(0, 2));
}

TEST(ScatterPlots, ShowTheCapacityIfNothingIsSpilled) {
  const auto plot =
      plot_of(row("net", "", "tflm", "5,0,1024,1") + row("net", "", "tflm", "6,0,2048,2"));
  ASSERT_TRUE(plot.has_value());
  EXPECT_EQ(plot->figures[plot->across].column, "sram_capacity_bytes");
  EXPECT_FALSE(plot_of(row("net", "", "tflm", "5,0,1024,1")).has_value());
}

TEST(NumberInCell, IsFiniteAndHasAFraction) {
  EXPECT_EQ(number_in_cell("1.5"), 1.5);
  for (const char* const cell : {"", "word", "inf", "nan", "1e300", "9007199254740992"}) {
    EXPECT_EQ(number_in_cell(cell), std::nullopt) << cell;
  }
}

}  // namespace
}  // namespace spillway
