// SPDX-License-Identifier: Apache-2.0
#include "report/chrome_trace.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "report/live_bytes.h"

namespace spillway {
namespace {

using Json = nlohmann::json;

OperatorTiming operator_of(const std::string& name, Cycles start, Cycles end) {
  OperatorTiming op;
  op.name = name;
  op.type = "CONV_2D";
  op.start = start;
  op.end = end;
  op.compute = end - start;
  op.memory_stall = {0};
  op.read_bytes = op.write_bytes = op.useful_bytes = {0};
  return op;
}

/// Returns the timing of two operators, of 1000 and 500 cycles at 600 MHz. While the first operator
/// runs, the DMA makes two transfers for the second operator. The transfers overlap in time, so the
/// trace shows them in two lanes.
Timing small_timing() {
  Timing timing;
  timing.clock.khz = 600'000;
  timing.total = 1500;
  timing.operators = {operator_of("first", 0, 1000), operator_of("second", 1000, 1500)};
  timing.engines = {{"fetch", 0, {}}, {"dma", 0, {}}};
  timing.bucket = 1'000'000;
  MemoryActivity memory;
  memory.name = "sram";
  memory.bytes_per_bucket = {1000, 500, 0};
  timing.memories = {memory};
  timing.slices = {{0, 0, 0, 0, 1'666'666, 1'666'666},
                   {0, 0, 1, 1'666'666, 2'500'000, 800'000},
                   {1, 0, 1, 500'000, 900'000, 400'000},
                   {1, 1, 1, 700'000, 1'200'000, 500'000}};
  return timing;
}

Json events_of(const std::string& trace, const std::string& phase) {
  Json found = Json::array();
  const Json parsed = Json::parse(trace);
  for (const Json& event : parsed["traceEvents"]) {
    if (event["ph"] == phase) found.push_back(event);
  }
  return found;
}

std::int64_t ns(const Json& microseconds) {
  return std::llround(microseconds.get<double>() * 1000);
}

TEST(ChromeTrace, SlicesOfATrackFollowEachOtherWithoutOverlap) {
  std::map<int, std::int64_t> ends;
  for (const Json& slice : events_of(chrome_trace("run", small_timing(), {}), "X")) {
    std::int64_t& end = ends[slice["tid"].get<int>()];
    EXPECT_GE(ns(slice["ts"]), end) << slice;
    EXPECT_GT(ns(slice["dur"]), 0) << slice;
    end = ns(slice["ts"]) + ns(slice["dur"]);
  }
  EXPECT_EQ(ends.size(), 4U);  // tracks: operators, fetch, and two lanes of the DMA
}

TEST(ChromeTrace, TheCpuHasATrackWhereItRunsOperators) {
  Timing timing = small_timing();
  const auto tracks_named_cpu = [&] {
    int found = 0;
    for (const Json& event : events_of(chrome_trace("run", timing, {}), "M")) {
      if (event["args"].contains("name") && event["args"]["name"] == "CPU") ++found;
    }
    return found;
  };
  EXPECT_EQ(tracks_named_cpu(), 0);
  timing.operators[1].host = timing.operators[1].compute;
  timing.operators[1].compute = 0;
  EXPECT_EQ(tracks_named_cpu(), 1);
  int slices = 0;
  for (const Json& slice : events_of(chrome_trace("run", timing, {}), "X")) {
    if (!slice.contains("cat") || !slice["args"].contains("host_cycles")) continue;
    // The test skips the track with all operators, whose slices have the argument "cycles". The
    // slices of the CPU's track lack this argument.
    if (slice["args"].contains("cycles")) continue;
    EXPECT_EQ(slice["name"], "second");
    EXPECT_EQ(ns(slice["dur"]), 834);
    ++slices;
  }
  EXPECT_EQ(slices, 1);
}

TEST(ChromeTrace, AnArrowLeadsFromEachTransferToTheOperatorThatNeedsIt) {
  const std::string trace = chrome_trace("run", small_timing(), {});
  const Json starts = events_of(trace, "s");
  const Json ends = events_of(trace, "f");
  ASSERT_EQ(starts.size(), 2U);
  ASSERT_EQ(ends.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(starts[i]["id"], ends[i]["id"]);
    EXPECT_LE(ns(starts[i]["ts"]), ns(ends[i]["ts"]));
    EXPECT_GE(ns(ends[i]["ts"]), 1666);
    EXPECT_LT(ns(ends[i]["ts"]), 2500);
  }
}

TEST(ChromeTrace, AnOperatorSaysItsStallsAndBytesPerMemory) {
  Timing timing = small_timing();
  timing.operators[1].memory_stall = {120};
  timing.operators[1].read_bytes = {4096};
  timing.operators[1].write_bytes = {512};
  timing.operators[1].macs = 77;
  for (const Json& slice : events_of(chrome_trace("run", timing, {}), "X")) {
    if (slice["tid"] != 1) continue;
    const Json& arguments = slice["args"];
    const bool second = slice["name"] == "second";
    EXPECT_EQ(arguments["stall_cycles"], second ? Json({{"sram", 120}}) : Json::object());
    EXPECT_EQ(arguments["read_bytes"], second ? Json({{"sram", 4096}}) : Json::object());
    EXPECT_EQ(arguments["write_bytes"], second ? Json({{"sram", 512}}) : Json::object());
    EXPECT_EQ(arguments["macs"], second ? 77 : 0);
  }
}

TEST(ChromeTrace, CountersGiveBandwidthAndLiveBytes) {
  Plan plan;
  plan.memories = {{"sram", 4096, 1}};
  plan.residencies = {{0, 0, 0, 1024, 0, 2, -1}, {1, 0, 1024, 512, 1, 3, -1}};
  std::map<std::string, std::vector<double>> counters;
  for (const Json& event : events_of(chrome_trace("run", small_timing(), plan), "C")) {
    counters[event["name"]].push_back(event["args"].begin()->get<double>());
  }
  EXPECT_EQ(counters["sram bandwidth"], (std::vector<double>{1000, 500, 0}));  // MB/s
  EXPECT_EQ(counters["sram live bytes"], (std::vector<double>{1536, 512}));
}

TEST(ChromeTrace, HostileNamesStayInsideTheirStrings) {
  Timing timing = small_timing();
  timing.operators[0].name = "\"}],\n<script>\xff" + std::string(10'000, 'x');
  const std::string trace = chrome_trace("run", timing, {});
  EXPECT_TRUE(Json::accept(trace));
  EXPECT_LT(trace.size(), 8'000U);
}

TEST(LiveBytes, CountsSharedBytesOnce) {
  Plan plan;
  plan.memories = {{"sram", 4096, 1}};
  plan.residencies = {{0, 0, 0, 1000, 0, 2, -1}, {1, 0, 500, 1000, 1, 3, 0}};
  EXPECT_EQ(live_bytes(plan, 0, 4), (std::vector<Bytes>{1000, 1500, 1000, 0}));
}

}  // namespace
}  // namespace spillway
