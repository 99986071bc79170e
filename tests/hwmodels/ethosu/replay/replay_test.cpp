// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/stream/totals.h"
#include "hwmodels/target/select_target.h"
#include "tests/hwmodels/ethosu/replay/compiled_network.h"
#include "tests/reference.h"
#include "tests/user_error.h"

namespace spillway::ethosu {
namespace {

using test::compiled_network;

constexpr std::uint8_t sram = 0;

Bytes bus_bytes(const Program& program, std::uint8_t memory, bool write) {
  Bytes bytes = 0;
  const auto add = [&](const Access& access) {
    if (access.memory == memory && access.write == write) bytes += bytes_on_bus(access, 8);
  };
  for (const Access& access : program.accesses) add(access);
  for (const CommandStream& stream : program.streams) add(stream.words);
  for (const DmaTransfer& transfer : program.transfers) {
    add(transfer.source);
    if (!transfer.internal) add(transfer.destination);
  }
  return bytes;
}

TEST(Replay, CarriesExactlyThePublishedTrafficOfKeywordSpotting) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  const Target target = load_target("ethos-u55-128");
  const Program program = replay(compiled_network("kws_micronet_m_H128"), target);
  const auto flash = static_cast<std::uint8_t>(memory_index(target, "flash"));
  EXPECT_EQ(bus_bytes(program, sram, false), 1'057'040);
  EXPECT_EQ(bus_bytes(program, sram, true), 386'016);
  EXPECT_EQ(bus_bytes(program, flash, false), 140'352);
}

TEST(Replay, OperatorsBesideTheNpuTakeTimeOnTheHostAndAreNamed) {
  SPILLWAY_NEEDS_SHARED("models/compiled/mit_detection__u55-128__Shared_Sram.tflite");
  const Program program =
      replay(compiled_network("mit_detection__u55-128__Shared_Sram"), load_target("ethos-u55-128"));
  ASSERT_EQ(program.host_tasks.size(), 4U);
  for (const HostTask& task : program.host_tasks) {
    const ProgramOperator& op = at(program.operators, task.op);
    EXPECT_EQ(op.note, "cpu, unvalidated cost");
    EXPECT_GT(task.cycles, 1000);
    EXPECT_GE(task.accesses.count, 2U) << op.name << " reads and writes no tensor";
  }
  EXPECT_EQ(program.operators[1].name, "npu0.cmd2");
  EXPECT_EQ(program.operators[1].type, "CONV");
}

TEST(Replay, OperationsTakeTheNamesThatTheUserHas) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  const Network network = compiled_network("kws_micronet_m_H128");
  const Target target = load_target("ethos-u55-128");
  ReplayOptions options;
  options.names[{0, 82}] = "Conv2D.0";
  const Program named = replay(network, target, options);
  EXPECT_EQ(named.operators[0].name, "Conv2D.0");
  EXPECT_EQ(named.operators[1].name, "npu0.cmd5");
  EXPECT_TRUE(named.warnings.empty());
  options.names = {{{0, 83}, "Conv2D.0"}};
  EXPECT_EQ(replay(network, target, options).warnings.size(), 1U);
}

TEST(Replay, HostSideCostsAreOffByDefaultAndShownOnTheirOwn) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  const Network network = compiled_network("kws_micronet_m_H128");
  Target target = load_target("ethos-u55-128");
  EXPECT_TRUE(replay(network, target).host_tasks.empty());
  target.host.copies = true;
  target.host.cache_maintenance = true;
  target.host.cycles_per_call = 1234;
  const Program program = replay(network, target);
  std::vector<std::string> names;
  for (const HostTask& task : program.host_tasks) {
    names.push_back(at(program.operators, task.op).name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"npu0.call", "npu0.copy_in", "npu0.cache_clean",
                                             "npu0.cache_invalidate", "npu0.copy_out"}));
  EXPECT_EQ(program.host_tasks[0].cycles, 1234);
}

TEST(Replay, RegionsAndPartsOfRegionsLieInTheMemoriesThatTheTargetNames) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  const Network network = compiled_network("kws_micronet_m_H128");
  Target target = load_target("ethos-u55-128");
  const auto flash = static_cast<std::uint8_t>(memory_index(target, "flash"));
  target.regions.parts.push_back({1, 0, 0x8000, flash});
  const Program split = replay(network, target);
  target.regions.parts.clear();
  target.regions.memory[1] = flash;
  const Program moved = replay(network, target);
  EXPECT_EQ(bus_bytes(moved, sram, false) + bus_bytes(moved, sram, true), 0);
  EXPECT_GT(bus_bytes(split, sram, false), 0);
  EXPECT_EQ(bus_bytes(split, sram, false) + bus_bytes(split, flash, false), 1'057'040 + 140'352);
  EXPECT_EQ(bus_bytes(moved, flash, false), 1'057'040 + 140'352);
}

TEST(Replay, AnotherProcessorIsRefusedWithTheRightTarget) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  EXPECT_THAT(
      test::user_error(
          [&] { replay(compiled_network("kws_micronet_m_H128"), load_target("ethos-u65-256")); },
          ExitCode::usage),
      testing::HasSubstr("--target ethos-u55-128"));
}

TEST(Replay, AnArenaLargerThanTheMemoryIsReportedWithTheExcess) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  Target target = load_target("ethos-u55-128");
  target.memories[sram].capacity = 65536;
  EXPECT_THAT(test::user_error([&] { replay(compiled_network("kws_micronet_m_H128"), target); },
                               ExitCode::run_failed),
              testing::HasSubstr("required 126,656 bytes"));
}

}  // namespace
}  // namespace spillway::ethosu
