// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "base/text.h"
#include "experiments/pages/report_json.h"
#include "experiments/pages/result_json.h"
#include "experiments/pages/sweep_json.h"
#include "experiments/sweep/sweep_table.h"
#include "planner/plan_io/plan_csv.h"
#include "report/chrome_trace.h"
#include "report/vela_listing.h"
#include "traces/csv/csv_reader.h"
#include "traces/csv/network_csv.h"
#include "traces/csv/timing_csv.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::json;

const std::vector<std::string>& hostile_names() {
  static const std::vector<std::string> names = {
      "=HYPERLINK(\"http://x\",\"y\")",
      "+1+2",
      "-2+3",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      "a,b",
      "say \"hi\"",
      "two\nlines",
      "crlf\r\n=1",
      "<script>alert(1)</script>",
      "back\\slash",
      " blanks ",
      "'quoted'",
      std::string(10'000, 'x'),
      "=" + std::string(10'000, '"'),
  };
  return names;
}

// Returns the cells of a CSV line by the rules of RFC 4180. The test does not use the program's own
// CSV reader, so that an error of this reader cannot hide an error of the writer.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && line.substr(i + 1, 1) == "\"") {
      cells.back() += line[i++];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  EXPECT_FALSE(quoted) << line.substr(0, 200);
  return cells;
}

bool is_number(const std::string& cell) {
  return cell.find_first_not_of("0123456789.eE-") == std::string::npos;
}

// Checks that every record of a CSV is one line with as many cells as the header, and that no cell
// begins like a spreadsheet formula.
void expect_safe(const std::string& csv, const std::string& what) {
  const std::vector<std::string> lines = split(csv, '\n');
  const std::size_t columns = cells_of(lines[0]).size();
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const std::vector<std::string> cells = cells_of(lines[i]);
    ASSERT_EQ(cells.size(), columns) << what << ": " << lines[i].substr(0, 300);
    for (const std::string& cell : cells) {
      if (cell.empty() || is_number(cell)) continue;
      EXPECT_EQ(std::string("=+-@\t\r").find(cell[0]), std::string::npos)
          << what << ": " << cell.substr(0, 80);
    }
  }
}

class HostileNames : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    name_ = hostile_names()[GetParam()];
    network_ = load_network("mobilenet_v1_0.25_96");
    network_.name = name_;
    for (std::size_t i = 0; i < network_.operators.size(); ++i) network_.operators[i].name = name_;
    for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
      network_.tensors[i].name = name_ + std::to_string(i);
    }
    point_.target = "ethos-u65-256";
    point_.simulation.keep_slices = true;
    result_ = run_point(network_, point_);
  }

  std::string name_;
  Network network_;
  DesignPoint point_;
  PointResult result_;
};

TEST_P(HostileNames, StayTextInEveryCsv) {
  expect_safe(write_timing_csv(result_.timing), "per-operator CSV");
  expect_safe(
      vela_per_layer_csv(result_.timing, result_.program, result_.plan.plan, result_.target),
      "Vela listing");
  expect_safe(write_plan_csv(result_.plan.plan, result_.network), "plan");
  expect_safe(write_plan_csv(result_.plan.problem, result_.plan.result.placements), "buffers");
  expect_safe(write_minimalloc_csv(result_.plan.problem, result_.plan.result.placements),
              "MiniMalloc");
  expect_safe(write_network_csv(network_), "network");
}

TEST_P(HostileNames, SurviveWritingAndReading) {
  const Network network = parse_network_csv(write_network_csv(network_), "csv");
  EXPECT_EQ(network.operators[0].name, name_);
  EXPECT_EQ(network.name, name_);
}

TEST_P(HostileNames, AreTextInSweepsAndTheirPages) {
  SweepSpec spec;
  spec.networks.push_back(network_);
  spec.targets = {"ethos-u65-256"};
  SweepTable table(spec);
  const std::string csv = table.header() + table.row(0) + "\n";
  expect_safe(csv, "sweep");
  CsvReader reader(csv, "sweep");
  ASSERT_TRUE(reader.next_row());
  EXPECT_EQ(text_from_cell(reader.cell(reader.require_column({"network"}))), name_);
  const Json page = Json::parse(sweep_json(csv, "sweep", origin_of(table, "spillway sweep")));
  EXPECT_EQ(page["columns"][0]["texts"][0], name_);
}

TEST_P(HostileNames, AreTextInEveryJson) {
  EXPECT_EQ(Json::parse(result_json(network_, point_, result_))["network"], name_);
  const Json page = Json::parse(report_json(network_, point_, result_, "spillway run"));
  EXPECT_EQ(page["timing"]["operators"][0]["name"], name_);
  EXPECT_TRUE(Json::accept(chrome_trace(name_, result_.timing, result_.plan.plan)));
}

INSTANTIATE_TEST_SUITE_P(Names, HostileNames, testing::Range<std::size_t>(0, 16));

}  // namespace
}  // namespace spillway
