// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/target/select_target.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

TEST(WithRegion, PutsRegionsRangesAndCommandsIntoMemories) {
  Target target = load_target("ethos-u55-128");
  const auto sram = static_cast<std::uint8_t>(memory_index(target, "sram"));
  const auto flash = static_cast<std::uint8_t>(memory_index(target, "flash"));
  target = with_region(target, "1=flash");
  target = with_region(target, "1:0x100-4K=sram");
  target = with_region(target, "commands=sram");
  EXPECT_EQ(target.regions.memory_of(1, 0), flash);
  EXPECT_EQ(target.regions.memory_of(1, 0x100), sram);
  EXPECT_EQ(target.regions.memory_of(1, 0x1000), flash);
  EXPECT_EQ(target.regions.commands, sram);
}

TEST(WithRegion, RefusesNamesThatAreNotRegions) {
  const Target target = load_target("ethos-u55-128");
  for (const char* option :
       {"", "1", "8=sram", "x=sram", "1:5=sram", "1:8-4=sram", "1:0-1:2=sram", "1=srma"}) {
    EXPECT_NE(test::user_error([&] { with_region(target, option); }, ExitCode::usage), "")
        << option;
  }
}

constexpr const char* board = R"(base = "ethos-u55-128"
name = "board"
description = "the first half of the arena in flash"
regions = ["1:0-32K=flash", "commands=MEMORY"]
)";

std::string board_with(const std::string& memory) {
  std::string toml = board;
  return toml.replace(toml.find("MEMORY"), 6, memory);
}

TEST(WithRegion, ATargetFileMovesRegionsInEveryMode) {
  const Target target = parse_target(board_with("sram"), "board.toml");
  for (const std::string mode : {"Shared_Sram", "Sram_Only"}) {
    const Target chosen = select_mode(target, mode);
    EXPECT_EQ(chosen.memories[chosen.regions.memory_of(1, 0)].name, "flash") << mode;
    EXPECT_EQ(chosen.memories[chosen.regions.memory_of(1, 32768)].name, "sram") << mode;
    EXPECT_EQ(chosen.memories[chosen.regions.commands].name, "sram") << mode;
  }
}

TEST(WithRegion, AWrongRegionIsAMistakeOfTheTargetFile) {
  EXPECT_THAT(test::user_error([&] { parse_target(board_with("srma"), "board.toml"); }),
              testing::AllOf(testing::HasSubstr("board.toml:4"), testing::HasSubstr("sram")));
}

TEST(HostSpec, IsReadFromTheTargetFile) {
  const Target target = parse_target(R"(
base = "ethos-u55-128"
name = "board"
description = "with a slow host"
[host]
cycles_per_element = 20
copies = true
cycles_per_call = 5000
)",
                                     "board.toml");
  EXPECT_EQ(target.host.cycles_per_element, 20);
  EXPECT_TRUE(target.host.copies);
  EXPECT_FALSE(target.host.cache_maintenance);
  EXPECT_EQ(target.host.cycles_per_call, 5000);
}

}  // namespace
}  // namespace spillway
