// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/schedule/weight_needs.h"
#include "hwmodels/target/target.h"
#include "planner/plan_network.h"
#include "tests/checkout.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"
#include "tests/reference.h"
#include "tests/user_error.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

const std::vector<std::string> reference_networks = {"coral_mobilenet_v1_0.25_128_quant",
                                                     "mit_detection",
                                                     "mit_vww",
                                                     "mlperf_ad01_int8",
                                                     "mlperf_kws",
                                                     "mlperf_resnet_large_int8",
                                                     "mlperf_resnet_quant",
                                                     "mlperf_strww",
                                                     "mlperf_vww96",
                                                     "tflm_micro_speech",
                                                     "tflm_mobilenet_v2_pt",
                                                     "tflm_person_detect"};

Network reference_network(const std::string& name) {
  return read_tflite(test::shared_path("models/" + name + ".tflite"));
}

// Returns a request for a plan with feature maps in the fastest memory and constants in the slowest
// memory.
PlanningRequest fast_and_slow(const Target& target) {
  PlanningRequest request;
  for (const MemorySpec& memory : target.memories) {
    request.memories.push_back({memory.name, unlimited, 16});
  }
  request.arena = {0};
  request.constants = static_cast<MemoryIndex>(request.memories.size()) - 1;
  return request;
}

Program scheduled(const Network& network, const Target& target) {
  const Network lowered = ethosu::lower(network, target);
  const NetworkPlan planned = plan_network(lowered, fast_and_slow(target));
  EXPECT_EQ(planned.result.status, PlanStatus::ok);
  return ethosu::schedule(lowered, planned.plan, target, {});
}

TEST(EthosUSchedule, RunsEveryReferenceNetworkOnEveryConfiguration) {
  SPILLWAY_NEEDS_SHARED("models");
  const std::size_t every = test::sanitized() ? 4 : 1;
  std::size_t number = 0;
  for (const std::string& name : target_names()) {
    if (name.rfind("ethos-u", 0) != 0) continue;
    const Target target = load_target(name);
    for (const std::string& network : reference_networks) {
      if (number++ % every != 0) continue;
      SCOPED_TRACE(name + " " + network);
      const Program program = scheduled(reference_network(network), target);
      EXPECT_FALSE(program.kernels.empty());
    }
  }
}

TEST(EthosUSchedule, RejectsCascadesOfOperatorsThatTheNetworkDoesNotHave) {
  const Target target = load_target("ethos-u55-128");
  Plan plan;
  plan.cascades.push_back({2, 5, {4, 4, 4, 4}});
  EXPECT_THAT(test::user_error([&] { ethosu::schedule(Network{}, plan, target, {}); },
                               ExitCode::run_failed),
              testing::HasSubstr("operators 2 to 5"));
}

TEST(EthosUSchedule, SaysWhichTargetsNobodyHasValidated) {
  SPILLWAY_NEEDS_SHARED("models");
  const Network network = reference_network("mlperf_kws");
  EXPECT_TRUE(scheduled(network, load_target("ethos-u55-128")).warnings.empty());
  EXPECT_FALSE(scheduled(network, load_target("ethos-u85-256")).warnings.empty());
}

TEST(EthosUSchedule, OperatorsOnTheCpuTakeTimeAndSayWhy) {
  SPILLWAY_NEEDS_SHARED("models");
  const Program program = scheduled(reference_network("mit_vww"), load_target("ethos-u55-128"));
  ASSERT_FALSE(program.host_tasks.empty());
  for (const HostTask& task : program.host_tasks) {
    EXPECT_GT(task.cycles, 0);
    EXPECT_EQ(at(program.operators, task.op).note.rfind("cpu: ", 0), 0U);
  }
}

bool overlaps(const Access& rows, const Access& moved) {
  const auto first = static_cast<std::int64_t>(moved.address);
  for (std::int64_t plane = 0; plane < rows.planes; ++plane) {
    for (std::int64_t row = 0; row < rows.rows; ++row) {
      const std::int64_t at = static_cast<std::int64_t>(rows.address) + row * rows.row_stride +
                              plane * rows.plane_stride;
      if (at < first + moved.run && first < at + rows.run) return rows.memory == moved.memory;
    }
  }
  return false;
}

// Returns the number of hazards: reads of a kernel whose bytes a transfer can overwrite before they
// are read. When the parser starts a transfer, the two kernels that were issued last can still be
// running. This function checks the reads of the earlier of these kernels, unless a command has
// waited for its end: for this kernel, the schedule must insert waits (wait_for_kernel_before() in
// work_list.cpp).
int hazards(const Program& program) {
  int hazards = 0;
  std::size_t issued = 0;
  bool waited = false;
  for (const Command& command : program.commands) {
    if (command.kind == CommandKind::kernel) {
      ++issued;
      waited = false;
    } else if (command.kind == CommandKind::kernel_wait && command.index <= 1) {
      waited = true;
    } else if (command.kind == CommandKind::dma_start && issued >= 2 && !waited) {
      const DmaTransfer& transfer = at(program.transfers, command.index);
      const Range& blocks = at(program.kernels, issued - 2).blocks;
      for (std::uint32_t b = blocks.first; b < blocks.first + blocks.count; ++b) {
        const Range& reads = at(program.blocks, b).reads;
        for (std::uint32_t r = reads.first; r < reads.first + reads.count; ++r) {
          const bool same = overlaps(at(program.accesses, r), transfer.destination);
          hazards += same && !transfer.internal ? 1 : 0;
        }
      }
    }
  }
  return hazards;
}

TEST(EthosUSchedule, WeightsAreCopiedIntoFreeFastMemoryAsThePlanSays) {
  SPILLWAY_NEEDS_SHARED("models");
  const Target target = load_target("ethos-u55-128");
  const Network lowered = ethosu::lower(reference_network("mlperf_resnet_quant"), target);
  PlanningRequest request = fast_and_slow(target);
  const auto planned = [&](const char* policy) {
    request.weights = WeightPlanning{};
    request.weights->needs =
        ethosu::weight_needs(lowered, target, {}, request.constants, request.arena.front());
    request.weights->policy = policy;
    return ethosu::schedule(lowered, plan_network(lowered, request).plan, target, {});
  };
  const Program copied = planned("vela");
  const Program read_in_place = planned("in-place");
  EXPECT_GT(copied.transfers.size(), read_in_place.transfers.size());
  EXPECT_EQ(hazards(copied), 0);
  const auto slow = static_cast<std::uint8_t>(request.constants);
  for (const Access& access : copied.accesses) {
    if (access.data == DataClass::weights && access.memory == slow) {
      EXPECT_LT(access.run, 1024) << "only the fully-connected operator reads in place";
    }
  }
}

// A network of two activation functions, which the NPU computes with lookup tables, and a plan of
// this network.
struct TwoTables {
  TwoTables() {
    test::NetworkBuilder build;
    const TensorIndex between = build.map({1, 4, 4, 8}), out = build.map({1, 4, 4, 8});
    build.op(OpType::logistic, {build.input({1, 4, 4, 8})}, {between});
    build.op(OpType::tanh, {between}, {out});
    network = ethosu::lower(build.finish(out), target);
    PlanningRequest request = fast_and_slow(target);
    request.weights = WeightPlanning{};
    request.weights->needs =
        ethosu::weight_needs(network, target, {}, request.constants, request.arena.front());
    request.weights->policy = "in-place";
    plan = plan_network(network, request).plan;
  }

  // Adds a copy of both lookup tables to the plan. The copy may begin when step `earliest` has
  // ended, and must end before step `latest`. The copied tables lie in fast memory, after all other
  // data.
  void fetch(TimeStep earliest, TimeStep latest) {
    std::int32_t home = -1;
    for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
      if (plan.residencies[i].kind == ResidencyKind::made_up) home = static_cast<std::int32_t>(i);
    }
    ASSERT_GE(home, 0);
    Residency there = at(plan.residencies, home);
    there.memory = 0;
    there.offset = copied_to;
    there.lower = earliest + 1;
    there.upper = latest + 1;
    plan.copies.push_back(
        {no_tensor, home, static_cast<std::int32_t>(plan.residencies.size()), earliest, latest});
    plan.residencies.push_back(there);
  }

  static constexpr Bytes copied_to = 4096;
  Target target = load_target("ethos-u55-128");
  Network network;
  Plan plan;
};

std::vector<DmaTransfer> table_loads(const Program& program) {
  std::vector<DmaTransfer> loads;
  for (const DmaTransfer& transfer : program.transfers) {
    if (transfer.internal) loads.push_back(transfer);
  }
  return loads;
}

TEST(EthosUSchedule, ReadsMadeUpConstantsFromACopyOnlyAfterTheCopyHasEnded) {
  TwoTables tables;
  tables.fetch(0, 2);  // the copy may run at any time before the second operator begins
  const std::vector<DmaTransfer> loads =
      table_loads(ethosu::schedule(tables.network, tables.plan, tables.target, {}));
  ASSERT_EQ(loads.size(), 2U);
  EXPECT_NE(loads[0].source.memory, 0);
  EXPECT_EQ(loads[1].source.memory, 0);
}

TEST(EthosUSchedule, LoadsATableAfterThePlansCopyOfIt) {
  TwoTables tables;
  tables.fetch(1, 2);  // the copy runs between the two operators
  const Program program = ethosu::schedule(tables.network, tables.plan, tables.target, {});
  ASSERT_EQ(program.transfers.size(), 3U);
  EXPECT_TRUE(program.transfers[0].internal);
  EXPECT_FALSE(program.transfers[1].internal) << "the copy";
  EXPECT_EQ(program.transfers[1].destination.address, TwoTables::copied_to);
  EXPECT_TRUE(program.transfers[2].internal);
  EXPECT_EQ(program.transfers[2].source.memory, 0);
}

}  // namespace
}  // namespace spillway
