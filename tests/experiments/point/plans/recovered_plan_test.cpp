// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/recovered_plan.h"

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "experiments/point/design_point.h"
#include "experiments/point/plans/spilled_bytes.h"
#include "planner/checks/validate.h"
#include "planner/peaks/footprint.h"
#include "planner/placement/placement.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

bool holds(const Residency& room, const Residency& piece) {
  return room.memory == piece.memory && room.offset <= piece.offset &&
         piece.offset + piece.size <= room.offset + room.size && room.lower <= piece.lower &&
         piece.upper <= room.upper;
}

// recover_plan() makes a plan from the accesses of a program. Every place of data in the recovered
// plan must lie within a place of the plan from which the program was made.
TEST(RecoveredPlan, LiesWithinThePlanThatTheProgramWasMadeOf) {
  for (const char* name : {"resnet8", "ds_cnn", "autoencoder"}) {
    for (const char* policy : {"in-place", "prefetch"}) {
      SCOPED_TRACE(name + std::string(" ") + policy);
      DesignPoint point;
      point.target = "ethos-u65-256";
      point.target_options.capacities = {{"sram", 64 * 1024}};
      point.weight_policy = policy;
      const PointResult result = run_point(load_network(name), point);
      const Plan& plan = result.plan.plan;
      const RecoveredPlan recovered = recover_plan(result.program, result.target);
      for (const Residency& piece : recovered.plan.residencies) {
        EXPECT_TRUE(std::any_of(plan.residencies.begin(), plan.residencies.end(),
                                [&](const Residency& room) { return holds(room, piece); }))
            << residency_name(piece, recovered.network) << " at " << piece.offset << " + "
            << piece.size << " during " << piece.lower << " to " << piece.upper;
      }
      const Footprint own = measure_footprint(plan.residencies, 0);
      const Footprint seen = measure_footprint(recovered.plan.residencies, 0);
      EXPECT_LE(seen.live_peak, own.live_peak);
      EXPECT_GE(seen.live_peak, own.live_peak * 9 / 10) << "nearly all of it is used";
    }
  }
}

TEST(RecoveredPlan, IsThatOfACompiledNetwork) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  DesignPoint point;
  point.target = "ethos-u55-128";
  const PointResult result = run_point(
      load_network(test::shared_path("models/compiled/mlperf_kws__u55-128__Shared_Sram.tflite")),
      point);
  const std::vector<Residency>& residencies = result.plan.plan.residencies;
  const Footprint footprint = measure_footprint(residencies, 0);
  EXPECT_GT(footprint.live_peak, result.program.peak_bytes[0] / 2);
  EXPECT_LE(footprint.required, result.program.peak_bytes[0]);
  EXPECT_EQ(result.planned_network().operators.size(), result.program.operators.size());
  EXPECT_EQ(spilled_bytes(result.plan), 0) << "all feature maps are in SRAM";
  const Bytes bound = lower_bound(result.plan.problem.buffers);
  EXPECT_GT(bound, 0);
  EXPECT_LE(bound, footprint.live_peak);
}

/// Returns the design point with the target and the memory mode that the name of a compiled file
/// gives. For example, "vww__u65-256__Dedicated_Sram__64K" gives the target `ethos-u65-256` in the
/// memory mode Dedicated_Sram. The size in the name is ignored: the SRAM of an ethos-u65-256 has 4
/// MiB, which is enough for every file.
DesignPoint point_of(const std::string& file) {
  DesignPoint point;
  const std::size_t chip = file.find("__u");
  const std::size_t mode = file.find("__", chip + 2);
  point.target = "ethos-" + file.substr(chip + 2, mode - chip - 2);
  point.target_options.memory_mode = file.substr(mode + 2, file.find("__", mode + 2) - mode - 2);
  constexpr Bytes room_for_all = Bytes{4} << 20;
  if (point.target == "ethos-u65-256") point.target_options.capacities = {{"sram", room_for_all}};
  return point;
}

// Many of these compiled files have cascades (operators that run in turns, stripe by stripe) with
// rolling buffers, which recover_plan() must find.
TEST(RecoveredPlan, OfACompiledNetworkIsValid) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  int tried = 0;
  for (const char* folder : {"models/compiled", "models/compiled/peers"}) {
    for (const auto& entry : std::filesystem::directory_iterator(test::shared_path(folder))) {
      const std::string file = entry.path().stem().string();
      const bool names_its_target = file.find("_Sram") != std::string::npos;
      if (entry.path().extension() != ".tflite" || !names_its_target) continue;
      SCOPED_TRACE(file);
      const PointResult result = run_point(load_network(entry.path().string()), point_of(file));
      const auto violations = validate_plan(result.plan.plan, result.planned_network());
      EXPECT_TRUE(violations.empty()) << violations.front().message;
      ++tried;
    }
  }
  EXPECT_GT(tried, 50);
}

}  // namespace
}  // namespace spillway
