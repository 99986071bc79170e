// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/latency_bound.h"

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "experiments/answers/compare_planners.h"
#include "hwmodels/target/least_times.h"
#include "tests/checkout.h"
#include "traces/layers/layers.h"

namespace spillway {
namespace {

/// Returns a chain of `layers` convolutions with random shapes, and an addition of the results of
/// two of the convolutions.
Network small_network(std::mt19937& random, int layers) {
  const auto any = [&](std::initializer_list<std::int32_t> values) {
    return *(values.begin() + random() % values.size());
  };
  Network network;
  network.name = "small";
  network.source = "made up";
  TensorIndex x = add_network_input(network, "x", {1, any({6, 9, 16}), any({5, 8}), any({3, 16})});
  for (int i = 0; i < layers; ++i) {
    Layer layer;
    layer.name = "layer" + std::to_string(i);
    layer.type = any({0, 1, 2}) == 0 ? OpType::depthwise_conv_2d : OpType::conv_2d;
    layer.inputs = {x};
    layer.channels = layer.type == OpType::conv_2d ? any({8, 24, 48, 96}) : 0;
    layer.window.kernel_h = layer.window.kernel_w = any({1, 3});
    layer.window.stride_h = layer.window.stride_w = any({1, 1, 2});
    layer.window.scheme = PaddingScheme::same;
    const TensorIndex y = add_layer(network, layer);
    const bool alike = network.tensors[static_cast<std::size_t>(x)].shape ==
                       network.tensors[static_cast<std::size_t>(y)].shape;
    x = y;
    if (!alike) continue;
    Layer sum;
    sum.name = "sum" + std::to_string(i);
    sum.type = OpType::add;
    sum.inputs = {layer.inputs.front(), y};
    x = add_layer(network, sum);
  }
  finish_outputs(network);
  return network;
}

DesignPoint small_point(const std::string& target, Bytes sram) {
  DesignPoint point;
  point.target = target;
  point.target_options.capacities = {{"sram", sram}};
  if (target == "ethos-u65-256") point.target_options.memory_mode = "Dedicated_Sram";
  return point;
}

/// Returns a chain of fully-connected layers with random shapes, which move mainly weights. In half
/// of the networks, the chain begins with a convolution.
Network small_dense_network(std::mt19937& random, int layers) {
  const auto any = [&](std::initializer_list<std::int32_t> values) {
    return *(values.begin() + random() % values.size());
  };
  Network network;
  network.name = "dense";
  network.source = "made up";
  TensorIndex x = add_network_input(network, "x", {1, any({1, 12}), any({1, 8}), any({8, 40})});
  for (int i = 0; i < layers; ++i) {
    Layer layer;
    layer.name = "layer" + std::to_string(i);
    layer.type = i == 0 && any({0, 1}) == 0 ? OpType::conv_2d : OpType::fully_connected;
    layer.inputs = {x};
    layer.channels = any({4, 10, 64, 128, 200});
    layer.window.kernel_h = layer.window.kernel_w = 1;
    x = add_layer(network, layer);
  }
  if (any({0, 1}) == 1) {
    Layer softmax;
    softmax.name = "softmax";
    softmax.type = OpType::softmax;
    softmax.inputs = {x};
    add_layer(network, softmax);
  }
  finish_outputs(network);
  return network;
}

void expect_no_plan_below_the_bound(const Network& network, const std::string& target, Bytes sram) {
  DesignPoint point = small_point(target, sram);
  point.planner_options.search_budget = test::rounds(40);
  const PlannerComparison result = compare_planners(
      network, point, {"search", "xla-msa", "belady", "vela-spill", "banked-greedy"});
  const bool fits = std::any_of(result.scores.begin(), result.scores.end(),
                                [](const PlannerScore& score) { return score.failure.empty(); });
  ASSERT_EQ(result.bound.has_value(), fits);
  for (const PlannerScore& score : result.scores) {
    if (!score.failure.empty()) continue;
    EXPECT_GE(score.timing.total, *result.bound) << target << " " << sram << " " << score.planner;
  }
}

void expect_no_plan_below_the_bound(const Network& network, const std::vector<std::string>& targets,
                                    const std::vector<Bytes>& kibibytes) {
  for (const std::string& target : targets) {
    for (const Bytes size : kibibytes) expect_no_plan_below_the_bound(network, target, size << 10);
  }
}

/// No plan may take less time than the lower bound of the latency. So the test compares the bound
/// with plans of all kinds.
TEST(SlowLatencyBound, NoPlanOfASmallNetworkIsFaster) {
  std::mt19937 random(7);
  for (int round = 0; round < test::rounds(6); ++round) {
    SCOPED_TRACE(round);
    expect_no_plan_below_the_bound(small_network(random, 4),
                                   {"ethos-u65-256", "ethos-u55-128", "ethos-u85-256"}, {2, 6, 64});
    SCOPED_TRACE("with many MACs");
    expect_no_plan_below_the_bound(small_network(random, 4), {"ethos-u85-1024"}, {4, 64});
  }
}

TEST(SlowLatencyBound, NoPlanOfFullyConnectedLayersIsFaster) {
  std::mt19937 random(19);
  for (int round = 0; round < test::rounds(5); ++round) {
    SCOPED_TRACE(round);
    expect_no_plan_below_the_bound(small_dense_network(random, 4),
                                   {"ethos-u65-256", "ethos-u65-512", "ethos-u55-128"}, {1, 3, 16});
    expect_no_plan_below_the_bound(small_dense_network(random, 4),
                                   {"ethos-u85-256", "ethos-u85-2048"}, {1, 16, 1024});
  }
}

/// With 2 KiB of fast memory, no buffer can hold even the weights of 16 channels. So each layer
/// reads its weights from DRAM, and its time depends on the number of outstanding reads. The lower
/// bound must be close to this time.
TEST(LatencyBound, IncludesWeightsThatFitIntoNoBuffer) {
  Network network;
  network.name = "dense";
  network.source = "made up";
  TensorIndex x = add_network_input(network, "x", {1, 1, 1, 640});
  for (const char* name : {"first", "second"}) {
    Layer layer;
    layer.name = name;
    layer.type = OpType::fully_connected;
    layer.inputs = {x};
    layer.channels = 320;
    x = add_layer(network, layer);
  }
  finish_outputs(network);
  const auto above_bound = [&](Bytes sram) {
    const PlannerComparison result =
        compare_planners(network, small_point("ethos-u65-256", sram), {"search"});
    return static_cast<double>(result.scores.front().timing.total) /
           static_cast<double>(result.bound.value());
  };
  EXPECT_LE(above_bound(Bytes{2} << 10), 1.25);
  EXPECT_GT(above_bound(Bytes{32} << 10), 1);
}

/// A run begins with no weights in fast memory, however large the fast memory is. So the bound must
/// include the transfer of all weights, also on U85, where kernels overlap.
TEST(LatencyBound, CountsAllWeightsFromTheStartOfARunWithOverlappingKernels) {
  Network network;
  network.name = "dense";
  network.source = "made up";
  TensorIndex x = add_network_input(network, "x", {1, 1, 1, 1024});
  Layer layer;
  layer.name = "only";
  layer.type = OpType::fully_connected;
  layer.inputs = {x};
  layer.channels = 1024;
  add_layer(network, layer);
  finish_outputs(network);
  DesignPoint point = small_point("ethos-u85-256", Bytes{2} << 20);
  // With this system configuration, the flash delivers one byte of weights per cycle.
  point.target_options.system_config = "Ethos_U85_SYS_Flash_High";
  const PlannerComparison result = compare_planners(network, point, {"cadence-greedy"});
  constexpr Cycles weights = Cycles{1} << 20;  // bytes of weights before they are encoded
  EXPECT_GE(result.bound.value(), weights / 2);
  EXPECT_LE(result.bound.value(), result.scores.front().timing.total);
}

/// LeastTimes has lower bounds for a sequence of kernels. From two times of the preceding work, it
/// gives the same two times of the sequence: its earliest end ("end"), and the first time at which
/// the constants of the next kernel can be requested ("ask"). one_then_other(one, other) must give
/// the same times as `one` followed by `other`. The end that either(one, other) gives must not be
/// later than the end that `other` gives.
TEST(LeastTimes, BoundsOfSequencesEqualTheTimesOfSequences) {
  std::mt19937 random(5);
  const auto any = [&] { return static_cast<double>(random() % 100); };
  for (int round = 0; round < 200; ++round) {
    const LeastTimes one{any(), any(), any(), any()}, other{any(), any(), any(), any()};
    const double end = any(), ask = end - any();
    const auto after = [](const LeastTimes& times, double ended, double asked) {
      return std::pair(std::max(ended + times.end_after_end, asked + times.end_after_ask),
                       std::max(ended + times.ask_after_end, asked + times.ask_after_ask));
    };
    const auto [ended, asked] = after(one, end, ask);
    EXPECT_EQ(after(one_then_other(one, other), end, ask), after(other, ended, asked));
    EXPECT_EQ(after(one_then_other(LeastTimes{}, one), end, ask), after(one, end, ask));
    EXPECT_LE(after(either(one, other), end, ask).first, after(other, end, ask).first);
  }
}

/// In these networks, all maps fit into fast memory, and only weights must be moved. The fastest
/// plan is then close to the bound.
TEST(LatencyBound, IsCloseToPlansThatMoveOnlyWeights) {
  std::mt19937 random(3);
  for (int round = 0; round < test::rounds(6); ++round) {
    const Network network = small_network(random, 4);
    DesignPoint point = small_point("ethos-u65-256", Bytes{2} << 20);
    point.weights = "sram";
    const PlannerComparison result = compare_planners(network, point, {"cadence-greedy"});
    ASSERT_TRUE(result.bound);
    const auto total = static_cast<double>(result.scores.front().timing.total);
    EXPECT_LE(total, 1.5 * static_cast<double>(*result.bound)) << round;
  }
}

/// Returns the cycles of the fastest of many plans. Each plan combines one choice of memories (SRAM
/// or DRAM for each map of `network`) with one weight policy.
Cycles fastest_of_all(const Network& network, const DesignPoint& point) {
  const Network lowered = run_point(network, point).network;
  std::vector<std::string> maps;
  for (const Tensor& tensor : lowered.tensors) {
    if (tensor.kind == TensorKind::activation) maps.push_back(tensor.name);
  }
  Cycles least = std::numeric_limits<Cycles>::max();
  for (unsigned fast = 0; fast < (1U << maps.size()); ++fast) {
    for (const char* policy : {"in-place", "vela", "prefetch"}) {
      DesignPoint tried = point;
      tried.planner = "cadence-greedy";
      tried.weight_policy = policy;
      for (std::size_t i = 0; i < maps.size(); ++i) {
        tried.pins.push_back({maps[i], (fast >> i & 1U) != 0 ? "sram" : "dram", {}});
      }
      try {
        least = std::min(least, run_point(network, tried).timing.total);
      } catch (const UserError&) {  // the weight policy cannot be used with this plan
      }
    }
  }
  return least;
}

TEST(SlowPlansByTime, AreNotSlowerThanAnyPlanOfATinyNetworkThatMovesNoMap) {
  std::mt19937 random(11);
  for (int round = 0; round < test::rounds(4); ++round) {
    const Network network = small_network(random, 3);
    for (const Bytes sram : {Bytes{3} << 10, Bytes{8} << 10}) {
      DesignPoint point = small_point("ethos-u65-256", sram);
      point.planner = "search";
      EXPECT_LE(run_point(network, point).timing.total, fastest_of_all(network, point))
          << round << " " << sram;
    }
  }
}

}  // namespace
}  // namespace spillway
