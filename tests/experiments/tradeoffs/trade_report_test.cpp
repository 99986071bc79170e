// SPDX-License-Identifier: Apache-2.0
#include "experiments/tradeoffs/trade_report.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/rows/sweep_columns.h"
#include "report/table_formats.h"

namespace spillway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Returns the trade-offs of a sweep with two unbeaten points: one thread with little memory, and
// five threads with more memory.
std::vector<TradeOff> trades_of_threads() {
  const std::string columns =
      "status,latency_us,sram_capacity_bytes,sram_read_bytes,sram_write_bytes";
  const std::string csv = std::string(sweep_identity_columns) + "," + columns +
                          "\n"
                          "net,0,chip,,config,mode,sram=1024,,single,,1,1,,ok,20,1024,5,5\n"
                          "net,0,chip,,config,mode,sram=2048,,single,,5,1,,ok,10,2048,5,5\n";
  return trade_offs(csv, "points.csv", {}, {});
}

TEST(TradeReport, DocumentsHaveTheThreadsOfEveryPoint) {
  const Printout printout = trade_printout(trades_of_threads(), {}, false);
  EXPECT_THAT(csv_table(printout, "points"), HasSubstr(",options,threads,memories,"));
  EXPECT_THAT(csv_table(printout, "points"), HasSubstr(",chip,config,mode,,,5,sram=2048,"));
  const auto json = nlohmann::json::parse(trade_json(trades_of_threads(), {}));
  std::vector<std::string> threads;
  for (const auto& point : json["networks"][0]["unbeaten"]) threads.push_back(point["threads"]);
  EXPECT_THAT(threads, ElementsAre("5", "1"));
}

}  // namespace
}  // namespace spillway
