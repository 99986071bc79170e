// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files/files.h"
#include "experiments/sweep/sweep_table.h"
#include "tests/experiments/point/same_program.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

Program program_of_everything() {
  Program program;
  program.target = "t";
  program.operators.resize(1);
  program.commands.resize(1);
  program.kernels.resize(1);
  program.blocks.resize(1);
  program.accesses.resize(1);
  program.transfers.resize(1);
  program.core_tasks.resize(1);
  program.core_tasks[0].threads.resize(1);
  program.steps.resize(1);
  program.touches.resize(1);
  program.loads.resize(1);
  program.host_tasks.resize(1);
  program.streams.resize(1);
  program.peak_bytes.resize(1);
  program.warnings.resize(1);
  return program;
}

TEST(SameProgram, AnyMemberThatDiffersMakesADifference) {
  const std::vector<std::function<void(Program&)>> changes = {
      [](Program& p) { p.target = "u"; },
      [](Program& p) { p.operators[0].name = "x"; },
      [](Program& p) { p.operators[0].type = "x"; },
      [](Program& p) { p.operators[0].macs = 1; },
      [](Program& p) { p.operators[0].note = "x"; },
      [](Program& p) { p.commands[0].kind = CommandKind::kernel; },
      [](Program& p) { p.commands[0].index = 1; },
      [](Program& p) { p.commands[0].op = 1; },
      [](Program& p) { p.commands[0].cycles = 1; },
      [](Program& p) { p.commands.pop_back(); },
      [](Program& p) { p.kernels[0].op = 1; },
      [](Program& p) { p.kernels[0].blocks.first = 1; },
      [](Program& p) { p.kernels[0].blocks.count = 1; },
      [](Program& p) { p.kernels[0].block_dependency = 1; },
      [](Program& p) { p.kernels[0].elementwise = true; },
      [](Program& p) { p.blocks[0].compute = 1; },
      [](Program& p) { p.blocks[0].output = 1; },
      [](Program& p) { p.blocks[0].sub_blocks = 2; },
      [](Program& p) { p.blocks[0].out_blocks = 2; },
      [](Program& p) { p.blocks[0].reads.first = 1; },
      [](Program& p) { p.blocks[0].reads.count = 1; },
      [](Program& p) { p.blocks[0].writes.first = 1; },
      [](Program& p) { p.blocks[0].writes.count = 1; },
      [](Program& p) { p.accesses[0].address = 1; },
      [](Program& p) { p.accesses[0].run = 1; },
      [](Program& p) { p.accesses[0].rows = 2; },
      [](Program& p) { p.accesses[0].planes = 2; },
      [](Program& p) { p.accesses[0].row_stride = 1; },
      [](Program& p) { p.accesses[0].plane_stride = 1; },
      [](Program& p) { p.accesses[0].memory = 1; },
      [](Program& p) { p.accesses[0].write = true; },
      [](Program& p) { p.accesses[0].data = DataClass::ofm; },
      [](Program& p) { p.transfers[0].op = 1; },
      [](Program& p) { p.transfers[0].source.address = 1; },
      [](Program& p) { p.transfers[0].destination.address = 1; },
      [](Program& p) { p.transfers[0].internal = true; },
      [](Program& p) { p.transfers[0].chained = true; },
      [](Program& p) { p.transfers[0].channel = 1; },
      [](Program& p) { p.core_tasks[0].op = 1; },
      [](Program& p) { p.core_tasks[0].issue_divider = 5; },
      [](Program& p) { p.core_tasks[0].threads[0].count = 1; },
      [](Program& p) { p.core_tasks[0].threads.clear(); },
      [](Program& p) { p.steps[0].kind = TileStepKind::end; },
      [](Program& p) { p.steps[0].index = 1; },
      [](Program& p) { p.steps[0].value = 1; },
      [](Program& p) { p.touches[0].base = 1; },
      [](Program& p) { p.touches[0].stride[5] = 1; },
      [](Program& p) { p.touches[0].bytes = 1; },
      [](Program& p) { p.touches[0].memory = 1; },
      [](Program& p) { p.touches[0].write = true; },
      [](Program& p) { p.touches[0].table = true; },
      [](Program& p) { p.touches[0].table_entry = 2; },
      [](Program& p) { p.loads[0].source_memory = 1; },
      [](Program& p) { p.loads[0].source = 1; },
      [](Program& p) { p.loads[0].memory = 1; },
      [](Program& p) { p.loads[0].destination = 1; },
      [](Program& p) { p.loads[0].bytes = 1; },
      [](Program& p) { p.loads[0].continues = true; },
      [](Program& p) { p.host_tasks[0].op = 1; },
      [](Program& p) { p.host_tasks[0].cycles = 1; },
      [](Program& p) { p.host_tasks[0].accesses.count = 1; },
      [](Program& p) { p.streams[0].first_command = 1; },
      [](Program& p) { p.streams[0].words.address = 1; },
      [](Program& p) { p.peak_bytes[0] = 1; },
      [](Program& p) { p.warnings[0] = "x"; },
  };
  const Program program = program_of_everything();
  EXPECT_TRUE(same_program(program, program_of_everything()));
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Program changed = program;
    changes[i](changed);
    EXPECT_FALSE(same_program(program, changed)) << "change " << i;
  }
}

// Simulates a point of a sweep in a new process, whose caches are empty. Returns the CSV row of the
// point.
std::string row_of_fresh_process(const SweepSpec& spec, std::size_t point,
                                 const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    SweepTable fresh(spec);
    write_file(path, fresh.row(point));
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  return read_text(path);
}

void expect_rows_of_fresh_processes(SweepTable& table, const SweepSpec& spec) {
  const std::string path =
      testing::TempDir() + "/fresh_process" + std::to_string(::getpid()) + ".row";
  for (std::size_t i = 0; i < table.points().size(); ++i) {
    EXPECT_EQ(table.row(i), row_of_fresh_process(spec, i, path)) << table.identity(i);
  }
  ::unlink(path.c_str());
}

// Several of these points have equal plans, so a process that simulates all points finds the times
// of most plans in its cache. The rows of this process must equal the rows of new processes that
// simulate one point each.
TEST(SlowFreshProcesses, GiveTheSameRowsAsOneProcess) {
  SweepSpec spec;
  spec.networks = {load_network("ds_cnn"), load_network("resnet8")};
  spec.targets = {"ethos-u65-256"};
  spec.memory_modes = {"Dedicated_Sram"};
  add_part(spec, "dram=ideal+DDR3-1600K-x16");
  add_memory(spec, "sram=8K:64K:8K");
  spec.planners = {"cadence-greedy", "cadence-position", "vela-spill"};
  add_option(spec, "weight-policy", "vela");
  SweepTable table(spec);
  expect_rows_of_fresh_processes(table, spec);
  EXPECT_EQ(table.points().size(), 96U);
}

// The programs of these points begin with the same commands. So a process that simulates all points
// starts some simulations from a snapshot of an earlier simulation. The rows of this process must
// equal the rows of new processes that simulate one point each.
TEST(SlowFreshProcesses, GiveTheSameRowsWhenProgramsBeginAlike) {
  SweepSpec spec;
  spec.networks = {load_network("mobilenet_v1_0.25_96")};
  spec.targets = {"ethos-u65-256", "ethos-u55-128"};
  add_memory(spec, "sram=40K:90K:5K");
  spec.planners = {"cadence-greedy", "vela-spill"};
  add_option(spec, "weight-policy", "vela");
  SweepTable table(spec);
  expect_rows_of_fresh_processes(table, spec);
}

}  // namespace
}  // namespace spillway
