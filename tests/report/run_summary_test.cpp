// SPDX-License-Identifier: Apache-2.0
#include "report/run_summary.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::Not;

Timing timing_of(int operators) {
  Timing timing;
  timing.clock.khz = 500'000;
  timing.memories.resize(2);
  timing.memories[0].name = "sram";
  timing.memories[0].capacity = 393'216;
  timing.memories[0].peak = 380'000;
  timing.memories[1].name = "a memory with a long name";
  for (int i = 0; i < operators; ++i) {
    OperatorTiming op;
    op.name = "operator " + std::to_string(i) + std::string(static_cast<std::size_t>(i) * 20, 'x');
    op.start = timing.total;
    op.compute = 600 + i;
    op.memory_stall = {300, 0};
    op.dma_wait = 75;
    op.overhead = 25;
    timing.total += op.compute + 400;
    op.end = timing.total;
    timing.operators.push_back(op);
  }
  return timing;
}

TEST(RunSummary, FitsEightyColumns) {
  std::istringstream lines(printed_text(run_summary(timing_of(8), false)));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST(RunSummary, ListsUnknownEnergiesOnceAndSharesOfKnownEnergies) {
  Timing timing = timing_of(1);
  EXPECT_THAT(printed_text(run_summary(timing, false)), Not(HasSubstr("energy")));
  timing.memories[0].capacity = 1'073'741'824;
  timing.memories[0].energy_pj = 1e6;
  timing.mac_energy_pj = 3e6;
  const std::string text = printed_text(run_summary(timing, false));
  EXPECT_THAT(text, HasSubstr("\nknown energy: sram 25.0 %, MACs 75.0 %; not known: a memory with "
                              "a long name\n"));
  EXPECT_THAT(text, HasSubstr("\nmemory, bytes "));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST(RunSummary, TheBarIsFullAndDividedByTime) {
  const std::string text = printed_text(run_summary(timing_of(1), false));
  EXPECT_THAT(text, HasSubstr(std::string(48, '#') + std::string(24, '=') + std::string(6, '~') +
                              std::string(2, '.') + "\n"));
}

TEST(RunSummary, ShowsTheLatencyAndTheLargestShareOfIt) {
  EXPECT_THAT(printed_text(run_summary(timing_of(1), false)),
              HasSubstr("0.002 ms, 500000.0 inferences/s; compute 60.0 % of the time"));
}

TEST(RunSummary, AnEstimateComesWithALowerBound) {
  const std::string text =
      printed_text(run_summary(timing_of(1), false, 80, {"cycles", ClockDomain{0}}, 500));
  EXPECT_THAT(text, HasSubstr("at least 0.001 ms; estimated 0.002 ms, 500000.0 inferences/s; "
                              "compute 60.0 %\n"));
}

TEST(RunSummary, ShowsANonZeroRateForARunOfManySeconds) {
  Timing timing = timing_of(1);
  timing.total = 500'000'000'000;  // 1,000 s
  EXPECT_THAT(printed_text(run_summary(timing, false)),
              HasSubstr("1000000.000 ms, 0.001 inferences/s;"));
}

TEST(RunSummary, ShowsTheFiveSlowestOperators) {
  const std::string text = printed_text(run_summary(timing_of(8), false));
  EXPECT_THAT(text, HasSubstr("operator 7x"));
  EXPECT_THAT(text, HasSubstr("operator 3x"));
  EXPECT_THAT(text, Not(HasSubstr("operator 2x")));
}

TEST(RunSummary, HasNoEscapeSequencesWithoutColour) {
  EXPECT_THAT(printed_text(run_summary(timing_of(3), false)), Not(HasSubstr("\x1b")));
  EXPECT_THAT(printed_text(run_summary(timing_of(3), true)), HasSubstr("\x1b[38;5;"));
}

TEST(RunSummary, ARunOfNoOperatorsHasMemoriesOnly) {
  EXPECT_THAT(printed_text(run_summary(timing_of(0), false)), HasSubstr("sram"));
}

}  // namespace
}  // namespace spillway
