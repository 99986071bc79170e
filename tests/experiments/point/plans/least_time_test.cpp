// SPDX-License-Identifier: Apache-2.0
// Checks that the lower bound of an operator's time is not above its simulated time.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "experiments/point/design_point.h"
#include "report/cost_notes.h"
#include "tests/hwmodels/ethosu/lower/operator_samples.h"
#include "tests/hwmodels/xcore/compiled/compiled_file.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

/// Checks that no operator of a tile takes less time in the simulation than its lower bound, even
/// if the time of its kernel is not published.
void expect_bounds(const Network& network, const DesignPoint& point, const std::string& what) {
  const PointResult result = run_point(network, point);
  for (std::size_t i = 0; i < result.timing.operators.size(); ++i) {
    const OperatorTiming& op = result.timing.operators[i];
    EXPECT_LE(result.program.operators[i].least, op.total())
        << what << ", arena " << point.arena[0] << ": " << op.type << " " << op.name;
    EXPECT_GE(result.program.operators[i].least, 0) << op.name;
  }
  EXPECT_LE(least_total(result.program, result.timing), result.timing.total) << what;
}

std::vector<DesignPoint> tiles() {
  std::vector<DesignPoint> points;
  for (const char* target : {"xcore.ai", "xcore.ai-2022"}) {
    for (const char* arena : {"sram", "extram", "split"}) {
      DesignPoint point;
      point.target = target;
      point.arena = {arena};
      points.push_back(point);
    }
  }
  return points;
}

TEST(LeastTime, IsBelowTheSimulatedTimeOfEveryOperatorOfBuiltInNetworks) {
  for (const char* name : {"ds_cnn", "resnet8", "split-arena-replica"}) {
    const Network network = load_network(name);
    for (const DesignPoint& point : tiles()) expect_bounds(network, point, name);
  }
}

TEST(LeastTime, IsBelowTheSimulatedTimeOfEveryKindOfOperator) {
  for (const auto& [kind, sample] : test::supported()) {
    for (const DesignPoint& point : tiles()) expect_bounds(sample.network, point, kind);
  }
}

TEST(LeastTime, IsBelowTheSimulatedTimeInCompiledFiles) {
  for (const DesignPoint& point : tiles()) {
    expect_bounds(test::one_convolution({}), point, "a compiled convolution");
  }
}

/// A kernel without a cost model must at least write its output. So the lower bound of its time is
/// the time of this write.
TEST(LeastTime, OfAnUnknownKernelIsTheTimeToWriteItsOutput) {
  constexpr std::int32_t bytes = 64'000;
  test::CompiledFile file;
  const TensorIndex x = file.tensor({1, bytes}), y = file.tensor({1, bytes});
  file.add("XC_beta_activationf32", {x}, {y}, [](flexbuffers::Builder&) {});
  file.plan({0, bytes});
  DesignPoint point;
  point.target = "xcore.ai";
  std::vector<Cycles> least;
  for (const char* arena : {"sram", "extram"}) {
    point.arena = {arena};
    const PointResult result = run_point(file.read({x}, {y}), point);
    least.push_back(least_total(result.program, result.timing));
    EXPECT_LT(least.back(), result.timing.total / 2);
  }
  EXPECT_EQ(least[0], bytes / 32);  // the kernel writes a vector of 32 bytes per cycle
  // Up to eight cache lines of 32 bytes may stay in the cache. The other lines are written to the
  // external RAM at 400 MB/s, which is 2/3 of a byte per cycle of 600 MHz.
  EXPECT_EQ(least[1], (bytes - 8 * 32) * 3 / 2);
}

/// The simulated time of an operator on the CPU is only an estimate. So the lower bound is the time
/// in which the operands can be moved.
TEST(LeastTime, OfAnOperatorOnTheCpuIsTheTimeToMoveItsOperands) {
  test::NetworkBuilder build;
  const TensorIndex from = build.input({1, 64, 64, 16}), to = build.map({1, 64, 64, 16});
  build.op(OpType::unknown, {from}, {to}).type_name = "COS";
  const Network network = build.finish(to);
  for (const char* target : {"ethos-u55-128", "ethos-u65-256", "ethos-u85-256"}) {
    DesignPoint point;
    point.target = target;
    const PointResult result = run_point(network, point);
    const Cycles least = least_total(result.program, result.timing);
    EXPECT_GT(least, 0) << target;
    EXPECT_LT(least, result.timing.total / 2) << target;
  }
}

}  // namespace
}  // namespace spillway
