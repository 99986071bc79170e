// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/ethosu/parameters.h"
#include "hwmodels/target/select_target.h"
#include "tests/hwmodels/target/memory_names.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using test::memory_names;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string target_error(std::string_view toml) {
  return test::user_error([&] { parse_target(toml, "mine.toml"); });
}

TEST(Target, EveryBuiltinLoadsAndEveryModeOfEveryConfigurationCanBeChosen) {
  for (const std::string& name : target_names()) {
    const Target target = load_target(name);
    EXPECT_EQ(target.name, name);
    EXPECT_FALSE(target.description.empty()) << name;
    for (const SystemConfig& config : target.system_configs) {
      const Target chosen = select_system_config(target, config.name);
      EXPECT_EQ(chosen.clock_khz, config.clock_khz);
      for (const MemoryMode& mode : chosen.modes) {
        EXPECT_EQ(select_mode(chosen, mode.name).mode.name, mode.name) << name;
      }
    }
  }
}

TEST(Target, SharedSramOfU65HasArenaInSramAndConstantsInDram) {
  const Target target = load_target("ethos-u65-256");
  EXPECT_THAT(memory_names(target), ElementsAre("sram", "dram"));
  EXPECT_EQ(target.clock_khz, 1'000'000);
  EXPECT_EQ(target.memories[0].capacity, 2 << 20);
  EXPECT_EQ(target.memories[1].port, 1);
  EXPECT_EQ(target.regions.memory_of(0, 0), 1);
  EXPECT_EQ(target.regions.memory_of(1, 0), 0);
  EXPECT_EQ(target.regions.memory_of(2, 0), 0);
  EXPECT_EQ(target.regions.commands, 1);
}

TEST(Target, DedicatedSramMovesTheArenaToDramAndLimitsTheCache) {
  const Target target = select_mode(load_target("ethos-u65-256"), "Dedicated_Sram");
  EXPECT_EQ(target.memories[0].capacity, 393'216);
  EXPECT_EQ(target.regions.memory_of(1, 0), 1);
  EXPECT_EQ(target.regions.memory_of(2, 0), 0);
}

TEST(Target, SramOnlyPutsConstantsInAnOnchipMemoryOnTheOtherPort) {
  const Target target = select_mode(load_target("ethos-u55-128"), "Sram_Only");
  EXPECT_THAT(memory_names(target), ElementsAre("sram", "onchip_flash", "flash"));
  EXPECT_EQ(target.memories[1].port, 1);
  EXPECT_EQ(std::get<TimingAdapterParameters>(target.memories[1].timing).rlatency, 32);
  EXPECT_EQ(target.regions.memory_of(0, 0), 1);
}

TEST(Target, PartOfARegionMayLieInAnotherMemory) {
  Target target = load_target("ethos-u65-256");
  target.regions.parts.push_back({1, 0x1000, 0x2000, 1});
  EXPECT_EQ(target.regions.memory_of(1, 0xfff), 0);
  EXPECT_EQ(target.regions.memory_of(1, 0x1000), 1);
  EXPECT_EQ(target.regions.memory_of(1, 0x2000), 0);
}

TEST(Target, OptionsChooseConfigurationModeAndCapacity) {
  TargetOptions options;
  options.system_config = "Ethos_U65_Client_Server";
  options.memory_mode = "Shared_Sram";
  options.capacities = {{"sram", 192 << 10}};
  const Target target = configure_target(load_target("ethos-u65-512"), options);
  EXPECT_EQ(target.memories[0].capacity, 192 << 10);
  EXPECT_DOUBLE_EQ(vela_memory(target, target.memories[1]).bytes_per_cycle, 12);
  EXPECT_EQ(vela_memory(target, target.memories[1]).burst_bytes, 128);
}

TEST(Target, FlashConfigurationDoesNotOfferDedicatedSram) {
  const Target target = select_system_config(load_target("ethos-u65-256"), "Ethos_U65_Embedded");
  EXPECT_THROW(select_mode(target, "Dedicated_Sram"), UserError);
}

TEST(Target, UnknownNamesAreUsageErrorsWithASuggestion) {
  EXPECT_THAT(test::user_error([] { load_target("ethos-u55-129"); }, ExitCode::usage),
              HasSubstr("'ethos-u55-128'"));
  const Target target = load_target("ethos-u55-128");
  EXPECT_THAT(test::user_error([&] { select_mode(target, "Shared_Sran"); }, ExitCode::usage),
              HasSubstr("'Shared_Sram'"));
  EXPECT_THAT(test::user_error([&] { with_capacity(target, "sran", 1); }, ExitCode::usage),
              HasSubstr("'sram'"));
  EXPECT_THAT(test::user_error([&] { select_system_config(target, "Ethos_U55_Deep_Embeded"); },
                               ExitCode::usage),
              HasSubstr("'Ethos_U55_Deep_Embedded'"));
}

TEST(Target, TheSizeOfAPartLimitsItsMemory) {
  TargetOptions options;
  options.memory_mode = "Dedicated_Sram";
  options.parts = {{"dram", "APS1604M"}};
  const Target target = load_target("ethos-u65-256");
  const Target built = configure_target(target, options);
  EXPECT_EQ(built.memories[memory_index(built, "dram")].capacity, Bytes{2} << 20);
  options.capacities = {{"dram", Bytes{1} << 20}};
  const Target limited = configure_target(target, options);
  EXPECT_EQ(limited.memories[memory_index(limited, "dram")].capacity, Bytes{1} << 20);
  options.capacities = {{"dram", Bytes{4} << 20}};
  EXPECT_THROW(configure_target(target, options), UserError);
}

constexpr const char* head = R"(base = "ethos-u55-128"
name = "mine"
description = "a test"
)";

TEST(Target, FileMayBuildOnABuiltinTargetAndChangeOneThing) {
  const Target target = parse_target(std::string(head) + "[processor]\nkind = \"ethos-u55\"\n" +
                                         "macs_per_cycle = 32\ncores = 1\n",
                                     "mine.toml");
  EXPECT_EQ(target.processor.parameters<EthosUParameters>()->macs_per_cycle, 32);
  EXPECT_THAT(memory_names(target), ElementsAre("sram", "flash"));
}

TEST(Target, DmaAndBackgroundMastersAreRead) {
  const std::string text = std::string(head) +
                           "[dma]\nchannels = 2\noutstanding = 4\nqueue_depth = 8\n"
                           "start_cycles = 20\nchain_cycles = 5\nburst_bytes = 128\n"
                           "[[background]]\nname = \"camera\"\nmemory = \"sram\"\n"
                           "share = 0.25\nburst_bytes = 32\npattern = \"random\"\nseed = 7\n"
                           "writes = 1\nbase = 65536\nbytes = \"64K\"\n";
  const Target target = parse_target(text, "mine.toml");
  EXPECT_EQ(target.dma.channels, 2);
  EXPECT_EQ(target.dma.chain_cycles, 5);
  EXPECT_EQ(target.dma.burst_bytes, 128);
  ASSERT_EQ(target.background.size(), 1U);
  EXPECT_EQ(target.background[0].memory, "sram");
  EXPECT_TRUE(target.background[0].random);
  EXPECT_EQ(target.background[0].seed, 7U);
  EXPECT_EQ(target.background[0].bytes, 65536);
  EXPECT_THAT(target_error(text + "sead = 1\n"), HasSubstr("mine.toml:21:1: unknown key 'sead'"));
}

TEST(Target, MisspeltKeyIsReportedWhereItStands) {
  EXPECT_THAT(
      target_error(std::string(head) + "[processor]\nkind = \"ethos-u55\"\nmacs_per_cicle = 32\n"),
      AllOf(HasSubstr("mine.toml:6:1: "), HasSubstr("'macs_per_cicle'"),
            HasSubstr("did you mean 'macs_per_cycle'")));
}

TEST(Target, MissingKeyIsReportedWithItsTable) {
  EXPECT_THAT(
      target_error(std::string(head) + "[processor]\nkind = \"ethos-u55\"\nmacs_per_cycle = 32\n"),
      AllOf(HasSubstr("mine.toml:4:"), HasSubstr("missing key 'cores'")));
}

TEST(Target, FileWithoutABaseMustHaveAllKeys) {
  EXPECT_THAT(target_error("name = \"x\"\ndescription = \"y\"\n"),
              HasSubstr("missing key 'processor'"));
}

TEST(Target, WrongValuesAreNamed) {
  const std::string config = std::string(head) +
                             "[[system_config]]\nname = \"mine\"\nclock_mhz = 500\n"
                             "default_mode = \"Shared_Sram\"\n[[system_config.memory]]\n"
                             "name = \"sram\"\nport = \"axi0\"\ncapacity = \"2M\"\n";
  EXPECT_THAT(target_error(config + "timing = { kind = \"latency_bandwith\" }\n"),
              AllOf(HasSubstr("mine.toml:12:"), HasSubstr("'latency_bandwidth'")));
  EXPECT_THAT(target_error(config + "timing = { kind = \"timing_adapter\", mode = 2 }\n"),
              HasSubstr("missing key 'word_bytes'"));
  EXPECT_THAT(target_error(config + "timing = { kind = \"ideal\" }\n"),
              AllOf(HasSubstr("mine.toml:7:"), HasSubstr("default_mode")));
}

/// Returns a target file with the memory `sram`, whose timing is `sram`, and the memories `flash`,
/// a part behind a path of 20 ns, and `extram`, which has the timing of `flash` and the size
/// `extram`.
std::string three_memories(const std::string& sram, const std::string& extram) {
  return std::string(head) + R"(default_system_config = "mine"
[[system_config]]
name = "mine"
clock_mhz = 400
default_mode = "Shared_Sram"
[[system_config.memory]]
name = "sram"
port = "axi0"
capacity = "1M"
timing = { )" +
         sram + R"( }
[[system_config.memory]]
name = "flash"
port = "axi1"
capacity = "4M"
timing = { kind = "psram", part = "S80KS2563", fixed_latency = true }
overhead_ns = 20
[[system_config.memory]]
name = "extram"
port = "axi1"
timing_of = "flash"
capacity = ")" +
         extram + "\"\n";
}

constexpr const char* plain_sram =
    "kind = \"latency_bandwidth\", bytes_per_cycle = 8, read_latency = 1, write_latency = 1";

TEST(Target, TimingOfAMemoryIncludesItsPathAndItsPart) {
  const Target target = parse_target(three_memories(plain_sram, "4M"), "mine.toml");
  const MemorySpec& flash = target.memories[memory_index(target, "flash")];
  const MemorySpec& extram = target.memories[memory_index(target, "extram")];
  EXPECT_EQ(extram.overhead, 20'000);
  EXPECT_EQ(extram.part_bytes, flash.part_bytes);
  EXPECT_EQ(extram.part_bytes, Bytes{32} << 20);
  EXPECT_THAT(target_error(three_memories(plain_sram, "64M")),
              AllOf(HasSubstr("mine.toml:24:"), HasSubstr("the part holds 33554432 bytes")));
}

TEST(Target, OnlyMemoriesOfSomeKindsTakeAPart) {
  for (const char* timing :
       {"kind = \"sram\", part = \"SRAM-1M-45nm\"", "kind = \"ideal\", part = \"S80KS2563\"",
        "part = \"S80KS2563\", kind = \"latency_bandwidth\", bytes_per_cycle = 8, "
        "read_latency = 1, write_latency = 1",
        "kind = \"timing_adapter\", part = \"no such part\"", "kind = \"tlm\", part = \"x\""}) {
    EXPECT_THAT(
        target_error(three_memories(timing, "4M")),
        AllOf(HasSubstr("mine.toml:13:"), HasSubstr(": part: the kind "),
              HasSubstr("takes no part; kinds that take one: dram, psram, nor_flash, mram")))
        << timing;
  }
}

}  // namespace
}  // namespace spillway
