// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/vela_ini.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "hwmodels/ethosu/parameters.h"
#include "hwmodels/target/select_target.h"
#include "tests/hwmodels/target/memory_names.h"
#include "tests/reference.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using test::memory_names;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Target read(const char* target, const std::string& config, const std::string& mode) {
  return with_vela_ini(load_target(target), read_text(test::data_path("vela.ini")), "vela.ini",
                       config, mode);
}

std::string failure(const std::string& text, const std::string& config = "A",
                    const std::string& mode = "M", ExitCode code = ExitCode::input_file) {
  return test::user_error(
      [&] { with_vela_ini(load_target("ethos-u55-128"), text, "my.ini", config, mode); }, code);
}

TEST(VelaIni, FileEqualsTheBuiltinConfigurationOfTheSameName) {
  const Target builtin = load_target("ethos-u65-256");
  const Target target = read("ethos-u65-256", "Ethos_U65_High_End", "Shared_Sram");
  EXPECT_EQ(target.clock_khz, builtin.clock_khz);
  ASSERT_EQ(memory_names(target), memory_names(builtin));
  for (std::size_t i = 0; i < target.memories.size(); ++i) {
    const auto& mine = std::get<LatencyBandwidthParameters>(target.memories[i].timing);
    const auto& theirs = std::get<LatencyBandwidthParameters>(builtin.memories[i].timing);
    EXPECT_EQ(mine.bytes_per_cycle, theirs.bytes_per_cycle);
    EXPECT_EQ(mine.read_latency, theirs.read_latency);
    EXPECT_EQ(mine.write_latency, theirs.write_latency);
    EXPECT_EQ(mine.burst_bytes, theirs.burst_bytes);
    EXPECT_EQ(mine.max_reads, theirs.max_reads);
    EXPECT_EQ(mine.max_writes, theirs.max_writes);
    EXPECT_EQ(target.memories[i].capacity, builtin.memories[i].capacity);
  }
}

constexpr const char* slow_config =
    "[System_Config.Slow]\ncore_clock=250e6\naxi0_port=Sram\naxi1_port=OffChipFlash\n"
    "Sram_clock_scale=1\nSram_burst_length=32\nSram_read_latency=9\nSram_write_latency=9\n"
    "OffChipFlash_clock_scale=0.1\nOffChipFlash_burst_length=64\n"
    "OffChipFlash_read_latency=99\nOffChipFlash_write_latency=99\n";

TEST(VelaIni, ASingleConfigurationIsChosenWithoutAName) {
  const Target target = with_vela_ini(load_target("ethos-u55-128"), slow_config, "my.ini", "", "");
  EXPECT_EQ(target.system_config, "Slow");
  EXPECT_EQ(target.clock_khz, 250'000);
}

TEST(VelaIni, AsksWhichOfSeveralConfigurationsIsMeant) {
  const std::string two =
      std::string(slow_config) + "[System_Config.Other]\ninherit=System_Config.Slow\n";
  EXPECT_THAT(failure(two, "", "", ExitCode::usage),
              HasSubstr("choose one with --system-config: Slow, Other"));
  const Target target = load_target("ethos-u55-128");
  const std::string usual = fmt::format("{}[System_Config.{}]\ninherit=System_Config.Slow\n",
                                        slow_config, target.system_config);
  EXPECT_EQ(with_vela_ini(target, usual, "my.ini", "", "").clock_khz, 250'000);
}

TEST(VelaIni, AConfigurationOfTheTargetIsNotFoundInTheFile) {
  EXPECT_THAT(failure(slow_config, "Ethos_U55_High_End_Embedded", "", ExitCode::usage),
              HasSubstr("Slow"));
  EXPECT_NE(failure("; nothing\n", "", ""), "");
}

TEST(VelaIni, MayBeginWithAByteOrderMark) {
  const std::string text = std::string("\xEF\xBB\xBF") + slow_config;
  EXPECT_EQ(with_vela_ini(load_target("ethos-u55-128"), text, "my.ini", "", "").clock_khz, 250'000);
}

TEST(VelaIni, WidthOfThePortMakesBytesPerCycle) {
  const Target target = read("ethos-u55-128", "Ethos_U55_High_End_Embedded", "Shared_Sram");
  EXPECT_THAT(memory_names(target), ElementsAre("sram", "flash"));
  EXPECT_DOUBLE_EQ(vela_memory(target, target.memories[0]).bytes_per_cycle, 8);
  EXPECT_DOUBLE_EQ(vela_memory(target, target.memories[1]).bytes_per_cycle, 1);
  EXPECT_TRUE(target.memories[1].read_only);
}

TEST(VelaIni, SectionsInherit) {
  const Target target = read("ethos-u65-256", "Slow_Dram", "Dedicated_Sram_512KB");
  const auto& dram = std::get<LatencyBandwidthParameters>(target.memories[1].timing);
  EXPECT_EQ(dram.read_latency, 2000);
  EXPECT_EQ(dram.bytes_per_cycle, 3.75);
  EXPECT_EQ(target.memories[0].capacity, 524'288);
  EXPECT_EQ(target.mode.arena, "dram");
  EXPECT_EQ(target.regions.memory_of(1, 0), 1);
}

TEST(VelaIni, SramOnlyTakesConstantsFromAnOnchipMemoryOfTheSramsTiming) {
  const Target target = read("ethos-u55-128", "Ethos_U55_High_End_Embedded", "Sram_Only");
  ASSERT_THAT(memory_names(target), ElementsAre("sram", "onchip_flash", "flash"));
  EXPECT_EQ(target.mode.constants, "onchip_flash");
  EXPECT_EQ(target.memories[1].port, 1);
  EXPECT_EQ(std::get<LatencyBandwidthParameters>(target.memories[1].timing).bytes_per_cycle, 8);
}

TEST(VelaIni, WithoutNamesTheTargetsOwnConfigurationStays) {
  const Target target = read("ethos-u65-256", "", "");
  EXPECT_EQ(target.system_config, "Ethos_U65_High_End");
  EXPECT_EQ(target.mode.name, "Shared_Sram");
}

constexpr const char* good =
    "[System_Config.A]\ncore_clock=500e6\naxi0_port=Sram\naxi1_port=Sram\nSram_clock_scale=1\n"
    "Sram_burst_length=32\nSram_read_latency=32\nSram_write_latency=32\n"
    "[Memory_Mode.M]\nconst_mem_area=Axi0\narena_mem_area=Axi0\ncache_mem_area=Axi0\n";

TEST(VelaIni, MistakesCarryFileLineAndKey) {
  EXPECT_EQ(failure(good), "");
  const std::string text = good;
  EXPECT_THAT(failure(text + "arena_cache_sise=1\n"),
              AllOf(HasSubstr("my.ini:13:1"), HasSubstr("'arena_cache_size'")));
  EXPECT_THAT(failure(text + "const_mem_area=Axi1\n"), HasSubstr("my.ini:13:1"));
  EXPECT_THAT(failure(text + "[Memory_Mode.N]\nconst_mem_area=Axi2\n"),
              AllOf(HasSubstr("my.ini:14:1"), HasSubstr("Axi2")));
  EXPECT_THAT(failure(text + "[Memory_Mode.N]\nconst_mem_area=Axi1\n"),
              AllOf(HasSubstr("my.ini:13:1"), HasSubstr("missing key 'arena_mem_area'")));
  EXPECT_THAT(failure(text + "inherit=Memory_Mode.X\n"), HasSubstr("my.ini:13:1"));
  EXPECT_THAT(failure(text + "inherit=Memory_Mode.M\n"), HasSubstr("circle"));
  EXPECT_THAT(failure("core_clock=1\n"), HasSubstr("my.ini:1:1"));
  EXPECT_THAT(failure("[System_Config.A\n"), HasSubstr("closing ]"));
  EXPECT_THAT(failure("[System_Config.A]\ncore_clock=fast\n"),
              AllOf(HasSubstr("my.ini:2:1"), HasSubstr("'fast'")));
}

TEST(VelaIni, UnknownNamesAreUsageErrorsThatListWhatThereIs) {
  EXPECT_THAT(failure(good, "B", "M", ExitCode::usage), HasSubstr("'B'"));
  EXPECT_NE(failure(good, "A", "Dedicated_Sram", ExitCode::usage), "");
}

TEST(VelaIni, IsOneOfTheOptionsOfATarget) {
  TargetOptions options;
  options.vela_ini = test::data_path("vela.ini");
  options.system_config = "Slow_Dram";
  options.memory_mode = "Dedicated_Sram";
  options.capacities = {{"sram", 256 << 10}};
  const Target target = configure_target(load_target("ethos-u65-512"), options);
  EXPECT_EQ(target.system_config, "Slow_Dram");
  EXPECT_EQ(target.memories[0].capacity, 256 << 10);
  EXPECT_THROW(configure_target(load_target("xcore.ai"), options), UserError);
}

TEST(VelaIni, AlifPresetsHaveTheFamilysFigures) {
  const Target hp = load_target("alif-e7-hp");
  EXPECT_THAT(memory_names(hp), ElementsAre("sram", "mram"));
  EXPECT_EQ(hp.clock_khz, 400'000);
  EXPECT_EQ(hp.processor.parameters<EthosUParameters>()->macs_per_cycle, 256);
  EXPECT_DOUBLE_EQ(vela_memory(hp, hp.memories[1]).bytes_per_cycle, 0.121 * 8);
  const Target he = load_target("alif-e7-he");
  EXPECT_EQ(he.clock_khz, 160'000);
  EXPECT_EQ(he.processor.parameters<EthosUParameters>()->macs_per_cycle, 128);
  EXPECT_EQ(vela_memory(he, he.memories[0]).read_latency, 13);
}

TEST(Boards, AreMarkedAsNotValidatedAndHaveTheirVendorsFigures) {
  struct Board {
    const char* name;
    Kilohertz clock;
    std::int32_t macs;
    const char* fast;
  };
  for (const Board& board :
       {Board{"alif-e7-hp", 400'000, 256, "sram"}, Board{"alif-e7-he", 160'000, 128, "sram"},
        Board{"alif-e8-hp", 400'000, 256, "sram"}, Board{"himax-we2", 400'000, 64, "sram"},
        Board{"renesas-ra8p1", 500'000, 256, "sram"}, Board{"nuvoton-m55m1", 220'000, 256, "sram"},
        Board{"imx93", 1'000'000, 256, "sram"}}) {
    const Target target = load_target(board.name);
    EXPECT_FALSE(target.validated) << board.name;
    EXPECT_THAT(target.description, HasSubstr("not validated"));
    EXPECT_EQ(target.clock_khz, board.clock) << board.name;
    EXPECT_EQ(target.processor.parameters<EthosUParameters>()->macs_per_cycle, board.macs);
    EXPECT_EQ(target.memories[0].name, board.fast);
    EXPECT_NE(target.mode.constants, target.mode.cache) << board.name;
  }
  EXPECT_DOUBLE_EQ(
      vela_memory(load_target("himax-we2"), load_target("himax-we2").memories[1]).bytes_per_cycle,
      0.015625 * 8);
}

TEST(VelaIni, U85TargetsAreMarkedAsNotValidated) {
  EXPECT_FALSE(load_target("ethos-u85-256").validated);
  EXPECT_TRUE(load_target("ethos-u65-256").validated);
}

}  // namespace
}  // namespace spillway
