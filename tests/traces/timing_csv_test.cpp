// SPDX-License-Identifier: Apache-2.0
#include "traces/csv/timing_csv.h"

#include <cmath>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace spillway {
namespace {

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

TEST(TimingCsv, TicksOfAReferenceClockAddUpToTheRoundedTimeOfTheRun) {
  EXPECT_TRUE(rc::check([] {
    const Timing timing = random_timing();
    const Kilohertz tick_khz = *rc::gen::inRange<Kilohertz>(1, timing.clock.khz + 1);
    const std::string text = write_timing_csv(timing, tick_khz);
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

TEST(FormatMicroseconds, IsExact) {
  EXPECT_EQ(format_microseconds(0), "0.000000");
  EXPECT_EQ(format_microseconds(1), "0.000001");
  EXPECT_EQ(format_microseconds(12'345'678'901'234), "12345678.901234");
}

}  // namespace
}  // namespace spillway
