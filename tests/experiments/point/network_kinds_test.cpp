// SPDX-License-Identifier: Apache-2.0
#include "tests/experiments/point/network_kinds.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "experiments/point/chosen_lowering.h"
#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "planner/peaks/footprint.h"
#include "planner/placement/placement.h"

namespace spillway {
namespace {

DesignPoint npu_point(const std::string& planner, Bytes sram) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  set_option(find_point_option("memory-mode"), {"Dedicated_Sram"}, point);
  set_option(find_point_option("memory"), {"sram=" + std::to_string(sram)}, point);
  if (!planner.empty()) set_option(find_point_option("planner"), {planner}, point);
  return point;
}

DesignPoint search_point(Bytes sram) {
  DesignPoint point = npu_point("latency", sram);
  set_option(find_point_option("search-budget"), {"10"}, point);
  return point;
}

Bytes live_peak_of(const Network& network) {
  PointCache cache;
  const Network& lowered = lowered_for(network, npu_point("", 1 << 20), cache);
  return most_live_bytes(make_problem(lowered, {}).buffers);
}

// Each test makes hundreds of simulations, which take minutes with sanitizers.
class SlowNetworkKinds : public testing::TestWithParam<test::NetworkKind> {
 protected:
  Network network(std::int32_t seed) const { return test::network_of(GetParam(), seed); }
};

INSTANTIATE_TEST_SUITE_P(All, SlowNetworkKinds, testing::ValuesIn(test::network_kinds()),
                         [](const testing::TestParamInfo<test::NetworkKind>& info) {
                           return info.param.name;
                         });

TEST_P(SlowNetworkKinds, SearchIsNeverSlowerThanARulePlanner) {
  const Network of_kind = network(1);
  const Bytes peak = live_peak_of(of_kind);
  for (const Bytes sram : {peak / 4, peak / 2, peak}) {
    SCOPED_TRACE(of_kind.name + " in " + std::to_string(sram));
    const Cycles found = run_point(of_kind, search_point(sram)).timing.total;
    for (const char* rule : {"vela", "vela-spill", "cadence-greedy", "belady"}) {
      EXPECT_LE(found, run_point(of_kind, npu_point(rule, sram)).timing.total) << rule;
    }
  }
}

TEST_P(SlowNetworkKinds, SearchIsNotSlowerWithMoreMemory) {
  const Network of_kind = network(2);
  const Bytes peak = live_peak_of(of_kind);
  Cycles before = 0;
  for (const Bytes sram : {peak / 8, peak / 4, peak / 2, peak, 2 * peak}) {
    const Cycles found = run_point(of_kind, search_point(sram)).timing.total;
    if (before > 0) {
      // With more SRAM, the copy of a constant can begin one operator earlier. This earlier copy
      // changes the times at which command words are read, and makes a run up to 0.1 % slower.
      EXPECT_LE(found, before + before / 1000) << sram;
    }
    before = found;
  }
}

// The planner `vela` must need at most 2 % more memory than the peak of live bytes. If a result
// overwrites its operand, the bytes of the two maps count once in this peak.
TEST_P(SlowNetworkKinds, TheCompilersPlanTakesTheLiveBytes) {
  const Network of_kind = network(3);
  DesignPoint point = npu_point("vela", 64 << 20);
  set_option(find_point_option("weight-policy"), {"in-place"}, point);
  const PointResult result = run_point(of_kind, point);
  const Footprint footprint = measure_footprint(result.plan.plan.residencies, 0);
  EXPECT_LE(footprint.required, footprint.live_peak + footprint.live_peak / 50);
}

}  // namespace
}  // namespace spillway
