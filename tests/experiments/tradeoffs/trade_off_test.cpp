// SPDX-License-Identifier: Apache-2.0
#include "experiments/tradeoffs/trade_off.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "experiments/rows/sweep_columns.h"
#include "experiments/tradeoffs/trade_report.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Point {
  std::string target = "chip", parts;
  Bytes sram = 1024;
  double us = 0;                // latency in microseconds; 0 if the network does not fit
  std::string bandwidth = "0";  // peak rate of the DRAM in bytes per second; empty means no limit
  std::string sram_energy = {};
  std::string dram_energy = {};
  std::string options = {};
  std::int64_t dram_traffic = 10;
};

std::string csv_of(const std::vector<Point>& points) {
  std::string csv =
      std::string(sweep_identity_columns) +
      ",status,latency_us,mac_energy_uj,sram_capacity_bytes,sram_read_bytes,sram_write_bytes,"
      "sram_bandwidth_bytes_per_s,sram_energy_uj,dram_capacity_bytes,dram_read_bytes,"
      "dram_write_bytes,dram_bandwidth_bytes_per_s,dram_energy_uj,pareto\n";
  for (const Point& point : points) {
    csv += fmt::format("net,0,{},,config,mode,sram={},{},single,,1,1,{},", point.target, point.sram,
                       point.parts, point.options);
    csv += point.us > 0 ? fmt::format("ok,{},,{},5,5,99,{},1000000,{},0,{},{},\n", point.us,
                                      point.sram, point.sram_energy, point.dram_traffic,
                                      point.bandwidth, point.dram_energy)
                        : std::string("does not fit,,,,,,,,,,,,,\n");
  }
  return csv;
}

std::vector<TradeOff> trades_of(const std::vector<Point>& points,
                                const TradeOffQuestion& question = {}) {
  return trade_offs(csv_of(points), "points.csv", {}, question);
}

std::vector<double> latencies(const TradeOff& trade) {
  std::vector<double> latencies;
  for (const HardwareChoice& choice : trade.unbeaten) latencies.push_back(choice.latency_us);
  return latencies;
}

TradeOffQuestion with_prices(const std::vector<std::string>& prices) {
  return {parse_prices(prices), std::nullopt};
}

TEST(TradeOff, KeepsEveryPointThatNoOtherPointBeats) {
  // The third point is beaten by the second, which is as fast with less memory. The fifth point is
  // beaten by the fourth, because an empty bandwidth (no limit) counts as the highest bandwidth. At
  // the last point, the network does not fit.
  const auto trades = trades_of({{"chip", "", 4096, 10, "100"},
                                 {"chip", "", 1024, 30, "100"},
                                 {"chip", "", 2048, 30, "100"},
                                 {"chip", "", 4096, 20, "50"},
                                 {"chip", "", 4096, 20, ""},
                                 {"chip", "", 512, 0, "100"}});
  ASSERT_EQ(trades.size(), 1U);
  EXPECT_EQ(trades[0].points, 6U);
  EXPECT_EQ(trades[0].simulated, 5U);
  EXPECT_THAT(latencies(trades[0]), ElementsAre(10, 20, 30));
  EXPECT_EQ(trades[0].fastest->latency_us, 10);
  EXPECT_EQ(trades[0].cheapest->fast_bytes, 1024);
}

TEST(TradeOff, AgreesWithAComparisonOfAllPairs) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> small(1, 6);
  for (int round = 0; round < 50; ++round) {
    std::vector<Point> points;
    for (int i = 0; i < 40; ++i) {
      points.push_back(
          {"chip", "", small(random) * 1024, 1.0 * small(random), std::to_string(small(random))});
    }
    std::vector<std::string> expected;
    for (const Point& a : points) {
      const bool beaten = std::any_of(points.begin(), points.end(), [&](const Point& b) {
        return b.us <= a.us && b.sram <= a.sram && b.bandwidth <= a.bandwidth &&
               (b.us < a.us || b.sram < a.sram || b.bandwidth < a.bandwidth);
      });
      if (!beaten) expected.push_back(fmt::format("{} {} {}", a.us, a.sram, a.bandwidth));
    }
    std::vector<std::string> found;
    const auto trades = trades_of(points);
    for (const HardwareChoice& choice : trades[0].unbeaten) {
      for (std::size_t i = 0; i <= choice.equals; ++i) {
        found.push_back(
            fmt::format("{} {} {}", choice.latency_us, choice.fast_bytes, *choice.bandwidth));
      }
    }
    EXPECT_THAT(found, testing::UnorderedElementsAreArray(expected));
  }
}

TEST(TradeOff, CountsOnlyMemoriesThatTheRunUses) {
  Point unused = {"chip", "", 1024, 10, "100"};
  unused.dram_traffic = 0;
  EXPECT_EQ(trades_of({unused})[0].unbeaten[0].bandwidth, 0);
  EXPECT_EQ(trades_of({{"chip", "", 1024, 10, "100"}})[0].unbeaten[0].bandwidth, 100);
  EXPECT_EQ(trades_of({{"chip", "", 1024, 10, ""}})[0].unbeaten[0].bandwidth, std::nullopt);
}

TEST(TradeOff, ComparesEnergyOnlyWhereItIsKnownOfAllPoints) {
  const Point frugal = {"chip", "", 2048, 20, "100", "1.5", "2.5"};
  const Point fast = {"chip", "", 1024, 10, "100", "4", "5"};
  auto trades = trades_of({frugal, fast});
  EXPECT_THAT(latencies(trades[0]), ElementsAre(10, 20));
  EXPECT_EQ(trades[0].unbeaten[1].energy_uj, 4);
  Point unknown = fast;
  unknown.dram_energy = "";
  trades = trades_of({frugal, unknown});
  EXPECT_THAT(latencies(trades[0]), ElementsAre(10));
  EXPECT_EQ(trades[0].unbeaten[0].energy_uj, std::nullopt);
}

TEST(TradeOff, ComparesOnlyPointsOfTheSameNetworkAndTask) {
  Point ideal = {"chip", "", 1024, 1};
  ideal.options = "ideal=memories";
  const auto trades = trades_of({{"chip", "", 1024, 10}, ideal});
  ASSERT_EQ(trades.size(), 2U);
  EXPECT_EQ(trades[1].network, "net, ideal=memories");
}

TEST(TradeOff, ComparesTheCostInsteadOfAPricedFigure) {
  const std::vector<Point> points = {{"chip", "dram=LPDDR4-3200-x16", 2048, 10, "200"},
                                     {"chip", "dram=DDR3-1600K-x16", 2048, 12, "100"},
                                     {"chip", "dram=DDR3-1600K-x16", 4096, 11, "100"}};
  auto trades = trades_of(points, with_prices({"sram=1/KiB", "part=LPDDR4:3.50", "part=DDR3:2"}));
  // The costs of the unbeaten points are 5.50 and 4.00. The point that costs 6.00 is beaten.
  EXPECT_THAT(latencies(trades[0]), ElementsAre(10, 12));
  EXPECT_DOUBLE_EQ(*trades[0].unbeaten[0].cost, 5.5);
  EXPECT_DOUBLE_EQ(*trades[0].cheapest->cost, 4);
  // Without a price for the SRAM, the size of the SRAM is a third objective, besides latency and
  // cost.
  trades = trades_of(points, with_prices({"part=LPDDR4:3.50", "part=DDR3:2"}));
  EXPECT_THAT(trades[0].objectives,
              ElementsAre(Objective::latency, Objective::fast_bytes, Objective::cost));
}

TEST(TradeOff, ADeadlineChoosesAmongThePointsThatMeetIt) {
  const std::vector<Point> points = {{"big", "", 4096, 10}, {"small", "", 1024, 30}};
  TradeOffQuestion question;
  question.deadline_us = 20;
  EXPECT_EQ(trades_of(points, question)[0].cheapest->target, "big");
  question.deadline_us = 30;
  EXPECT_EQ(trades_of(points, question)[0].cheapest->target, "small");
  question.deadline_us = 5;
  EXPECT_FALSE(trades_of(points, question)[0].cheapest.has_value());
  EXPECT_THAT(printed_text(trade_printout(trades_of(points, question), question)),
              HasSubstr("no point is within 0.005 ms"));
}

TEST(TradeOff, ListsEqualPointsOnce) {
  const auto trades = trades_of({{"a", "", 1024, 10}, {"b", "", 1024, 10}, {"c", "", 1024, 11}});
  ASSERT_EQ(trades[0].unbeaten.size(), 1U);
  EXPECT_EQ(trades[0].unbeaten[0].target, "a");
  EXPECT_EQ(trades[0].unbeaten[0].equals, 1U);
}

TEST(TradeOff, SaysThatNoPointHasAPlan) {
  EXPECT_EQ(printed_text(trade_printout(trades_of({{"chip", "", 1024, 0}}), {})),
            "net: none of 1 points has a plan\n");
}

TEST(TradeOff, CutsLongTablesOffAndSaysSo) {
  std::vector<Point> points;
  for (int i = 0; i < 30; ++i) points.push_back({"chip", "", 1024 * (30 - i), 10000.0 + i});
  const std::string text = printed_text(trade_printout(trades_of(points), {}));
  EXPECT_THAT(text, HasSubstr("and 6 slower ones; --format csv prints all\n"));
  const Printout whole = trade_printout(trades_of(points), {}, false);
  EXPECT_EQ(whole.tables().front()->rows.size(), 30U);
}

std::string message_of(const std::vector<std::string>& prices, const std::vector<Point>& points) {
  return test::user_error([&] { trades_of(points, with_prices(prices)); }, ExitCode::usage);
}

TEST(PriceList, RefusesPricesThatSayNothingOrCoverOnlySomeOfThePoints) {
  const std::vector<Point> points = {{"chip", "dram=A", 1024, 10}, {"chip", "dram=B", 1024, 10}};
  EXPECT_THAT(message_of({"sram"}, points), HasSubstr("'sram' is no price"));
  EXPECT_THAT(message_of({"sram=1"}, points), HasSubstr("is no price"));
  EXPECT_THAT(message_of({"sram=1/foot"}, points), HasSubstr("is no price"));
  EXPECT_THAT(message_of({"sram=-1/KiB"}, points), HasSubstr("is no price"));
  EXPECT_THAT(message_of({"part=A"}, points), HasSubstr("is no price"));
  EXPECT_THAT(message_of({"sram=nan/KiB"}, points), HasSubstr("is no price"));
  EXPECT_THAT(message_of({"part=A:1", "part=a:2"}, points), HasSubstr("second price of a"));
  EXPECT_THAT(message_of({"part=A:1"}, points), HasSubstr("part B has no price"));
  EXPECT_THAT(message_of({"target=other:1"}, points), HasSubstr("target chip has no price"));
  EXPECT_THAT(message_of({"srm=1/KiB"}, points), HasSubstr("did you mean 'sram'?"));
  EXPECT_THAT(message_of({"part=A:1"}, {{"chip", "", 1024, 10}}), HasSubstr("--part"));
}

TEST(PriceList, ThePriceWithTheLongestNameCounts) {
  const PriceList prices = parse_prices({"part=LPDDR4:3", "part=lpddr4-3200:4"});
  EXPECT_EQ(price_of(prices.parts, "LPDDR4-1600-x16"), 3);
  EXPECT_EQ(price_of(prices.parts, "LPDDR4-3200-x16"), 4);
  EXPECT_EQ(price_of(prices.parts, "LPDDR4X-3200"), std::nullopt);
}

TEST(PriceList, UnitsMayBeAnySize) {
  for (const auto& [text, per_byte] :
       std::vector<std::pair<std::string, double>>{{"sram=1024/KiB", 1},
                                                   {"sram=1024/K", 1},
                                                   {"sram=2048/2K", 1},
                                                   {"sram=1048576/MiB", 1},
                                                   {"sram=1/B", 1}}) {
    EXPECT_DOUBLE_EQ(parse_prices({text}).memories.at(0).per_byte, per_byte) << text;
  }
}

}  // namespace
}  // namespace spillway
