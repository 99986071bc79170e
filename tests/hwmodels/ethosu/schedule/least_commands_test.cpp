// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/least_commands.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/schedule/least_kernel.h"
#include "hwmodels/ethosu/schedule/work_list.h"
#include "planner/plan_network.h"
#include "sim/port/burst_cursor.h"
#include "traces/layers/layers.h"

namespace spillway::ethosu {
namespace {

/// Returns a network with a fully connected layer and a softmax. The lowering turns the softmax
/// into many short operations.
Network softmax_network(std::int32_t channels) {
  Network network;
  network.name = "softmax";
  network.source = "made up";
  Layer dense;
  dense.name = "dense";
  dense.type = OpType::fully_connected;
  dense.inputs = {add_network_input(network, "x", {1, 1, 1, 32})};
  dense.channels = channels;
  Layer softmax;
  softmax.name = "softmax";
  softmax.type = OpType::softmax;
  softmax.inputs = {add_layer(network, dense)};
  add_layer(network, softmax);
  finish_outputs(network);
  return network;
}

std::vector<std::int32_t> words_of_operators(const Program& program) {
  std::vector<std::int32_t> words(program.operators.size(), 0);
  for (const Command& command : program.commands) at(words, command.op) += command.cycles;
  return words;
}

TEST(LeastCommands, NoPlanNeedsFewerCommandWordsThanTheBound) {
  const Target target = load_target("ethos-u65-256");
  for (const std::int32_t channels : {2, 10, 100}) {
    const Network network = lower(softmax_network(channels), target);
    std::vector<std::int32_t> least;
    for (const std::vector<BlockedOp>& operations : network_ops(network, config_of(target))) {
      LeastWords words(config_of(target), {});
      least.push_back(0);
      for (const BlockedOp& op : operations) {
        Operation operation = op.npu.operation;
        operation.block = op.blocks.ofm;
        operation.part_kernel = op.blocks.part_kernel;
        least.back() += words.of(op.npu, operation);
      }
    }
    for (const char* planner :
         {"tflm-linear", "tflm-greedy", "cadence-greedy", "executorch-greedy"}) {
      PlanningRequest request;
      for (const MemorySpec& memory : target.memories) {
        request.memories.push_back({memory.name, unlimited, 16});
      }
      request.arena = {0};
      request.constants = static_cast<MemoryIndex>(request.memories.size()) - 1;
      request.planner = planner;
      const Plan plan = plan_network(network, request).plan;
      const std::vector<std::int32_t> words =
          words_of_operators(schedule(network, plan, target, ScheduleOptions{}));
      for (std::size_t op = 0; op < words.size(); ++op) {
        EXPECT_GE(words[op], at(least, op)) << planner << " " << network.operators[op].name;
      }
      EXPECT_GE(least.back(), words.back() / 2) << "the bound tells of little";
    }
  }
}

std::vector<LeastCommand> random_commands(std::mt19937& random) {
  std::vector<LeastCommand> commands;
  const std::size_t count = 1 + random() % 12;
  for (std::size_t i = 0; i < count; ++i) {
    commands.push_back(
        {static_cast<std::int32_t>(1 + random() % 90), static_cast<double>(1 + random() % 200)});
  }
  return commands;
}

/// end_of_commands() returns a lower bound of the time at which the last kernel ends. The bound
/// must not fall if one of these quantities grows: the latency or the transfer time of a chunk of
/// command words, or the cycles or the command words of a kernel.
TEST(LeastCommands, TheBoundNeverFallsIfAQuantityGrows) {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const std::vector<LeastCommand> commands = random_commands(random);
    double kernels = 0;
    for (const LeastCommand& command : commands) kernels += command.kernel;
    const auto latency = static_cast<double>(random() % 700);
    const auto transfer = static_cast<double>(random() % 80);
    const double end = end_of_commands(commands, latency, transfer);
    EXPECT_GE(end, kernels);
    EXPECT_GE(end_of_commands(commands, latency + 10, transfer), end);
    EXPECT_GE(end_of_commands(commands, latency, transfer + 10), end);
    std::vector<LeastCommand> more = commands;
    more[random() % more.size()].kernel += 5;
    EXPECT_GE(end_of_commands(more, latency, transfer), end);
    more = commands;
    more[random() % more.size()].words += 3;
    EXPECT_GE(end_of_commands(more, latency, transfer), end);
  }
}

/// Each kernel has 96 command words and takes 10 cycles. The parser takes one cycle per word. At
/// time 0 of the bound, the words of the first kernel may already have been parsed, and the words
/// of the second kernel may already have been fetched. The words of the third kernel must still be
/// fetched, in two chunks of 64 command words, one after the other. When the second chunk arrives,
/// 32 words of the third kernel are not parsed yet.
TEST(LeastCommands, WaitForChunksThatWereNotFetchedYet) {
  const std::vector<LeastCommand> commands = {{96, 10}, {96, 10}, {96, 10}};
  EXPECT_EQ(end_of_commands({commands[0], commands[1]}, 500, 0), 96 + 10);
  EXPECT_EQ(end_of_commands(commands, 500, 0), 500 + 500 + 32 + 10);
  EXPECT_EQ(end_of_commands(commands, 500, 7), 507 + 500 + 32 + 10);
  EXPECT_EQ(end_of_commands(commands, 0, 0), 96 + 96 + 10);
}

/// If kernels are so short that they wait for command words, the bound must be larger than the sum
/// of their cycles. The parser is at most two kernels ahead of the running kernel, so the kernels
/// hide only a part of the latency of each chunk.
TEST(LeastCommands, ShortKernelsWaitForChunksOfCommandWords) {
  const std::vector<LeastCommand> commands(60, LeastCommand{8, 72});
  const double end = end_of_commands(commands, 500, 68);
  EXPECT_GE(end, 60 * 72 + 4 * 90);
  EXPECT_EQ(end_of_commands(commands, 0, 0), 60 * 72);
}

TEST(LeastSquares, EstimatedBurstsAreALowerBoundForAnyAddress) {
  std::mt19937 random(9);
  for (int round = 0; round < 2000; ++round) {
    Access access;
    access.run = static_cast<std::int32_t>(1 + random() % 2000);
    access.address = random() % 4096;
    const std::int32_t burst = 1 << (4 + random() % 5);
    double squares = 0;
    for (sim::BurstCursor cursor(access, burst); !cursor.done(); cursor.advance()) {
      squares += static_cast<double>(cursor.bytes()) * cursor.bytes();
    }
    EXPECT_GE(squares, least_squares(access.run, burst)) << access.run << " in " << burst;
  }
}

}  // namespace
}  // namespace spillway::ethosu
