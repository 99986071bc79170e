// SPDX-License-Identifier: Apache-2.0
// Compares the simulation of compiled networks with a simple block model and with published
// figures.
#include <cstdlib>
#include <map>

#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/index.h"
#include "base/text.h"
#include "hwmodels/ethosu/replay/replay.h"
#include "hwmodels/target/select_target.h"
#include "sim/simulate.h"
#include "tests/hwmodels/ethosu/replay/compiled_network.h"
#include "tests/reference.h"
#include "tests/sim/engines/npu/ethosu_block_model.h"

namespace spillway {
namespace {

using test::compiled_network;

constexpr std::uint8_t npu_sram = 0;

struct ReferenceTimes {
  double issue = 0;
  double end = 0;
};

// Returns the times of each command in the reference data. Wait commands have the times 0.
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

class BlockModel : public testing::TestWithParam<const char*> {};

// Returns the program without the operators that run on the CPU, because the reference data has
// only the commands of command streams.
Program without_host(Program program) {
  std::vector<Command> commands;
  for (const Command& command : program.commands) {
    if (command.kind != CommandKind::host) commands.push_back(command);
  }
  program.commands = commands;
  return program;
}

// The tolerance allows for two differences:
// * The reference model divides the bytes of a kernel among its blocks in proportion to their
//   area. The block model of this test takes the bytes that each block has in the program.
// * If kernels and the DMA compete for a port, the two models serve them in different orders.
TEST_P(BlockModel, FollowsTheReferenceModelCommandByCommand) {
  const std::string name = GetParam();
  SPILLWAY_NEEDS_SHARED("reference/ethos-u/commands/" + name + ".csv");
  const Program program =
      without_host(ethosu::replay(compiled_network(name), load_target("ethos-u55-128")));
  const std::vector<ReferenceTimes> expected = reference_times(name);
  const std::vector<test::CommandTimes> ours = test::block_model(program, npu_sram);
  ASSERT_EQ(ours.size(), expected.size());
  const double total = expected[expected.size() - 2].end;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (expected[i].end == 0) continue;
    EXPECT_NEAR(ours[i].issue, expected[i].issue, 0.015 * total) << "command " << i;
    EXPECT_NEAR(ours[i].end, expected[i].end, 0.015 * total) << "command " << i;
  }
  EXPECT_NEAR(ours.back().end, total, 0.005 * total);
}

// Simulates the program. Returns the end of each operator, in cycles from the start of the program,
// by the operator's name.
std::map<std::string, double> simulated_ends(const Program& program) {
  std::map<std::string, double> ends;
  const Timing timing = simulate(load_target("ethos-u55-128"), program);
  for (const OperatorTiming& op : timing.operators) ends[op.name] = static_cast<double>(op.end);
  return ends;
}

// The tolerance allows for one difference: on a port, the block model serves kernels before the
// DMA, while the simulator serves kernels and the DMA alternately, burst by burst.
TEST_P(BlockModel, AgreesWithTheSimulatorOperatorByOperator) {
  const std::string name = GetParam();
  SPILLWAY_NEEDS_SHARED("models/compiled/" + name + ".tflite");
  Program program =
      without_host(ethosu::replay(compiled_network(name), load_target("ethos-u55-128")));
  const std::vector<test::CommandTimes> times =
      test::block_model(program, npu_sram, {false, true, false, 2});
  std::map<std::string, double> ends = simulated_ends(program);
  for (std::size_t i = 0; i < program.commands.size(); ++i) {
    const Command& command = program.commands[i];
    if (command.kind != CommandKind::kernel) continue;
    const std::string& op = at(program.operators, command.op).name;
    EXPECT_NEAR(ends[op], times[i].end, 0.02 * times.back().end) << op;
  }
}

INSTANTIATE_TEST_SUITE_P(Reference, BlockModel,
                         testing::Values("kws_micronet_m_H128",
                                         "mit_detection__u55-128__Shared_Sram",
                                         "mlperf_vww96__u55-128__Shared_Sram"));

TEST(BlockModel, KeywordSpottingIsWithinTwoPercentOfArmsPublishedActiveCycles) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  const Program program =
      ethosu::replay(compiled_network("kws_micronet_m_H128"), load_target("ethos-u55-128"));
  // Measured on the FVP (documentation of Arm's ML embedded evaluation kit).
  constexpr double published = 413'814;
  EXPECT_NEAR(test::block_model(program, npu_sram).back().end, published, 0.02 * published);
}

TEST(Simulate, KeywordSpottingIsWithinThreePercentOfArmsPublishedCycles) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  const Target target = load_target("ethos-u55-128");
  const Timing timing =
      simulate(target, ethosu::replay(compiled_network("kws_micronet_m_H128"), target));
  constexpr double published = 413'814;
  EXPECT_NEAR(static_cast<double>(timing.total), published, 0.03 * published);
  const MemoryActivity& fast = timing.memories[npu_sram];
  const MemoryActivity& flash = timing.memories[memory_index(target, "flash")];
  EXPECT_EQ(fast.read_bytes, 1'057'040);
  EXPECT_EQ(fast.write_bytes, 386'016);
  EXPECT_EQ(flash.read_bytes, 140'352);
}

}  // namespace
}  // namespace spillway
