// SPDX-License-Identifier: Apache-2.0
#include "traces/csv/timing_csv.h"

#include <cmath>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/diagnostics.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;

OperatorTiming random_operator(Cycles start, std::size_t memories) {
  const auto amount = [] { return *rc::gen::inRange<std::int64_t>(0, 1'000'000'000); };
  OperatorTiming op;
  op.name = *rc::gen::arbitrary<std::string>();
  op.type = *rc::gen::arbitrary<std::string>();
  op.note = *rc::gen::arbitrary<std::string>();
  op.start = start;
  op.compute = amount();
  op.dma_wait = amount();
  op.overhead = amount();
  op.host = amount();
  op.macs = amount();
  op.end = start + op.compute + op.dma_wait + op.overhead + op.host;
  for (std::size_t m = 0; m < memories; ++m) {
    op.memory_stall.push_back(amount());
    op.end += op.memory_stall.back();
    op.read_bytes.push_back(amount());
    op.write_bytes.push_back(amount());
    op.useful_bytes.push_back(amount());
  }
  return op;
}

Timing random_timing() {
  Timing timing;
  timing.clock.khz = *rc::gen::inRange<Kilohertz>(1, 2'000'000);
  const char* const names[] = {"sram", "dram", "off_chip_flash"};
  const auto memories = *rc::gen::inRange<std::size_t>(0, 4);
  for (std::size_t m = 0; m < memories; ++m) {
    timing.memories.emplace_back();
    timing.memories.back().name = names[m];
  }
  const int operators = *rc::gen::inRange(1, 6);
  for (int i = 0; i < operators; ++i) {
    timing.operators.push_back(random_operator(timing.total, memories));
    timing.total = timing.operators.back().end;
  }
  return timing;
}

bool same(const OperatorTiming& a, const OperatorTiming& b) {
  return a.name == b.name && a.type == b.type && a.note == b.note && a.start == b.start &&
         a.end == b.end && a.compute == b.compute && a.memory_stall == b.memory_stall &&
         a.dma_wait == b.dma_wait && a.overhead == b.overhead && a.host == b.host &&
         a.read_bytes == b.read_bytes && a.write_bytes == b.write_bytes &&
         a.useful_bytes == b.useful_bytes && a.macs == b.macs;
}

// Each row below has a number that fits into 64 bits, but is so large that sums or products with it
// do not. The reader must refuse such numbers.
TEST(TimingCsv, RefusesQuantitiesThatCannotBeAddedUp) {
  const std::string header =
      "name,type,start_cycles,end_cycles,total_cycles,compute_cycles,stall_m_cycles,dma_wait_"
      "cycles,"
      "overhead_cycles,m_read_bytes,m_write_bytes,macs,clock_khz,note\n";
  const std::string huge = "9223372036854775807";
  const std::string row = "a,A,0,5,5,5,0,0,0,1,1,1,1000,\n";
  EXPECT_EQ(parse_timing_csv(header + row, "t.csv").total, 5);
  for (const std::string& bad : {row + "b,A,5,6,1,1,0,0,0," + huge + ",1,1,1000,\n",
                                 "a,A,0,5,5,5,0,0,0,1,1," + huge + ",1000,\n",
                                 "a,A,0," + huge + "," + huge + "," + huge + ",0,0,0,1,1,1,1000,\n",
                                 "a,A,0,5,5,5,0,0,0,1,1,1," + huge + ",\n",
                                 "a,A,0,5,5," + huge + ",0," + huge + ",7,1,1,1,1000,\n"}) {
    EXPECT_THROW(parse_timing_csv(header + bad, "t.csv"), UserError) << bad;
  }
}

TEST(TimingCsv, ReadsBackAsTheSameOperators) {
  EXPECT_TRUE(rc::check([] {
    const Timing timing = random_timing();
    const Timing read = parse_timing_csv(write_timing_csv(timing), "t.csv");
    RC_ASSERT(read.total == timing.total);
    RC_ASSERT(read.clock.khz == timing.clock.khz);
    RC_ASSERT(read.memories.size() == timing.memories.size());
    RC_ASSERT(read.operators.size() == timing.operators.size());
    for (std::size_t i = 0; i < read.operators.size(); ++i) {
      RC_ASSERT(same(read.operators[i], timing.operators[i]));
    }
  }));
}

Timing two_operators() {
  Timing timing;
  timing.clock.khz = 500'000;
  timing.total = 1500;
  timing.memories.resize(1);
  timing.memories[0].name = "sram";
  OperatorTiming op;
  op.name = "=cmd, \"x\"\n";
  op.type = "conv_2d";
  op.end = 1000;
  op.compute = 700;
  op.memory_stall = {200};
  op.overhead = 100;
  op.read_bytes = {4096};
  op.write_bytes = {64};
  op.useful_bytes = {90};
  op.macs = 9;
  timing.operators.push_back(op);
  op.name = "b";
  op.start = 1000;
  op.end = 1500;
  op.compute = 200;
  timing.operators.push_back(op);
  return timing;
}

TEST(TimingCsv, NamesTheUnitOfEveryColumnAndHasNoTotals) {
  EXPECT_EQ(
      write_timing_csv(two_operators()),
      "operator,name,type,start_cycles,end_cycles,total_cycles,compute_cycles,"
      "stall_sram_cycles,dma_wait_cycles,overhead_cycles,host_cycles,sram_read_bytes,sram_"
      "write_bytes,"
      "sram_useful_bytes,macs,latency_us,clock_khz,note\n"
      "0,\"\\x3dcmd, \"\"x\"\"\\n\",conv_2d,0,1000,1000,700,200,0,100,0,4096,64,90,9,2.000000,"
      "500000,\n"
      "1,b,conv_2d,1000,1500,500,200,200,0,100,0,4096,64,90,9,1.000000,500000,\n");
}

TEST(TimingCsv, TicksOfAReferenceClockAddUpAndTheReaderSkipsThem) {
  EXPECT_TRUE(rc::check([] {
    const Timing timing = random_timing();
    const Kilohertz tick_khz = *rc::gen::inRange<Kilohertz>(1, timing.clock.khz + 1);
    const std::string text = write_timing_csv(timing, tick_khz);
    RC_ASSERT(write_timing_csv(parse_timing_csv(text, "t.csv")) == write_timing_csv(timing));
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    RC_ASSERT(line.substr(line.rfind(',')) == ",ticks");
    double ticks = 0;
    while (std::getline(lines, line)) ticks += std::stod(line.substr(line.rfind(',') + 1));
    const double exact = static_cast<double>(timing.total) * static_cast<double>(tick_khz) /
                         static_cast<double>(timing.clock.khz);
    RC_ASSERT(std::abs(ticks - exact) <= 0.5 + exact * 1e-12);
  }));
}

TEST(TimingCsv, AddsUpTheTrafficOfEachMemory) {
  const Timing read = parse_timing_csv(write_timing_csv(two_operators()), "t.csv");
  EXPECT_EQ(read.memories[0].read_bytes, 8192);
  EXPECT_EQ(read.memories[0].write_bytes, 128);
  EXPECT_EQ(read.memories[0].useful_bytes, 180);
}

TEST(TimingCsv, RefusesRowsThatDoNotAddUpOrDoNotTileTheRun) {
  const std::string text = write_timing_csv(two_operators());
  const auto with = [&](const std::string& from, const std::string& to) -> std::string {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return test::user_error([&] { parse_timing_csv(changed, "t.csv"); });
  };
  EXPECT_THAT(with("700,200", "700,201"), HasSubstr("t.csv:2:37: total_cycles '1000': differs"));
  EXPECT_THAT(with("1000,1500,500", "1001,1500,499"), HasSubstr("start_cycles '1001'"));
  EXPECT_THAT(with("1.000000,500000", "1.000000,400000"), HasSubstr("clock_khz"));
  EXPECT_THAT(with("sram_write_bytes", "sram_writes"), HasSubstr("is missing"));
}

TEST(FormatMicroseconds, IsExact) {
  EXPECT_EQ(format_microseconds(0), "0.000000");
  EXPECT_EQ(format_microseconds(1), "0.000001");
  EXPECT_EQ(format_microseconds(12'345'678'901'234), "12345678.901234");
}

}  // namespace
}  // namespace spillway
