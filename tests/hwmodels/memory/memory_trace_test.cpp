// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memory_trace.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/memory/trace_patterns.h"
#include "hwmodels/memory/trace_reader.h"
#include "hwmodels/memory/traffic_trace.h"
#include "tests/hwmodels/memory/traces.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

std::string error_of(const std::string& csv) {
  return test::user_error([&] { parse_memory_trace(csv, "t.csv"); });
}

// Returns a memory that transfers 8 bytes per nanosecond with a latency of 10 ns.
std::unique_ptr<MemoryTiming> simple_memory() {
  LatencyBandwidthParameters parameters;
  parameters.clock_khz = 1'000'000;
  parameters.bytes_per_cycle = 8;
  parameters.read_latency = parameters.write_latency = 10;
  return make_memory_timing(parameters);
}

TEST(MemoryTrace, ReadsHexadecimalAndDecimalWithAndWithoutHeader) {
  const MemoryTrace trace = parse_memory_trace("op,addr,bytes\nR,0x40,64\r\n\nW,128,0x10\n", "t");
  ASSERT_EQ(trace.size(), 2U);
  EXPECT_EQ(trace[0].address, 64U);
  EXPECT_FALSE(trace[0].write);
  EXPECT_EQ(trace[1].address, 128U);
  EXPECT_EQ(trace[1].bytes, 16);
  EXPECT_TRUE(trace[1].write);
  EXPECT_EQ(parse_memory_trace("R,0,1", "t").size(), 1U);
}

TEST(MemoryTrace, RefusesBadLinesWithTheirNumber) {
  EXPECT_EQ(error_of("R,0,64\nX,0,64\n"), "t.csv:2: op 'X': expected R or W");
  EXPECT_EQ(error_of("R,zero,64\n"), "t.csv:1: addr 'zero': expected 0 to 2^47");
  EXPECT_EQ(error_of("R,0,0\n"), "t.csv:1: bytes '0': expected 1 to 2^30");
  EXPECT_EQ(error_of("R,0\n"), "t.csv:1: expected op,addr,bytes, found 'R,0'");
  EXPECT_EQ(error_of("op,addr,bytes\n"), "t.csv: the trace has no requests");
}

TEST(MemoryTrace, IsReadBackAsWritten) {
  const MemoryTrace trace = make_trace("rand_rw", 200);
  const MemoryTrace again = parse_memory_trace(format_memory_trace(trace), "t");
  ASSERT_EQ(again.size(), trace.size());
  EXPECT_EQ(format_memory_trace(again), format_memory_trace(trace));
}

TEST(MemoryTrace, SplitsAtMultiplesOfTheBurst) {
  const MemoryTrace pieces = split_requests({{24, 40, true}}, 16);
  ASSERT_EQ(pieces.size(), 3U);
  EXPECT_EQ(pieces[0].address, 24U);
  EXPECT_EQ(pieces[0].bytes, 8);
  EXPECT_EQ(pieces[2].address, 48U);
  EXPECT_EQ(pieces[2].bytes, 16);
}

TEST(TracePatterns, BeginAsTheirDefinitionsSay) {
  EXPECT_THAT(format_memory_trace(make_trace("copy64", 4)),
              "op,addr,bytes\nR,0x0,64\nW,0x2000000,64\nR,0x40,64\nW,0x2000040,64\n");
  const MemoryTrace copy256 = make_trace("copy256", 9);
  EXPECT_FALSE(copy256[3].write);
  EXPECT_TRUE(copy256[4].write);
  EXPECT_EQ(copy256[7].address, (Address{32} << 20) + 192);
  EXPECT_EQ(copy256[8].address, 256U);
  EXPECT_EQ(make_trace("tile128", 3)[2].address, 1536U);
  // 4096 accesses with a stride of 16 KiB cover the 64 MiB of the pattern. The pattern then starts
  // again at address 64.
  EXPECT_EQ(make_trace("stride16k", 4097)[4096].address, 64U);
}

TEST(TracePatterns, RandomOnesFollowFromTheirSeed) {
  EXPECT_EQ(format_memory_trace(make_trace("rand_rw", 100, 5)),
            format_memory_trace(make_trace("rand_rw", 100, 5)));
  int writes = 0;
  for (const TraceRequest& request : make_trace("rand_rw", 30'000)) {
    ASSERT_LT(request.address, Address{64} << 20);
    writes += request.write ? 1 : 0;
  }
  EXPECT_NEAR(writes, 10'000, 300);
}

TEST(RunMemoryTrace, OneOutstandingPaysTheWholeLatencyEachTime) {
  const auto memory = simple_memory();
  const TraceResult result = run_memory_trace(*memory, make_trace("seq_read", 100), 1);
  EXPECT_EQ(result.latency.mean, 18'000);  // 10 ns of latency and 8 ns for 64 bytes, in picoseconds
  EXPECT_EQ(result.latency.max, 18'000);
  EXPECT_EQ(result.elapsed, 100 * 18'000);
  EXPECT_EQ(result.bytes, 6400);
}

TEST(RunMemoryTrace, ManyOutstandingReachTheBandwidth) {
  const auto memory = simple_memory();
  const TraceResult result = run_memory_trace(*memory, make_trace("seq_read", 1000), 8);
  EXPECT_NEAR(result.utilisation(), 1, 0.01);
}

TEST(RunMemoryTrace, TheJsonHoldsWhatWasRunAndMeasured) {
  const auto memory = simple_memory();
  const TraceResult result = run_memory_trace(*memory, make_trace("seq_read", 10), 1);
  const auto json = nlohmann::json::parse(trace_result_json(result, "simple", "seq_read", "", 1));
  EXPECT_EQ(json.at("part"), "simple");
  EXPECT_EQ(json.at("window"), "1");
  EXPECT_EQ(json.at("bytes"), 640);
  EXPECT_EQ(json.at("latency_ns").at("p99"), 18.0);
}

TEST(RunMemoryTrace, RequestsWaitForTheirTime) {
  const auto memory = simple_memory();
  const MemoryTrace late{{0, 64, false, 0}, {64, 64, false, 500'000}};
  const TraceResult result = run_memory_trace(*memory, late, 0);
  EXPECT_EQ(result.elapsed, 518'000);
  EXPECT_EQ(result.latency.max, 18'000);
}

TEST(TrafficTrace, IsCutAtTheMemorysBurstAndOrderedByTime) {
  const std::vector<TrafficRecord> records{
      {2500, 0x80, true, 64}, {0, 0x48, false, 8}, {2500, 0xc0, false, 32}};
  const TrafficUnits units{32, 1250};
  EXPECT_EQ(stl_trace(records, units),
            "# clkMhz 800\n0: (8) read 0x48\n2: (32) write 0x80\n2: (32) write 0xa0\n"
            "2: (32) read 0xc0\n");
  EXPECT_EQ(dramsim3_trace(records, units),
            "0x40 READ 0\n0x80 WRITE 2\n0xa0 WRITE 2\n0xc0 READ 2\n");
  EXPECT_EQ(ramulator_trace(records, units), "LD 0x40\nST 0x80\nST 0xa0\nLD 0xc0\n");
  EXPECT_EQ(csv_traffic(records),
            "op,addr,bytes,time_ns\nR,0x48,8,0.000\nW,0x80,64,2.500\nR,0xc0,32,2.500\n");
}

MemoryTrace read_back(const std::string& text, const TraceDefaults& defaults) {
  std::istringstream stream(text);
  TraceReader reader(stream, "t", defaults);
  MemoryTrace trace;
  while (const auto request = reader.next()) trace.push_back(*request);
  return trace;
}

TEST(TrafficTrace, EveryFormIsReadBackWithItsBytesAndDirections) {
  std::vector<TrafficRecord> records;
  for (int i = 0; i < 200; ++i) {
    records.push_back({i * 3750, static_cast<Address>(i * 7919 % 4096 * 32), i % 3 == 0, 64});
  }
  const TrafficUnits units{32, 1250};
  const TraceDefaults defaults{32, 1250};
  const auto bytes_of = [](const MemoryTrace& trace, bool write) {
    Bytes bytes = 0;
    for (const TraceRequest& request : trace) bytes += request.write == write ? request.bytes : 0;
    return bytes;
  };
  for (const std::string& text : {stl_trace(records, units), dramsim3_trace(records, units),
                                  ramulator_trace(records, units), csv_traffic(records)}) {
    const MemoryTrace trace = read_back(text, defaults);
    EXPECT_EQ(bytes_of(trace, true), 67 * 64);
    EXPECT_EQ(bytes_of(trace, false), 133 * 64);
    EXPECT_EQ(trace.front().address, records.front().address);
    const bool timed = text[0] != 'L' && text[0] != 'S';
    EXPECT_EQ(trace.back().time, timed ? records.back().time : 0);
  }
}

TEST(TraceReader, RefusesTimesThatGoBackAndAddressesBeyondTheMemory) {
  const auto error = [](const std::string& text) {
    return test::user_error([&] { read_back(text, {32, 1000, 4096}); });
  };
  EXPECT_EQ(error("5: read 0x0\n4: read 0x20\n"),
            "t:2: the time is before that of the request above");
  EXPECT_EQ(error("LD 0xfe0\nLD 0x1000\n"),
            "t:2: addresses 0x1000 to 0x101f lie beyond the memory's 4096 bytes");
  EXPECT_EQ(error("5: fetch 0x0\n"),
            "t:1: expected clock: (bytes) read|write addr, found '5: fetch 0x0'");
  EXPECT_EQ(error("# clkMhz 0\n"), "t:1: clkMhz '0': expected a clock in MHz");
}

TEST(TracePatterns, StayWithinASmallMemory) {
  constexpr Bytes capacity = Bytes{2} << 20;
  for (const std::string& name : trace_pattern_names()) {
    const RequestSource requests = pattern_requests(name, 100'000, 1, capacity);
    while (const auto request = requests()) {
      ASSERT_LE(request->address + static_cast<Address>(request->bytes), Address{capacity}) << name;
    }
  }
}

}  // namespace
}  // namespace spillway
