// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/command_stream_plan.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/replay/command_stream_match.h"
#include "hwmodels/ethosu/replay/replay.h"
#include "hwmodels/target/select_target.h"
#include "tests/reference.h"
#include "tests/user_error.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

struct Both {
  Network lowered;
  CompiledPlan made;
  Program replayed;
  Program scheduled;
};

struct Case {
  std::string network;
  std::string compiled;
  std::string target;
  std::string memory_mode;
};

Both run_both(const Case& one, const HostSpec& host = {}) {
  Target target = select_mode(load_target(one.target), one.memory_mode);
  target.host = host;
  const Network compiled =
      read_tflite(test::shared_path("models/compiled/" + one.compiled + ".tflite"));
  const ethosu::DecodedFile decoded = ethosu::decode(compiled);
  Both both;
  both.lowered =
      ethosu::lower(read_tflite(test::shared_path("models/" + one.network + ".tflite")), target);
  both.made = ethosu::plan_of_stream(both.lowered, decoded, target);
  both.replayed = ethosu::replay(compiled, decoded, target);
  ethosu::ScheduleOptions options;
  options.operator_weight_ratios = both.made.weight_ratios;
  both.scheduled = ethosu::schedule(both.lowered, both.made.plan, target, options);
  return both;
}

std::vector<Case> compiled_files() {
  return {{"mlperf_kws", "mlperf_kws__u55-128__Shared_Sram", "ethos-u55-128", "Shared_Sram"},
          {"mlperf_resnet_quant", "mlperf_resnet_quant__u55-128__Shared_Sram", "ethos-u55-128",
           "Shared_Sram"},
          {"mlperf_vww96", "mlperf_vww96__u55-256__Sram_Only", "ethos-u55-256", "Sram_Only"},
          {"mlperf_vww96", "mlperf_vww96__u65-512__Dedicated_Sram__384K", "ethos-u65-512",
           "Dedicated_Sram"},
          {"mlperf_vww96", "mlperf_vww96__u65-256__Dedicated_Sram__64K", "ethos-u65-256",
           "Dedicated_Sram"}};  // this file has a cascade of three operators
}

const Access& first_write(const Program& program, std::size_t kernel) {
  const Block& block = program.blocks[program.kernels[kernel].blocks.first];
  return program.accesses[block.writes.first];
}

bool is_softmax(const Program& program, std::size_t kernel) {
  const auto op = static_cast<std::size_t>(program.kernels[kernel].op);
  return program.operators[op].type == "SOFTMAX";
}

TEST(EthosUStreamPlan, TheLoweringWritesItsMapsWhereTheCompilerDid) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  for (const Case& one : compiled_files()) {
    SCOPED_TRACE(one.compiled);
    const Both both = run_both(one);
    ASSERT_EQ(both.scheduled.kernels.size(), both.replayed.kernels.size());
    for (std::size_t k = 0; k < both.scheduled.kernels.size(); ++k) {
      // In the lowered network, the maps between the operations of a softmax lie in one scratch
      // tensor, so their addresses differ from those in the compiled file.
      if (is_softmax(both.scheduled, k)) continue;
      EXPECT_EQ(first_write(both.scheduled, k).address, first_write(both.replayed, k).address) << k;
      EXPECT_EQ(first_write(both.scheduled, k).memory, first_write(both.replayed, k).memory) << k;
    }
  }
}

Bytes moved(const Program& program) {
  Bytes bytes = 0;
  for (const DmaTransfer& transfer : program.transfers) bytes += transfer.source.bytes();
  return bytes;
}

TEST(EthosUStreamPlan, LoadsTheSameWeightsAsTheCompilerExceptForRounding) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  for (const Case& one : compiled_files()) {
    SCOPED_TRACE(one.compiled);
    const Both both = run_both(one);
    EXPECT_EQ(both.scheduled.transfers.size(), both.replayed.transfers.size());
    const auto tolerance = static_cast<double>(32 * both.replayed.transfers.size());
    EXPECT_NEAR(static_cast<double>(moved(both.scheduled)),
                static_cast<double>(moved(both.replayed)), tolerance);
  }
}

std::vector<Cycles> host_cycles(const Program& program) {
  std::vector<Cycles> cycles;
  for (const HostTask& task : program.host_tasks) cycles.push_back(task.cycles);
  return cycles;
}

std::vector<std::tuple<int, Bytes, bool>> host_accesses(const Program& program) {
  std::vector<std::tuple<int, Bytes, bool>> accesses;
  for (const HostTask& task : program.host_tasks) {
    for (std::uint32_t i = 0; i < task.accesses.count; ++i) {
      const Access& access = program.accesses[task.accesses.first + i];
      accesses.emplace_back(access.memory, access.bytes(), access.write);
    }
  }
  return accesses;
}

TEST(EthosUStreamPlan, TheCpuDoesTheSameInAReplayAndInAPlainRun) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const Case one = {"mit_detection", "mit_detection__u55-128__Shared_Sram", "ethos-u55-128",
                    "Shared_Sram"};
  const Both both = run_both(one);
  EXPECT_EQ(host_cycles(both.scheduled), host_cycles(both.replayed));
  EXPECT_EQ(host_accesses(both.scheduled), host_accesses(both.replayed));
  HostSpec slow;
  slow.cycles_per_operator = 1'000'000;
  const Both slower = run_both(one, slow);
  EXPECT_EQ(host_cycles(slower.scheduled), host_cycles(slower.replayed));
  EXPECT_GT(host_cycles(slower.replayed).front(), 1'000'000);
}

TEST(EthosUStreamPlan, TensorsOfTheCpuLieAfterAllTensorsOfTheStreams) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const Both both = run_both({"mit_detection", "mit_detection__u65-256__Dedicated_Sram__64K",
                              "ethos-u65-256", "Dedicated_Sram"});
  const TensorIndex input = both.lowered.inputs.front();  // operand of a QUANTIZE on the CPU
  const std::vector<Residency>& all = both.made.plan.residencies;
  const auto own = std::find_if(all.begin(), all.end(),
                                [&](const Residency& one) { return one.tensor == input; });
  ASSERT_NE(own, all.end());
  for (const Residency& other : all) {
    if (other.tensor == input || other.memory != own->memory) continue;
    if (other.upper <= own->lower || own->upper <= other.lower) continue;
    const bool begins_inside =
        own->offset <= other.offset && other.offset < own->offset + own->size;
    EXPECT_FALSE(begins_inside) << other.tensor;
  }
}

TEST(EthosUStreamPlan, StripesHaveTheBlocksThatTheCompilerGaveThem) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  int striped = 0;
  for (const Case& one :
       {Case{"mlperf_vww96", "mlperf_vww96__u65-256__Dedicated_Sram__64K", "ethos-u65-256", ""},
        Case{"mit_detection", "mit_detection__u65-256__Dedicated_Sram__64K", "ethos-u65-256", ""},
        Case{"tflm_mobilenet_v2_pt", "tflm_mobilenet_v2_pt__u65-256__Dedicated_Sram",
             "ethos-u65-256", ""}}) {
    const Target target = load_target(one.target);
    const ethosu::Config& config = ethosu::config_of(target);
    const ethosu::DecodedFile file = ethosu::decode(
        read_tflite(test::shared_path("models/compiled/" + one.compiled + ".tflite")));
    const Network lowered =
        ethosu::lower(read_tflite(test::shared_path("models/" + one.network + ".tflite")), target);
    const ethosu::NetworkOps ops = ethosu::network_ops(lowered, config);
    for (const ethosu::MatchedOp& matched : ethosu::match_stream(ops, file)) {
      if (!matched.striped()) continue;
      const ethosu::Operation& stripe = *matched.kernels.front().operation;
      const auto blocks = ethosu::find_stripe_blocks(config, *matched.op, stripe.ofm.height);
      EXPECT_TRUE(blocks.ofm == stripe.block) << one.compiled << ", " << matched.op->name;
      EXPECT_EQ(blocks.part_kernel, stripe.part_kernel) << one.compiled << matched.op->name;
      ++striped;
    }
  }
  EXPECT_GT(striped, 20);
}

TEST(EthosUStreamPlan, SlicesOfAnOperatorFollowEachOtherFromTheFirstChannel) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  for (const Case& one : compiled_files()) {
    for (const WeightFlow& flow : run_both(one).made.plan.weights) {
      ASSERT_FALSE(flow.slices.empty());
      EXPECT_EQ(flow.slices.front().first_channel, 0);
      if (!flow.in_place()) {
        EXPECT_EQ(flow.slices.size(), flow.buffers.size());
      }
      for (std::size_t i = 1; i < flow.slices.size(); ++i) {
        EXPECT_GT(flow.slices[i].first_channel, flow.slices[i - 1].first_channel);
      }
    }
  }
}

TEST(EthosUStreamPlan, OperatorsThatTheCompilerDoesNotHaveArePlannedBehindItsStreamsAndNamed) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  Network network = read_tflite(test::shared_path("models/mlperf_kws.tflite"));
  Operator extra;
  extra.type = OpType::abs;
  extra.type_name = "ABS";
  extra.name = "extra";
  extra.inputs = {network.outputs.front()};
  extra.outputs = {static_cast<TensorIndex>(network.tensors.size())};
  network.tensors.push_back(at(network.tensors, network.outputs.front()));
  network.outputs = extra.outputs;
  network.operators.push_back(extra);
  const Target target = load_target("ethos-u55-128");
  const Network lowered = ethosu::lower(network, target);
  const ethosu::DecodedFile file = ethosu::decode(
      read_tflite(test::shared_path("models/compiled/mlperf_kws__u55-128__Shared_Sram.tflite")));
  const CompiledPlan made = ethosu::plan_of_stream(lowered, file, target);
  EXPECT_NE(made.plan.planner.find("planned here: extra"), std::string::npos) << made.plan.planner;
  EXPECT_FALSE(made.plan.weights.empty());
}

TEST(EthosUStreamPlan, RefusesTheStreamOfAnotherNetworkWithTheWordThatDiffers) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const Case mixed = {"mlperf_kws", "mlperf_resnet_quant__u55-128__Shared_Sram", "ethos-u55-128",
                      "Shared_Sram"};
  EXPECT_THAT(test::user_error([&] { run_both(mixed); }), testing::HasSubstr("word"));
}

}  // namespace
}  // namespace spillway
