// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/chosen_lowering.h"

#include <gtest/gtest.h>

#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "traces/network_loader.h"

namespace spillway {
namespace {

DesignPoint replica_point(const char* planner, const char* sram) {
  DesignPoint point;
  point.target = "xcore.ai";
  set_option(find_point_option("memory"), {std::string("sram=") + sram}, point);
  if (planner[0] == '\0') return point;
  set_option(find_point_option("planner"), {planner}, point);
  set_option(find_point_option("arena"), {"sram", "extram"}, point);
  return point;
}

Cycles all_in_sram(const Network& network) {
  return run_point(network, replica_point("", "512K")).timing.total;
}

// The published network needs 158,800 bytes of arena.
TEST(SlowChosenLowering, SmallSramCostsLittleWhereWeightsLandInGroups) {
  const Network network = load_network("split-arena-replica");
  const auto whole = static_cast<double>(all_in_sram(network));
  const auto ticks = [&](const char* sram) {
    const DesignPoint point = with_chosen_lowering(network, replica_point("latency", sram));
    return static_cast<double>(run_point(network, point).timing.total);
  };
  EXPECT_LE(ticks("20K"), 1.03 * whole);
  EXPECT_LE(ticks("8K"), 1.09 * whole);
}

TEST(ChosenLowering, IsTheUsersWhereTheUserNamesIt) {
  const Network network = load_network("split-arena-replica");
  DesignPoint point = replica_point("latency", "8K");
  set_option(find_point_option("landing"), {"4096"}, point);
  const PointOption& landing = find_point_option("landing");
  EXPECT_EQ(landing.items(with_chosen_lowering(network, point)), OptionItems{"4096"});
  const DesignPoint other = replica_point("belady", "8K");
  EXPECT_TRUE(landing.items(with_chosen_lowering(network, other)).empty());
}

// Groups of channels are the same work, cut up.
TEST(ChosenLowering, GroupsLoadAndMultiplyWhatTheWholeDoes) {
  const Network network = load_network("split-arena-replica");
  PointCache cache;
  const auto sums = [&](const char* size) {
    DesignPoint point = replica_point("", "512K");
    if (size != nullptr) set_option(find_point_option("landing"), {size}, point);
    const Network& lowered = lowered_for(network, point, cache);
    std::int64_t macs = 0;
    Bytes loaded = 0;
    for (const Operator& op : lowered.operators) {
      macs += op.macs;
      if (op.type_name != "XC_ld_flash") continue;
      for (const TensorIndex output : op.outputs) {
        loaded += lowered.tensors[static_cast<std::size_t>(output)].bytes;
      }
    }
    return std::pair(macs, loaded);
  };
  EXPECT_EQ(sums("2048"), sums(nullptr));
  EXPECT_EQ(sums("20000"), sums(nullptr));
}

}  // namespace
}  // namespace spillway
