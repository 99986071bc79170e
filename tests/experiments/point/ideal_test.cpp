// SPDX-License-Identifier: Apache-2.0
// If moving data takes no time (ideal memories and ports), a run takes exactly the time in which
// the processor computes.
#include <numeric>

#include <gtest/gtest.h>

#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "hwmodels/target/ideal_target.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

DesignPoint point_on(const std::string& target, const std::string& mode) {
  DesignPoint point;
  point.target = target;
  set_option(find_point_option("memory-mode"), {mode}, point);
  return point;
}

Timing timing_of(const Network& network, DesignPoint point, Ideal ideal) {
  point.ideal = ideal;
  return run_point(network, point).timing;
}

void expect_compute_alone(const Timing& timing, const std::string& what) {
  Cycles computed = 0;
  for (const OperatorTiming& op : timing.operators) {
    EXPECT_EQ(op.total(), op.compute) << what << ": " << op.name;
    computed += op.compute;
  }
  EXPECT_EQ(timing.total, computed) << what;
}

// Returns whether the network fits into the memories of the point. The tests are about time, so
// they skip points where the network does not fit.
bool fits(const Network& network, const DesignPoint& point) {
  PointCache cache;
  try {
    plan_point(network, point, cache);
  } catch (const UserError&) {
    return false;
  }
  return true;
}

TEST(SlowIdeal, TheTotalIsTheComputeTimeOfTheProgram) {
  int runs = 0;
  for (const char* name : {"ds_cnn", "resnet8"}) {
    const Network network = load_network(name);
    for (const std::string& chip : target_names()) {
      for (const MemoryMode& mode : load_target(chip).modes) {
        const DesignPoint point = point_on(chip, mode.name);
        if (!fits(network, point)) continue;
        const std::string what = network.name + " on " + chip + ", " + mode.name;
        const Timing all = timing_of(network, point, Ideal::all);
        expect_compute_alone(all, what);
        EXPECT_GT(all.total, 0) << what;
        ++runs;
      }
    }
  }
  EXPECT_GE(runs, 40);
}

// With ideal memories and ports, the total time depends only on the program.
TEST(Ideal, NoMemoryPartAndNoPortChangesTheTotal) {
  const Network network = load_network("mobilenet_v1_0.25_96");
  DesignPoint point = point_on("ethos-u65-256", "Dedicated_Sram");
  const PointResult made = run_point(network, point);
  const Cycles total = timing_of(network, point, Ideal::all).total;
  for (const char* part : {"dram=LPDDR4-3200-x16", "dram=S80KS2563", "sram=ideal"}) {
    DesignPoint other = point;
    set_option(find_point_option("part"), {part}, other);
    EXPECT_EQ(timing_of(network, other, Ideal::all).total, total) << part;
  }
  EXPECT_LT(total, timing_of(network, point, Ideal::memories).total);
  EXPECT_LE(timing_of(network, point, Ideal::memories).total, made.timing.total);
}

}  // namespace
}  // namespace spillway
