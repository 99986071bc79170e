// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/memory/parts.h"
#include "hwmodels/target/target.h"
#include "tests/hwmodels/memory/memory_probe.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using test::ns;
using ::testing::AllOf;
using ::testing::HasSubstr;

struct PartFigures {
  const char* name;
  std::int64_t peak;         // peak rate in bytes per second
  Picoseconds first_data;    // time to the first data of a read
  Picoseconds read_64_done;  // time to read 64 bytes

  friend std::ostream& operator<<(std::ostream& out, const PartFigures& part) {
    return out << part.name;
  }
};

class SerialPart : public ::testing::TestWithParam<PartFigures> {};

TEST_P(SerialPart, UnloadedLatencyAndPeakFollowFromItsParameters) {
  const auto memory = make_memory_timing(load_part(GetParam().name));
  EXPECT_EQ(memory->peak_bytes_per_second(), GetParam().peak);
  const Completion read = test::serve(*memory, test::read_of(0, 64));
  EXPECT_EQ(read.first_data, GetParam().first_data);
  EXPECT_EQ(read.done, GetParam().read_64_done);
}

// The expected time of a read is the sum of the clocks for its command, its latency and the
// transfer of its 64 bytes. Per clock, a part transfers 4, 2 or 0.5 bytes.
INSTANTIATE_TEST_SUITE_P(
    Parts, SerialPart,
    ::testing::Values(PartFigures{"S80KS2563", 400'000'000, 50 * ns, 210 * ns},
                      PartFigures{"S80KS2564", 800'000'000, 50 * ns, 130 * ns},
                      PartFigures{"S27KS0641", 333'332'000, 54'000, 246'000},
                      PartFigures{"APS6408L-OC", 400'000'000, 50 * ns, 210 * ns},
                      PartFigures{"APS256XXN-x8", 400'000'000, 50 * ns, 210 * ns},
                      PartFigures{"APS256XXN-x16", 800'000'000, 50 * ns, 130 * ns},
                      PartFigures{"APS1604M", 42'000'000, 166'666, 1'690'476},
                      PartFigures{"IS66WVH8M8", 333'332'000, 54'000, 246'000},
                      PartFigures{"S26KS512S", 333'332'000, 114'000, 306'000},
                      PartFigures{"MX25UM51245G", 400'000'000, 115 * ns, 275 * ns},
                      PartFigures{"OSPI-NOR-200", 400'000'000, 115 * ns, 275 * ns}));

TEST(SerialParts, FirstWordOfS27KS0641IsWithinItsOutputDelayOfTheDataSheet) {
  const auto memory = make_memory_timing(load_part("S27KS0641"));
  EXPECT_NEAR(static_cast<double>(test::serve(*memory, test::read_of(0, 2)).first_data), 56 * ns,
              2.1 * ns);
}

TEST(SerialParts, QuadFlashStreamsAtItsPeakAfterOneCommand) {
  const auto memory = make_memory_timing(load_part("QSPI-NOR-104"));
  EXPECT_EQ(memory->peak_bytes_per_second(), 52'000'000);
  // The stream has 22 clocks of command and address, and 2 clocks per byte at 104 MHz. The model
  // rounds the time of each line of 32 bytes down to a picosecond.
  const Picoseconds expected = ClockDomain{104'000}.to_time(22 + 2 * 3200);
  EXPECT_NEAR(static_cast<double>(test::stream(*memory, 100, 32)), static_cast<double>(expected),
              100);
}

TEST(SerialParts, MramWritesSlowerThanItReads) {
  const auto memory = make_memory_timing(load_part("MRAM-35ns"));
  const Picoseconds read = test::serve(*memory, test::read_of(0, 16)).done;
  memory->reset();
  const Picoseconds write = test::serve(*memory, test::write_of(0, 16)).done;
  EXPECT_NEAR(static_cast<double>(read), 35 * ns, 1);
  EXPECT_EQ(write, 200 * ns);
}

std::string part_error(const std::string& changed) {
  return test::user_error([&] {
    parse_part(
        "kind = \"psram\"\ndescription = \"x\"\nclock_mhz = 200\nlanes = 8\n"
        "double_rate = true\ncommand_clocks = 3\nread_latency = 7\n" +
            changed,
        "mine.toml");
  });
}

TEST(SerialParts, ClocksThatDisagreeWithNanosecondsAreAnErrorAtTheirLine) {
  EXPECT_THAT(part_error("access_ns = 36\n"),
              AllOf(HasSubstr("mine.toml:7:"), HasSubstr("read_latency"), HasSubstr("access_ns"),
                    HasSubstr("takes 8")));
  EXPECT_THAT(part_error("access_ns = 35\n"), HasSubstr("missing key 'write_latency'"));
}

TEST(SerialParts, UnknownAndMissingKeysAreErrors) {
  EXPECT_THAT(part_error("write_latency = 7\nselect_limit_ns = 0\ngap_ns = 0\n"
                         "refresh_interval_ns = 0\nrefresh_time_ns = 0\nfixed_latency = false\n"
                         "page_byte = \"1K\"\n"),
              AllOf(HasSubstr("mine.toml:14:1"), HasSubstr("did you mean 'page_bytes'")));
}

TEST(SerialParts, TargetTakesAPartAndSetsItsController) {
  const Target target = parse_target(R"(base = "ethos-u55-128"
name = "mine"
description = "U55 with HyperRAM"
default_system_config = "mine"
[[system_config]]
name = "mine"
clock_mhz = 400
default_mode = "Shared_Sram"
[[system_config.memory]]
name = "sram"
port = "axi0"
capacity = "1M"
timing = { kind = "sram", width_bytes = 8, banks = 4, ports = 1, dual_ported = false, read_latency = 2, write_latency = 1 }
[[system_config.memory]]
name = "flash"
port = "axi1"
capacity = "64M"
read_only = true
timing = { kind = "nor_flash", part = "OSPI-NOR-200", line_bytes = "128", read_ahead = false }
[[system_config.memory]]
name = "extram"
port = "axi1"
capacity = "32M"
timing = { kind = "psram", part = "S80KS2563", fixed_latency = true }
)",
                                     "mine.toml");
  EXPECT_EQ(std::get<SramParameters>(target.memories[0].timing).clock_khz, 400'000);
  EXPECT_EQ(std::get<NorFlashParameters>(target.memories[1].timing).line_bytes, 128);
  EXPECT_TRUE(std::get<PsramParameters>(target.memories[2].timing).fixed_latency);
  EXPECT_EQ(std::get<PsramParameters>(target.memories[2].timing).clock_khz, 200'000);
}

}  // namespace
}  // namespace spillway
