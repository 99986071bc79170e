// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/units.h"

namespace spillway {
namespace {

TEST(ParseSize, ReadsUnitsOf1024AndHexadecimal) {
  EXPECT_EQ(parse_size("192K"), 196608);
  EXPECT_EQ(parse_size("1M"), 1048576);
  EXPECT_EQ(parse_size("2 MiB"), 2097152);
  EXPECT_EQ(parse_size("0x30000"), 196608);
  EXPECT_EQ(parse_size("0"), 0);
  EXPECT_EQ(parse_size("0.5M"), 524288);
  EXPECT_EQ(parse_size("1.25 KiB"), 1280);
  EXPECT_EQ(parse_size("2.0"), 2);
  EXPECT_EQ(parse_size("0.5T"), Bytes{1} << 39);
  EXPECT_EQ(parse_size("0.000000002G"), std::nullopt) << "2.1 bytes";
  EXPECT_EQ(parse_size("1.240737096T"), std::nullopt);
}

TEST(ParseSize, TakesUnitsInAnyCaseAndPowersOfTen) {
  for (const char* text : {"64K", "64k", "64kb", "64KB", "64Ki", "64kib", "64 KiB"}) {
    EXPECT_EQ(parse_size(text), 65536) << text;
  }
  EXPECT_EQ(parse_size("1e6"), 1'000'000);
  EXPECT_EQ(parse_size("3E0"), 3);
}

TEST(ParseSize, RefusesTextThatIsNotASize) {
  for (const char* text : {"", "K", "-1", "12Q", "9999G", "1e99", "1e", "1e-3", "1e6K", "64Kx",
                           "0x", "0x-1", "0.3K", "1.5", ".5M", "1.M", "0.0000000001G", "9999.5G"}) {
    EXPECT_FALSE(parse_size(text).has_value()) << text;
  }
}

TEST(FormatSize, IsReadBackExactly) {
  for (const Bytes size : {Bytes{0}, Bytes{1}, Bytes{1000}, Bytes{196608}, Bytes{1} << 30}) {
    EXPECT_EQ(parse_size(format_size(size)), size);
  }
}

TEST(CsvCell, NeverStartsAFormulaAndQuotesSeparators) {
  EXPECT_EQ(csv_cell("conv"), "conv");
  EXPECT_EQ(csv_cell("=cmd()"), "'=cmd()");
  EXPECT_EQ(csv_cell("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
}

TEST(Elide, KeepsTheEndOfTheTextAndNeverSplitsACharacter) {
  EXPECT_EQ(elide("conv2d/Relu", 11), "conv2d/Relu");
  EXPECT_EQ(elide("conv2d/Relu", 8), ".../Relu");
  EXPECT_EQ(elide("xab\u00e9cdef", 8), "...cdef");
}

TEST(UnknownName, ThatNamesAFamilyListsItsMembers) {
  const std::vector<std::string> names = {"u55-32", "u55-64", "u65-256", "u555"};
  EXPECT_EQ(unknown_name_message("target", "u55", names),
            "unknown target 'u55'; there are: u55-32, u55-64");
  EXPECT_EQ(unknown_name_message("target", "u65", names),
            "unknown target 'u65'; did you mean 'u65-256'?");
}

TEST(NearestName, SuggestsTypingMistakesOnly) {
  EXPECT_EQ(nearest_name("tflm-gredy", {"tflm-greedy", "single"}), "tflm-greedy");
  EXPECT_EQ(nearest_name("zzz", {"tflm-greedy", "single"}), "");
  EXPECT_EQ(nearest_name("Tflm-Greedy", {"tflm-greedy", "single"}), "tflm-greedy");
  EXPECT_EQ(nearest_name("dram", {"sram", "flash"}), "") << "another word, not a mistyped one";
  EXPECT_EQ(nearest_name("srm", {"sram", "flash"}), "sram");
  EXPECT_EQ(nearest_name("rsam", {"sram", "flash"}), "sram");
  EXPECT_EQ(nearest_name("-v", {"ci", "run"}), "");
}

TEST(FastClock, ConvertsAsTheClockDomainDoes) {
  for (const Kilohertz khz : {100'000, 160'000, 400'000, 500'000, 600'000, 1'000'000, 133'333}) {
    const ClockDomain exact{khz};
    const FastClock fast(exact);
    for (std::int64_t value : {0LL, 1LL, 999LL, 2'001LL, 123'456'789LL, 98'765'432'101LL}) {
      EXPECT_EQ(fast.to_time(value), exact.to_time(value)) << khz;
      EXPECT_EQ(fast.to_cycles(value), exact.to_cycles(value)) << khz;
    }
  }
}

TEST(ClockDomain, RoundTripsCyclesOfClocksWithoutWholePeriods) {
  for (const Kilohertz khz : {600'000, 500'000, 1'000'000, 87'500, 133'333}) {
    const ClockDomain clock{khz};
    for (Cycles c : {0LL, 1LL, 7LL, 599'999LL, 123'456'789'012LL}) {
      EXPECT_EQ(clock.to_cycles(clock.to_time(c)), c) << khz;
    }
  }
}

TEST(Latency, TakesTheUnitsOfTimeAndRates) {
  EXPECT_EQ(parse_latency("33ms"), 33000);
  EXPECT_EQ(parse_latency("950us"), 950);
  EXPECT_EQ(parse_latency(" 0.5 s"), 500000);
  EXPECT_EQ(parse_latency("40fps"), 25000);
  for (const char* text :
       {"33", "ms", "-1ms", "0ms", "0fps", "1h", "1e99s", "1e-99fps", "nan ms", "inf s", ""}) {
    EXPECT_FALSE(parse_latency(text)) << text;
  }
}

TEST(SignedPercent, HasNoNegativeZero) {
  EXPECT_EQ(signed_percent(0.0123), "+1.23 %");
  EXPECT_EQ(signed_percent(-0.0123), "-1.23 %");
  EXPECT_EQ(signed_percent(-0.00001), "+0.00 %");
  EXPECT_EQ(signed_percent(-0.0004, 1), "+0.0 %");
  EXPECT_EQ(signed_percent(-0.0006, 1), "-0.1 %");
}

TEST(Share, IsGivenInPercent) {
  EXPECT_EQ(parse_share("0%"), 0.0);
  EXPECT_EQ(parse_share("12.5 %"), 0.125);
  for (const char* text : {"5", "%", "-1%", "nan%", "inf%", "5%%", ""}) {
    EXPECT_FALSE(parse_share(text)) << text;
  }
}

}  // namespace
}  // namespace spillway
