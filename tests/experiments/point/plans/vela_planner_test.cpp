// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "experiments/point/design_point.h"
#include "experiments/point/point_cache.h"
#include "tests/reference.h"
#include "traces/files/builtin_networks.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

DesignPoint in_dedicated_sram(const std::string& planner, Bytes sram) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  point.target_options.capacities = {{"sram", sram}};
  point.planner = planner;
  return point;
}

NetworkPlan planned(const Network& network, Bytes sram) {
  PointCache cache;
  return plan_point(network, in_dedicated_sram("vela", sram), cache);
}

Bytes largest_end(const Plan& plan, const std::string& memory) {
  Bytes end = 0;
  for (const Residency& residency : plan.residencies) {
    if (plan.memories[static_cast<std::size_t>(residency.memory)].name != memory) continue;
    end = std::max(end, residency.offset + residency.size);
  }
  return end;
}

TEST(VelaPlanner, FindsCascadesWhereMapsDoNotFitAndNoneWhereTheyDo) {
  const Network network = *builtin_network("mobilenet_v1_0.25_96");
  const NetworkPlan tight = planned(network, 24 * 1024);
  ASSERT_EQ(tight.result.status, PlanStatus::ok);
  EXPECT_FALSE(tight.plan.cascades.empty());
  EXPECT_LE(largest_end(tight.plan, "sram"), 24 * 1024);
  const NetworkPlan roomy = planned(network, 1024 * 1024);
  ASSERT_EQ(roomy.result.status, PlanStatus::ok);
  EXPECT_TRUE(roomy.plan.cascades.empty());
}

TEST(VelaPlanner, HoldsTheWeightsOfCascadesWholeAndLeavesTheirResultsInSlowMemory) {
  const NetworkPlan tight = planned(*builtin_network("mobilenet_v1_0.25_96"), 24 * 1024);
  ASSERT_FALSE(tight.plan.cascades.empty());
  for (const Cascade& cascade : tight.plan.cascades) {
    for (const WeightFlow& flow : tight.plan.weights) {
      if (flow.op < cascade.first_op || flow.op > cascade.last_op) continue;
      EXPECT_EQ(flow.slices.size(), 1U) << flow.op;
    }
    for (std::size_t i = 0; i < tight.problem.buffers.size(); ++i) {
      if (tight.problem.buffers[i].lower != cascade.last_op + 1) continue;
      if (tight.problem.buffers[i].kind != TensorKind::activation) continue;
      const MemoryIndex memory = tight.result.placements[i].memory;
      EXPECT_EQ(tight.plan.memories[static_cast<std::size_t>(memory)].name, "dram");
    }
  }
}

TEST(VelaPlanner, PlansAreValidAtAllSizes) {
  const Network network = *builtin_network("ds_cnn");
  for (Bytes sram = 4 * 1024; sram <= 64 * 1024; sram += 4 * 1024) {
    PointCache cache;
    const DesignPoint point = in_dedicated_sram("vela", sram);
    EXPECT_GT(run_point(network, point, cache).timing.total, 0) << sram;
  }
}

struct Peer {
  const char* network;
  Bytes sram;
};

// A run with the planner `vela` must take the same time as the file that the compiler Vela made,
// within 3 %.
TEST(VelaPlanner, TakesTheTimeOfTheCompilersFile) {
  for (const Peer& peer :
       {Peer{"mlperf_vww96", 41472}, Peer{"tflm_person_detect", 82944}, Peer{"mlperf_strww", 2048},
        Peer{"mit_detection", 252768}, Peer{"kws_micronet_m", 22128}}) {
    const std::string plain = "models/" + std::string(peer.network) + ".tflite";
    const std::string compiled = "models/compiled/peers/" + std::string(peer.network) +
                                 "__u65-256__Dedicated_Sram__" + std::to_string(peer.sram) +
                                 ".tflite";
    SPILLWAY_NEEDS_SHARED(compiled);
    PointCache cache;
    const DesignPoint point = in_dedicated_sram("vela", peer.sram);
    const auto ours = run_point(load_network(test::shared_path(plain)), point, cache).timing.total;
    const auto theirs = run_point(load_network(test::shared_path(compiled)),
                                  in_dedicated_sram("", peer.sram), cache)
                            .timing.total;
    EXPECT_NEAR(static_cast<double>(ours) / static_cast<double>(theirs), 1, 0.03) << peer.network;
  }
}

// For U85, the planner `vela` follows Vela 5. In a memory mode in which feature maps can lie in
// slow memory, such as Dedicated_Sram, Vela 5 does not copy weights that an operation reads only
// once.
TEST(VelaPlanner, CopiesFewerWeightsOnU85ThanOnU65) {
  const auto copied_on = [](const char* target) {
    PointCache cache;
    DesignPoint point = in_dedicated_sram("vela", 393216);
    point.target = target;
    const Plan plan = plan_point(*builtin_network("ds_cnn"), point, cache).plan;
    return std::count_if(plan.weights.begin(), plan.weights.end(),
                         [](const WeightFlow& flow) { return !flow.in_place(); });
  };
  EXPECT_LT(copied_on("ethos-u85-512"), copied_on("ethos-u65-512"));
}

TEST(VelaPlanner, TakesTheTimeOfTheCompilersFileOnU85) {
  for (const int macs : {128, 256, 512, 1024, 2048}) {
    const std::string compiled =
        "models/compiled/fvp/kws_micronet_m__u85-" + std::to_string(macs) + ".tflite";
    SPILLWAY_NEEDS_SHARED(compiled);
    PointCache cache;
    DesignPoint point;
    point.target = "ethos-u85-" + std::to_string(macs);
    const auto cycles = [&](const std::string& file) {
      return static_cast<double>(
          run_point(load_network(test::shared_path(file)), point, cache).timing.total);
    };
    EXPECT_NEAR(cycles("models/kws_micronet_m.tflite") / cycles(compiled), 1, 0.03) << macs;
  }
}

}  // namespace
}  // namespace spillway
