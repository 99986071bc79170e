// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/text.h"
#include "hwmodels/ethosu/replay.h"
#include "hwmodels/ethosu/totals.h"
#include "hwmodels/select_target.h"
#include "tests/hwmodels/ethosu_block_model.h"
#include "tests/reference.h"
#include "traces/tflite_reader.h"

namespace spillway::ethosu {
namespace {

Network compiled(const std::string& name) {
  return read_tflite(test::shared_path("models/compiled/" + name + ".tflite"));
}

struct ReferenceTimes {
  double issue = 0;
  double end = 0;
};

// Per command; commands without times have none.
std::vector<ReferenceTimes> reference_times(const std::string& name) {
  std::vector<ReferenceTimes> times;
  const std::string text =
      read_text(test::shared_path("reference/ethos-u/commands/" + name + ".csv"));
  for (const std::string& line : split(text, '\n')) {
    const std::vector<std::string> cells = split(std::string(trim(line)), ',');
    if (cells.size() < 2 || cells[0] == "stream") continue;
    times.push_back({std::atof(cells[cells.size() - 2].c_str()), std::atof(cells.back().c_str())});
  }
  return times;
}

constexpr std::uint8_t sram = 0;

class ReplayTimes : public testing::TestWithParam<const char*> {};

// Host operators surround the stream; the references know only the stream.
Program without_host(Program program) {
  std::vector<Command> commands;
  for (const Command& command : program.commands) {
    if (command.kind != CommandKind::host) commands.push_back(command);
  }
  program.commands = commands;
  return program;
}

// The reference shares out a kernel's bytes over its blocks by area, we take each block's own; and
// where kernels and DMA meet on a port, the two order them differently.
TEST_P(ReplayTimes, FollowTheReferenceModelCommandByCommand) {
  const std::string name = GetParam();
  SPILLWAY_NEEDS_SHARED("reference/ethos-u/commands/" + name + ".csv");
  const Program program = without_host(replay(compiled(name), load_target("ethos-u55-128")));
  const std::vector<ReferenceTimes> expected = reference_times(name);
  const std::vector<test::CommandTimes> ours = test::block_model(program, sram);
  ASSERT_EQ(ours.size(), expected.size());
  const double total = expected[expected.size() - 2].end;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (expected[i].end == 0) continue;
    EXPECT_NEAR(ours[i].issue, expected[i].issue, 0.015 * total) << "command " << i;
    EXPECT_NEAR(ours[i].end, expected[i].end, 0.015 * total) << "command " << i;
  }
  EXPECT_NEAR(ours.back().end, total, 0.005 * total);
}

INSTANTIATE_TEST_SUITE_P(Reference, ReplayTimes,
                         testing::Values("kws_micronet_m_H128",
                                         "mit_detection__u55-128__Shared_Sram",
                                         "mlperf_vww96__u55-128__Shared_Sram"));

TEST(ReplayTimes, KeywordSpottingIsWithinTwoPercentOfArmsPublishedActiveCycles) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  const Program program = replay(compiled("kws_micronet_m_H128"), load_target("ethos-u55-128"));
  constexpr double published = 413'814;  // FVP, Arm's ML embedded evaluation kit documentation
  EXPECT_NEAR(test::block_model(program, sram).back().end, published, 0.02 * published);
}

Bytes bus_bytes(const Program& program, std::uint8_t memory, bool write) {
  Bytes bytes = 0;
  const auto add = [&](const Access& access) {
    if (access.memory == memory && access.write == write) bytes += bytes_on_bus(access, 8);
  };
  for (const Access& access : program.accesses) add(access);
  for (const UntimedAccess& untimed : program.untimed) add(untimed.access);
  for (const DmaTransfer& transfer : program.transfers) {
    add(transfer.source);
    if (!transfer.internal) add(transfer.destination);
  }
  return bytes;
}

TEST(Replay, CarriesExactlyThePublishedTrafficOfKeywordSpotting) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  const Target target = load_target("ethos-u55-128");
  const Program program = replay(compiled("kws_micronet_m_H128"), target);
  const auto flash = static_cast<std::uint8_t>(memory_index(target, "flash"));
  EXPECT_EQ(bus_bytes(program, sram, false), 1'057'040);
  EXPECT_EQ(bus_bytes(program, sram, true), 386'016);
  EXPECT_EQ(bus_bytes(program, flash, false), 140'352);
}

TEST(Replay, OperatorsBesideTheNpuTakeTimeOnTheHostAndAreNamed) {
  SPILLWAY_NEEDS_SHARED("models/compiled/mit_detection__u55-128__Shared_Sram.tflite");
  const Program program =
      replay(compiled("mit_detection__u55-128__Shared_Sram"), load_target("ethos-u55-128"));
  ASSERT_EQ(program.host_tasks.size(), 4U);
  for (const HostTask& task : program.host_tasks) {
    const ProgramOperator& op = program.operators[static_cast<std::size_t>(task.op)];
    EXPECT_EQ(op.note, "cpu, unvalidated cost");
    EXPECT_GT(task.cycles, 1000);
  }
  EXPECT_EQ(program.operators[1].name, "npu0.cmd2");
  EXPECT_EQ(program.operators[1].type, "CONV");
}

TEST(Replay, HostSideCostsAreOffByDefaultAndShownOnTheirOwn) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  const Network network = compiled("kws_micronet_m_H128");
  Target target = load_target("ethos-u55-128");
  EXPECT_TRUE(replay(network, target).host_tasks.empty());
  target.host.copies = true;
  target.host.cache_maintenance = true;
  target.host.cycles_per_call = 1234;
  const Program program = replay(network, target);
  std::vector<std::string> names;
  for (const HostTask& task : program.host_tasks) {
    names.push_back(program.operators[static_cast<std::size_t>(task.op)].name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"npu0.call", "npu0.copy_in", "npu0.cache_clean",
                                             "npu0.cache_invalidate", "npu0.copy_out"}));
  EXPECT_EQ(program.host_tasks[0].cycles, 1234);
}

TEST(Replay, ARegionAndAPartOfOneGoToTheMemoriesThatTheTargetNames) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  const Network network = compiled("kws_micronet_m_H128");
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
  try {
    replay(compiled("kws_micronet_m_H128"), load_target("ethos-u65-256"));
    FAIL() << "accepted";
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    EXPECT_NE(std::string(error.what()).find("--target ethos-u55-128"), std::string::npos);
  }
}

TEST(Replay, AnArenaLargerThanTheMemoryIsReportedWithTheExcess) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  Target target = load_target("ethos-u55-128");
  target.memories[sram].capacity = 65536;
  try {
    replay(compiled("kws_micronet_m_H128"), target);
    FAIL() << "accepted";
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::run_failed);
    EXPECT_NE(std::string(error.what()).find("required 126,656 bytes"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace spillway::ethosu
