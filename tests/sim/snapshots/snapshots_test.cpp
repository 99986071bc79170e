// SPDX-License-Identifier: Apache-2.0
// If a program begins like an earlier program, the simulator resumes from a snapshot of the earlier
// run. The results must equal those of a simulation from the beginning.
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/simulate.h"
#include "sim/snapshots/common_prefix.h"
#include "sim/snapshots/snapshot_store.h"
#include "tests/sim/arbitrary_program.h"
#include "tests/sim/same_timing.h"

namespace spillway {
namespace {

// The cycles between two snapshots of a run; few enough that a run has several snapshots.
constexpr Cycles spacing = 512;
constexpr Address grain = 256;
const std::vector<Address> grains = {grain, grain};

void add_words(Program& program, std::int32_t spare) {
  std::int32_t words = spare;
  for (Command& command : program.commands) {
    command.cycles = *rc::gen::inRange(0, 100);
    words += command.cycles;
  }
  CommandStream stream;
  stream.words.run = words * 4;
  stream.words.data = DataClass::commands;
  stream.words.memory = static_cast<std::uint8_t>(*rc::gen::inRange(0, 2));
  stream.words.address = static_cast<Address>(*rc::gen::inRange(0, 3)) * 4;
  program.streams = {stream};
}

Program long_program() {
  Program program;
  const int parts = *rc::gen::inRange(4, 12);
  for (int k = 0; k < parts; ++k) {
    if (*rc::gen::arbitrary<bool>()) test::append_transfer(program, k);
    if (*rc::gen::inRange(0, 3) == 0) {
      program.commands.push_back({CommandKind::dma_wait, 0, k, 0});
    }
    append_kernel(program, test::arbitrary_kernel());
  }
  for (Access& access : program.accesses) {
    access.address += *rc::gen::inRange(0U, 64U);
    if (access.data == DataClass::weights) access.memory = 1;
  }
  if (*rc::gen::arbitrary<bool>()) add_words(program, *rc::gen::inRange(0, 200));
  return program;
}

// Returns a changed copy of the program. Before a random command, addresses differ from the given
// program only by multiples of `grain`, which does not prevent a resume from a snapshot. From this
// command on, transfers also read from addresses that are one byte higher, and kernels compute
// longer. The commands after this command may be missing. The command stream may be longer.
Program changed(Program program) {
  const auto moved = [] { return grain * static_cast<Address>(*rc::gen::inRange(0, 3)); };
  for (Access& access : program.accesses) access.address += moved();
  for (DmaTransfer& transfer : program.transfers) transfer.source.address += moved();
  const auto from = *rc::gen::inRange<std::size_t>(0, program.commands.size() + 1);
  for (std::size_t c = from; c < program.commands.size(); ++c) {
    const Command& command = program.commands[c];
    if (command.kind == CommandKind::dma_start) {
      program.transfers[command.index].source.address += 1;
    } else if (command.kind == CommandKind::kernel) {
      program.blocks[program.kernels[command.index].blocks.first].compute += 7;
    }
  }
  if (*rc::gen::arbitrary<bool>() && from < program.commands.size()) {
    program.commands.resize(from + 1);
  }
  if (!program.streams.empty()) program.streams[0].words.run += 4 * *rc::gen::inRange(0, 100);
  return program;
}

// Many of the random targets permit only few outstanding requests, so snapshots are also taken
// while masters wait.
RC_GTEST_PROP(Snapshots, ARestoredRunTakesTheTimeOfAWholeRun, ()) {
  static int chips = 0;
  const std::string chip = "chip " + std::to_string(chips++);
  const Target target = test::arbitrary_target();
  std::vector<Program> programs = {long_program()};
  for (int i = 0; i < 5; ++i) {
    const Program& program = programs.back();
    const std::string found = test::difference(simulate_after_alike(chip, target, program, spacing),
                                               simulate(target, program));
    if (!found.empty()) RC_FAIL("differs in " + found);
    programs.push_back(changed(*rc::gen::elementOf(programs)));
  }
}

TEST(Snapshots, AFailedRunLeavesNoSnapshot) {
  const Target target = test::small_target(LatencyBandwidthParameters{test::ghz, 8, 10, 10}, 8);
  const Program program = test::one_kernel(
      test::KernelShape().with_blocks(60).with_compute(500).with_read(4000).with_write(1500));
  Target slow = target;
  slow.memories[0].timing = LatencyBandwidthParameters{1, 1e-9, 10, 10};
  EXPECT_ANY_THROW(simulate_after_alike("slow", slow, program, spacing));
  EXPECT_ANY_THROW(simulate_after_alike("slow", slow, program, spacing));
  EXPECT_EQ(simulate_after_alike("fast", target, program, spacing).total,
            simulate(target, program).total);
  EXPECT_EQ(simulate_after_alike("fast", target, program, spacing).total,
            simulate(target, program).total);
}

// Returns a program with four commands: a transfer, a wait and two kernels.
Program of_four_commands() {
  Program program;
  DmaTransfer transfer;
  transfer.source = test::access_of(700, 0, DataClass::weights);
  transfer.destination = test::access_of(700, 64, DataClass::weights);
  program.commands = {{CommandKind::dma_start, 0, 0, 3}, {CommandKind::dma_wait, 0, 0, 2}};
  program.transfers = {transfer};
  const auto shape = test::KernelShape().with_blocks(2).with_read(100).with_write(50);
  append_kernel(program, shape);
  append_kernel(program, shape);
  return program;
}

TEST(CommonPrefix, EndsAtTheFirstCommandThatDiffers) {
  const Program program = of_four_commands();
  EXPECT_EQ(sim::common_commands(program, program, grains), 4U);
  const auto common = [&](const std::function<void(Program&)>& change) {
    Program other = program;
    change(other);
    return sim::common_commands(program, other, grains);
  };
  EXPECT_EQ(common([](Program& p) { p.commands[0].cycles = 4; }), 0U);
  EXPECT_EQ(common([](Program& p) { p.transfers[0].source.run = 701; }), 0U);
  EXPECT_EQ(common([](Program& p) { p.transfers[0].destination.address += 16; }), 0U);
  EXPECT_EQ(common([](Program& p) { p.transfers[0].channel = 1; }), 0U);
  EXPECT_EQ(common([](Program& p) { p.commands[1].index = 1; }), 1U);
  EXPECT_EQ(common([](Program& p) { p.kernels[0].block_dependency = 1; }), 2U);
  EXPECT_EQ(common([](Program& p) { p.blocks[1].compute += 1; }), 2U);
  EXPECT_EQ(common([](Program& p) { p.accesses.back().write = false; }), 3U);
  EXPECT_EQ(common([](Program& p) { p.accesses.back().memory = 1; }), 3U);
  EXPECT_EQ(common([](Program& p) { p.commands.pop_back(); }), 3U);
}

TEST(CommonPrefix, IgnoresAddressesThatMoveByWholeBursts) {
  const Program program = of_four_commands();
  Program moved = program;
  for (Access& access : moved.accesses) access.address += 3 * grain;
  moved.transfers[0].source.address += grain;
  EXPECT_EQ(sim::common_commands(program, moved, grains), 4U);
  EXPECT_EQ(sim::common_commands(program, moved, {2 * grain, 2 * grain}), 0U);
  // The stride of rows has no effect on an access with one row, so all four commands of the two
  // programs count as equal.
  moved = program;
  moved.accesses[0].row_stride += 8;
  EXPECT_EQ(sim::common_commands(program, moved, grains), 4U);
  Program rows = program;
  rows.accesses[0].rows = 2;
  moved = rows;
  moved.accesses[0].row_stride += grain;
  EXPECT_EQ(sim::common_commands(rows, moved, grains), 4U);
  moved.accesses[0].row_stride += 8;
  EXPECT_EQ(sim::common_commands(rows, moved, grains), 2U);
}

std::shared_ptr<const sim::Snapshot> mark_after(std::size_t commands) {
  auto snapshot = std::make_shared<sim::Snapshot>();
  snapshot->commands = commands;
  return snapshot;
}

TEST(SnapshotStore, OffersTheSnapshotsBeforeTheFirstDifference) {
  const Program program = of_four_commands();
  Program late = program;
  late.blocks.back().compute += 1;
  Program early = program;
  early.commands[1].index = 1;
  sim::SnapshotStore runs;
  const auto add = [&](const std::string& chip, const Program& kept,
                       const std::vector<std::size_t>& snapshots) {
    sim::SnapshotStore::Run run = runs.begun(chip, kept, grains);
    run.snapshots.clear();
    for (const std::size_t commands : snapshots) run.snapshots.push_back(mark_after(commands));
    runs.add(std::move(run));
  };
  add("a", early, {1});
  add("a", program, {1, 2, 3, 4});
  EXPECT_EQ(runs.begun("a", program, grains).snapshots.size(), 4U);
  EXPECT_EQ(runs.begun("a", late, grains).snapshots.size(), 3U);
  EXPECT_EQ(runs.begun("a", early, grains).snapshots.size(), 1U);
  EXPECT_TRUE(runs.begun("b", program, grains).snapshots.empty());
  EXPECT_TRUE(runs.begun("a", program, {64, 64}).snapshots.empty());
  // At its last command, a run knows that the program has ended. So a run of a longer program
  // cannot be resumed from the snapshot after the last command of `program`.
  Program more = program;
  more.commands.push_back({CommandKind::dma_wait, 0, 1, 0});
  EXPECT_EQ(runs.begun("a", more, grains).snapshots.size(), 3U);
  Program longer = program;
  longer.operators.emplace_back();
  EXPECT_TRUE(runs.begun("a", longer, grains).snapshots.empty());
  runs.clear();
  EXPECT_TRUE(runs.begun("a", program, grains).snapshots.empty());
}

// The number of snapshots of a run is limited. With its 32nd snapshot, a run drops every second
// snapshot and doubles the distance between snapshots.
TEST(SnapshotStore, DropsEveryOtherSnapshotOfALongRun) {
  sim::SnapshotStore::Run run;
  run.spacing = 100;
  for (std::size_t commands = 1; commands <= 31; ++commands) run.add(mark_after(commands));
  EXPECT_EQ(run.snapshots.size(), 31U);
  run.add(mark_after(32));
  ASSERT_EQ(run.snapshots.size(), 16U);
  EXPECT_EQ(run.spacing, 200);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(run.snapshots[i]->commands, 2 * i + 2);
}

}  // namespace
}  // namespace spillway
