// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/sweep_json.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include <gtest/gtest.h>

#include "experiments/rows/sweep_columns.h"
#include "experiments/sweep/sweep_figures.h"

namespace spillway {
namespace {

TEST(FigureColumns, AllFiguresOfASweepWithAUnitAreNumbers) {
  for (const SweepFigure& figure : sweep_figures()) {
    EXPECT_EQ(is_figure_column(figure.name), figure.name != std::string("compiled_by"))
        << figure.name;
  }
  for (const char* name : {"threads", "weight_ratio", "memories", "status", "pareto"}) {
    EXPECT_FALSE(is_figure_column(name)) << name;
  }
}

TEST(SweepJson, EnergiesAndBandwidthsAreNumbers) {
  const std::string csv =
      std::string(sweep_identity_columns) +
      ",status,latency_us,mac_energy_uj,sram_capacity_bytes,sram_bandwidth_bytes_per_s\n"
      "net,0,chip,,config,mode,sram=1024,,single,,1,1,,ok,20,1.5,1024,3000\n"
      "net,0,chip,,config,mode,sram=2048,,single,,1,1,,ok,10,,2048,\n";
  const auto json = nlohmann::json::parse(sweep_json(csv, "points.csv", {}));
  nlohmann::json cells;
  for (const auto& column : json["columns"]) {
    if (!column.contains("texts")) cells[column["name"].get<std::string>()] = column["cells"];
  }
  EXPECT_EQ(cells["mac_energy_uj"], nlohmann::json({1.5, nullptr}));
  EXPECT_EQ(cells["sram_bandwidth_bytes_per_s"], nlohmann::json({3000, nullptr}));
  EXPECT_FALSE(cells.contains("threads"));
}

TEST(SweepJson, InLongTablesAFigureThatSeldomChangesIsAListOfNumbersWithIndices) {
  constexpr int rows = 1000;
  std::string csv = std::string(sweep_identity_columns) +
                    ",status,latency_us,sram_capacity_bytes,sram_bandwidth_bytes_per_s\n";
  for (int i = 0; i < rows; ++i) {
    const std::string size = std::to_string(1024 + i);
    csv += "net,0,chip,,config,mode,sram=" + size + ",,single,,1,1,,ok," + std::to_string(i + 1) +
           "," + size + "," + (i < rows - 1 ? "3000" : "") + "\n";
  }
  const auto json = nlohmann::json::parse(sweep_json(csv, "points.csv", {}));
  std::map<std::string, nlohmann::json> columns;
  for (const auto& column : json["columns"]) columns[column["name"].get<std::string>()] = column;
  EXPECT_FALSE(columns["latency_us"].contains("numbers"));
  EXPECT_EQ(columns["latency_us"]["cells"][rows - 1], rows);
  const nlohmann::json& bandwidth = columns["sram_bandwidth_bytes_per_s"];
  EXPECT_EQ(bandwidth["numbers"], nlohmann::json({3000, nullptr}));
  EXPECT_EQ(bandwidth["cells"][0], 0);
  EXPECT_EQ(bandwidth["cells"][rows - 1], 1);
}

}  // namespace
}  // namespace spillway
