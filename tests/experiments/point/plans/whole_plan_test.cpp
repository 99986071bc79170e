// SPDX-License-Identifier: Apache-2.0
// A plan must describe its run completely: the run accesses no memory outside of the plan, and the
// plan, written to a file and read again, gives the same program.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/index.h"
#include "base/text.h"
#include "experiments/point/design_point.h"
#include "experiments/point/plans/capacity_error.h"
#include "hwmodels/stray_accesses.h"
#include "planner/checks/validate.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/weight_policy.h"
#include "tests/experiments/point/expect_whole.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"
#include "tests/reference.h"
#include "traces/files/builtin_networks.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::IsEmpty;

// Returns the number of random combinations that the test tries. The variable SPILLWAY_PLAN_SAMPLES
// sets this number; the default is 100 (fewer with sanitizers).
int sample_count() {
  const char* given = std::getenv("SPILLWAY_PLAN_SAMPLES");
  return given == nullptr ? test::rounds(100) : std::max(1, std::atoi(given));
}

template <typename Items>
const auto& any_of(const Items& items, std::mt19937& random) {
  return items[random() % items.size()];
}

std::vector<std::string> networks() {
  std::vector<std::string> names = {"resnet8", "ds_cnn", "autoencoder"};
  for (const char* name : {"mlperf_kws", "mlperf_vww96", "mlperf_resnet_quant", "tflm_micro_speech",
                           "tflm_person_detect"}) {
    const std::string file = test::shared_path("models/" + std::string(name) + ".tflite");
    if (std::filesystem::exists(file)) names.push_back(file);
  }
  return names;
}

// Returns whether the random combinations include a planner. They do not include slow planners, nor
// planners whose plans may be invalid for the target.
bool is_sampled(const std::string& planner) {
  return planner != "exact" && planner != "vela-hillclimb" && planner != "split-arena" &&
         planner.rfind("tinyengine", 0) != 0;
}

DesignPoint any_point(std::mt19937& random) {
  std::vector<std::string> targets;
  for (const std::string& name : target_names()) {
    if (name.rfind("ethos-u", 0) == 0) targets.push_back(name);
  }
  std::vector<std::string> planner_names;
  for (const PlannerEntry& entry : planners()) {
    if (is_sampled(entry.name)) planner_names.push_back(entry.name);
  }
  DesignPoint point;
  point.target = any_of(targets, random);
  const Target target = load_target(point.target);
  point.target_options.memory_mode = any_of(target.modes, random).name;
  const Bytes size = Bytes{32} * 1024 << random() % 5;
  point.target_options.capacities = {{target.memories.front().name, size}};
  point.planner = any_of(planner_names, random);
  point.weight_policy = any_of(weight_policies(), random).name;
  return point;
}

std::string describe(const std::string& network, const DesignPoint& point) {
  return network + " " + point.target + " " + point.target_options.memory_mode + " " +
         std::to_string(point.target_options.capacities.front().second) + " " + point.planner +
         " " + point.weight_policy;
}

TEST(SlowWholePlan, AgreesWithTheRunAndWithItsWrittenFile) {
  std::mt19937 random(13);
  const std::vector<std::string> names = networks();
  const int samples = sample_count();
  int planned = 0;
  for (int sample = 0; sample < samples; ++sample) {
    const std::string name = any_of(names, random);
    const DesignPoint point = any_point(random);
    SCOPED_TRACE(describe(name, point));
    const Network network = load_network(name);
    try {
      test::expect_whole(network, point, run_point(network, point));
      ++planned;
    } catch (const CapacityError&) {
      continue;  // skips a point whose memories the network does not fit
    }
  }
  EXPECT_GT(planned, samples / 3);
}

// The depthwise kernels of TinyEngine overwrite their input. The depthwise kernels of these targets
// do not, so no plan may place a depthwise result over its input.
TEST(WholePlan, NoDepthwiseOperatorOfATargetWritesOverItsInput) {
  const Network network = load_network("ds_cnn");
  for (const char* target : {"ethos-u55-128", "ethos-u85-256", "xcore.ai"}) {
    SCOPED_TRACE(target);
    DesignPoint point;
    point.target = target;
    point.planner = "tinyengine-firstfit";
    const NetworkPlan planned = run_point(network, point).plan;
    int looked_at = 0;
    for (const BufferOperator& op : planned.problem.operators) {
      if (op.inputs.empty() || op.outputs.empty() || op.inputs[0] < 0) continue;
      const Buffer& input = at(planned.problem.buffers, op.inputs[0]);
      const Buffer& output = at(planned.problem.buffers, op.outputs[0]);
      if (output.name.find("depthwise") == std::string::npos) continue;
      const Bytes from = at(planned.result.placements, op.inputs[0]).offset;
      const Bytes to = at(planned.result.placements, op.outputs[0]).offset;
      EXPECT_TRUE(from + input.size <= to || to + output.size <= from) << output.name;
      ++looked_at;
    }
    EXPECT_GT(looked_at, 0);
  }
}

// The planner of the tile may place results over inputs. The plan must say which results lie over
// inputs, so that the validator accepts these overlaps.
TEST(WholePlan, OfATileIsValidAndItsFileRunsTheSame) {
  for (const char* name : {"ds_cnn", "resnet8", "autoencoder"}) {
    SCOPED_TRACE(name);
    const Network network = load_network(name);
    DesignPoint point;
    point.target = "xcore.ai";
    const PointResult result = run_point(network, point);
    EXPECT_THAT(validate_plan(result.plan.plan, result.network), IsEmpty());
    point.plan_text = write_plan_csv(result.plan.plan, result.network);
    point.plan_source = "written.csv";
    const PointResult again = run_point(network, point);
    EXPECT_EQ(again.timing.total, result.timing.total);
    EXPECT_EQ(write_plan_csv(again.plan.plan, again.network), point.plan_text);
  }
}

TEST(SlowWholePlan, AgreesWithTheRunForPlannersThatCopyMapsAndCascade) {
  bool copies = false;
  for (const char* name : {"mobilenet_v1_0.25_96", "resnet8", "ds_cnn"}) {
    const Network network = load_network(name);
    for (const Bytes sram : {Bytes{6} << 10, Bytes{20} << 10, Bytes{48} << 10}) {
      for (const char* planner : {"search", "xla-msa"}) {
        DesignPoint point;
        point.target = "ethos-u65-256";
        point.target_options.memory_mode = "Dedicated_Sram";
        point.target_options.capacities = {{"sram", sram}};
        point.planner = planner;
        if (point.planner == "search") point.planner_options.search_budget = test::rounds(20);
        SCOPED_TRACE(describe(name, point));
        const PointResult result = run_point(network, point);
        copies = copies || !result.plan.plan.copies.empty();
        point.planner_options.search_budget = 0;
        test::expect_whole(network, point, result);
      }
    }
  }
  EXPECT_TRUE(copies);
}

// The NPU computes a MEAN as a convolution with weights of value one, which lowering makes up. A
// weight policy (a rule for how weights reach the processor) may copy these weights to fast memory.
TEST(WholePlan, MayCopyTheMadeUpWeightsOfAMean) {
  test::NetworkBuilder build;
  const TensorIndex made = build.convolution(build.input({1, 8, 8, 16}), 16);
  const TensorIndex mean = build.map({1, 1, 1, 16});
  build.op(OpType::mean, {made, build.numbers({1, 2})}, {mean});
  const Network network = build.finish(mean);
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  const PointResult in_place = run_point(network, point);
  Plan plan = in_place.plan.plan;
  const auto step = static_cast<TimeStep>(in_place.network.operators.size());
  const auto buffer = static_cast<std::int32_t>(plan.residencies.size());
  plan.residencies.push_back(
      {no_tensor, 0, 64 << 10, 320, step - 1, step + 1, -1, ResidencyKind::weight_buffer});
  plan.weights.push_back({step - 1, {buffer}, {{0, 160, 160, step - 1}}});
  point.plan_text = write_plan_csv(plan, in_place.network);
  point.plan_source = "plan.csv";
  const PointResult fetched = run_point(network, point);
  EXPECT_EQ(fetched.plan.plan.weights.size(), plan.weights.size());
  EXPECT_NE(fetched.timing.total, in_place.timing.total);
  test::expect_whole(network, point, fetched);
  plan.weights.back().op = 0;
  EXPECT_EQ(validate_plan(plan, in_place.network).at(0).kind, ViolationKind::bad_weight_flow)
      << "the weights of a convolution are a tensor";
}

TEST(WholePlan, AccessesOutsideThePlanAreFound) {
  const Network network = load_network("resnet8");
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.weight_policy = "vela";
  const PointResult result = run_point(network, point);
  const Plan& plan = result.plan.plan;
  ASSERT_THAT(stray_accesses(result.program, plan, result.target), IsEmpty());
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    const TensorIndex tensor = plan.residencies[i].tensor;
    const bool is_bias =
        tensor != no_tensor && at(result.network.tensors, tensor).kind == TensorKind::bias;
    if (is_bias) continue;
    Plan shorter = plan;
    shorter.residencies[i].size = 0;
    EXPECT_FALSE(stray_accesses(result.program, shorter, result.target).empty())
        << residency_name(plan.residencies[i], result.network);
  }
  Program lower = result.program;
  lower.peak_bytes[0] -= 1;
  EXPECT_FALSE(stray_accesses(lower, plan, result.target).empty());
}

TEST(WholePlan, WeightsCopiedOnTopOfLiveMapsAreAViolation) {
  const Network network = load_network("resnet8");
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.weight_policy = "vela";
  PointResult result = run_point(network, point);
  Plan& plan = result.plan.plan;
  const auto buffer =
      std::find_if(plan.residencies.begin(), plan.residencies.end(),
                   [](const Residency& one) { return one.kind == ResidencyKind::weight_buffer; });
  ASSERT_NE(buffer, plan.residencies.end());
  EXPECT_THAT(validate_plan(plan, result.network), IsEmpty());
  const Bytes offset = buffer->offset;
  buffer->offset = 0;
  EXPECT_EQ(validate_plan(plan, result.network).at(0).kind, ViolationKind::overlap);
  buffer->offset = at(plan.memories, buffer->memory).capacity;
  EXPECT_EQ(validate_plan(plan, result.network).at(0).kind, ViolationKind::out_of_bounds);
  buffer->offset = offset;
  buffer->size -= 16;
  EXPECT_EQ(validate_plan(plan, result.network).at(0).kind, ViolationKind::bad_weight_flow);
  buffer->size += 16;
  buffer->lower = buffer->upper - 1;
  EXPECT_EQ(validate_plan(plan, result.network).at(0).kind, ViolationKind::bad_weight_flow);
}

TEST(WholePlan, TheWeightPolicyAutoIsNeverSlowerThanOtherPolicies) {
  for (const char* name : {"resnet8", "ds_cnn"}) {
    const Network network = load_network(name);
    for (const Bytes sram : {Bytes{48} * 1024, Bytes{96} * 1024, Bytes{384} * 1024}) {
      DesignPoint point;
      point.target = "ethos-u65-256";
      point.target_options.capacities = {{"sram", sram}};
      point.planner = "cadence-greedy";  // not `vela`, which has its own rules for `auto`
      const auto cycles = [&](const char* policy) {
        point.weight_policy = policy;
        return run_point(network, point).timing.total;
      };
      const Cycles chosen = cycles("auto");
      for (const char* policy : {"in-place", "vela", "prefetch"}) {
        EXPECT_LE(chosen, cycles(policy)) << name << ", " << sram << " bytes, " << policy;
      }
    }
  }
}

// All feature maps fit into the smallest of these sizes of SRAM, and have the same places at all
// sizes. A larger SRAM has more space for buffers of weights. So a run with a larger SRAM must not
// be slower (by more than 0.5 %).
TEST(WholePlan, MoreMemoryForWeightsIsNotSlower) {
  for (const char* name : {"resnet8", "ds_cnn", "mobilenet_v1_0.25_96"}) {
    const Network network = load_network(name);
    Cycles before = 0;
    for (const Bytes kib : {72, 80, 96, 128, 192, 320}) {
      DesignPoint point;
      point.target = "ethos-u55-128";
      point.target_options.capacities = {{"sram", kib * 1024}};
      const Cycles now = run_point(network, point).timing.total;
      if (before > 0) {
        EXPECT_LE(now, before + before / 200) << name << ", " << kib << " KB";
      }
      before = now;
    }
  }
}

/// A subset of all combinations: the combinations `index`, `index` + `count`, `index` + 2 * `count`
/// and so on. The variable SPILLWAY_SHARD=INDEX/COUNT sets both numbers. The default is all
/// combinations.
struct Shard {
  std::int64_t index = 0;
  std::int64_t count = 1;
};

Shard shard_of_environment() {
  Shard shard;
  const char* given = std::getenv("SPILLWAY_SHARD");
  if (given == nullptr) return shard;
  const std::vector<std::string> parts = split(given, '/');
  shard.index = std::atoll(parts.at(0).c_str());
  shard.count = std::max(1LL, std::atoll(parts.at(1).c_str()));
  return shard;
}

std::vector<std::string> all_networks() {
  std::vector<std::string> names;
  for (const BuiltinNetwork& network : builtin_networks()) {
    // This network consists of operators that are already lowered for xcore.ai.
    if (std::string(network.name) == "split-arena-replica") continue;
    names.push_back(network.name);
  }
  if (!std::filesystem::exists(test::shared_path("models"))) return names;
  for (const auto& file : std::filesystem::directory_iterator(test::shared_path("models"))) {
    if (file.path().extension() == ".tflite") names.push_back(file.path());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<DesignPoint> all_points() {
  std::vector<DesignPoint> points;
  for (const std::string& target : target_names()) {
    if (target.rfind("ethos-u", 0) != 0) continue;
    for (const MemoryMode& mode : load_target(target).modes) {
      for (const PlannerEntry& planner : planners()) {
        // TinyEngine's plans may let maps overlap.
        if (planner.name.rfind("tinyengine", 0) == 0) continue;
        for (const WeightPolicy& policy : weight_policies()) {
          DesignPoint point;
          point.target = target;
          point.target_options.memory_mode = mode.name;
          point.planner = planner.name;
          const bool searches = planner.planner->searches(point.planner_options);
          point.planner_options.search_budget = searches ? 200 : 0;
          point.weight_policy = policy.name;
          points.push_back(std::move(point));
        }
      }
    }
  }
  return points;
}

// Each combination has a network, a target, a memory mode, a planner, a weight policy, and one of
// three sizes of the fastest memory.
TEST(LongWholePlan, AgreesWithTheRunForEveryCombination) {
  const Shard shard = shard_of_environment();
  std::int64_t number = 0;
  std::int64_t run = 0;
  std::int64_t unplanned = 0;
  for (const std::string& name : all_networks()) {
    const Network network = load_network(name);
    for (DesignPoint point : all_points()) {
      for (const Bytes kib : {48, 192, 768}) {
        if (number++ % shard.count != shard.index) continue;
        const Target target = load_target(point.target);
        point.target_options.capacities = {{target.memories.front().name, kib * 1024}};
        SCOPED_TRACE(describe(name, point));
        try {
          test::expect_whole(network, point, run_point(network, point));
          ++run;
        } catch (const CapacityError&) {
          ++unplanned;
        } catch (const std::exception& error) {
          ADD_FAILURE() << error.what();
        }
      }
    }
  }
  std::printf("%lld of %lld combinations: %lld run as planned, %lld do not fit\n",
              static_cast<long long>(run + unplanned), static_cast<long long>(number),
              static_cast<long long>(run), static_cast<long long>(unplanned));
}

}  // namespace
}  // namespace spillway
