// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/chosen_lowering.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "experiments/advice/point_command.h"
#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"
#include "traces/layers/layers.h"

namespace spillway {
namespace {

DesignPoint tile_point(const char* planner, const char* sram, const char* xformer = nullptr) {
  DesignPoint point;
  point.target = "xcore.ai";
  set_option(find_point_option("memory"), {std::string("sram=") + sram}, point);
  if (xformer != nullptr) set_option(find_point_option("xformer"), {xformer}, point);
  if (planner[0] == '\0') return point;
  set_option(find_point_option("planner"), {planner}, point);
  set_option(find_point_option("arena"), {"sram", "extram"}, point);
  return point;
}

DesignPoint quick_point(const char* sram, const char* xformer = nullptr) {
  DesignPoint point = tile_point("search", sram, xformer);
  set_option(find_point_option("search-budget"), {"3"}, point);
  return point;
}

/// Returns the options of lowering that the search chooses for a point; empty if it keeps the
/// default lowering. Checks that the chosen options make the run faster.
std::string choice_of(const Network& network, const DesignPoint& point) {
  PointCache cache;
  const DesignPoint chosen = with_chosen_lowering(network, point, cache);
  const std::string options = changed_options(chosen, point);
  const Cycles before = run_as_given(network, point, cache).timing.total;
  const Cycles after = run_as_given(network, chosen, cache).timing.total;
  EXPECT_EQ(run_point(network, point).timing.total, after);
  if (options.empty()) {
    EXPECT_EQ(after, before);
  } else {
    EXPECT_LT(after, before) << options;
  }
  return options;
}

Layer convolution(const char* name, TensorIndex input, std::int32_t channels, std::int32_t kernel) {
  Layer layer;
  layer.name = name;
  layer.type = OpType::conv_2d;
  layer.inputs = {input};
  layer.channels = channels;
  layer.window.kernel_h = layer.window.kernel_w = kernel;
  layer.window.scheme = PaddingScheme::same;
  return layer;
}

/// Returns a network in which a feature map stays live while `between` convolutions run that do not
/// use it. The maps of these convolutions need the fast memory, so the unused map has no space
/// there.
Network long_wait(int between) {
  Network network;
  network.name = "long-wait";
  const TensorIndex input = add_network_input(network, "input", {1, 16, 16, 32});
  const TensorIndex early = add_layer(network, convolution("early", input, 64, 3));
  TensorIndex last = add_layer(network, convolution("first", early, 64, 3));
  for (int i = 0; i < between; ++i) {
    const std::string name = "between" + std::to_string(i);
    last = add_layer(network, convolution(name.c_str(), last, 64, 1));
  }
  last = add_layer(network, convolution("small", last, 16, 1));
  const TensorIndex late = add_layer(network, convolution("late", early, 16, 3));
  Layer sum;
  sum.name = "sum";
  sum.type = OpType::add;
  sum.inputs = {last, late};
  add_layer(network, sum);
  finish_outputs(network);
  return network;
}

// The published form of this network loads the weights of each layer as a whole, and needs an arena
// of 158,800 bytes. With weights loaded in groups of channels, an arena of 8 or 20 KB must be
// enough and cost little time.
TEST(SlowChosenLowering, SmallSramCostsLittleWhereWeightsLandInGroups) {
  const Network network = load_network("split-arena-replica");
  const auto ticks = [&](const DesignPoint& point) {
    return static_cast<double>(run_point(network, point).timing.total);
  };
  const double whole = ticks(tile_point("", "512K"));
  EXPECT_LE(ticks(quick_point("20K")), 1.03 * whole);
  EXPECT_LE(ticks(quick_point("8K")), 1.09 * whole);
}

TEST(ChosenLowering, WeightsAreLoadedEarlyIfTheyFit) {
  EXPECT_EQ(choice_of(load_network("resnet8"), quick_point("512K", "2025")), "--loads early");
}

// Releases of xformer before 2025 cannot start loads (operators that copy weights into the arena)
// early. So the search must not choose early loads for these releases.
TEST(ChosenLowering, IsOneThatTheCompilerHas) {
  EXPECT_EQ(choice_of(load_network("resnet8"), quick_point("512K")), "");
}

TEST(ChosenLowering, WeightsLandInGroupsIfMemoryIsScarce) {
  EXPECT_THAT(choice_of(load_network("ds_cnn"), quick_point("10K")),
              testing::StartsWith("--landing "));
}

TEST(SlowChosenLowering, MapsThatWaitLongArePagedIfMemoryIsScarce) {
  EXPECT_THAT(choice_of(long_wait(4), quick_point("48K")), testing::HasSubstr("--page-after "));
}

DesignPoint npu_point(const char* sram) {
  DesignPoint point;
  set_option(find_point_option("target"), {"ethos-u85-512"}, point);
  set_option(find_point_option("memory-mode"), {"Dedicated_Sram"}, point);
  set_option(find_point_option("memory"), {std::string("sram=") + sram}, point);
  set_option(find_point_option("blocks"), {"compiler"}, point);
  set_option(find_point_option("planner"), {"search"}, point);
  return point;
}

TEST(SlowChosenLowering, OperatorsAreNotChainedIfPlansWithoutChainsAreFaster) {
  const Network network = load_network("resnet8");
  EXPECT_EQ(choice_of(network, npu_point("24K")), "--chains off");
  EXPECT_EQ(choice_of(network, npu_point("256K")), "");
  PointCache cache;
  DesignPoint given = npu_point("24K");
  set_option(find_point_option("chains"), {"on"}, given);
  EXPECT_FALSE(chooses_lowering(network, given, cache));
}

// On this target, the network spends most of its time waiting for weights from flash.
TEST(SlowChosenLowering, SearchTakesTheSmallestEncodingOfWeightsIfThePlanIsFaster) {
  SPILLWAY_NEEDS_SHARED("models/mlperf_ad01_int8.tflite");
  const Network network = load_network(test::shared_path("models/mlperf_ad01_int8.tflite"));
  DesignPoint point;
  point.target = "ethos-u55-128";
  point.planner = "search";
  const auto cycles_with = [&](const char* encoding) {
    DesignPoint given = point;
    set_option(find_point_option("weight-encoding"), {encoding}, given);
    return run_point(network, given).timing.total;
  };
  const Cycles chosen = run_point(network, point).timing.total;
  EXPECT_EQ(chosen, cycles_with("smallest"));
  EXPECT_LT(chosen, 0.99 * static_cast<double>(cycles_with("compiler")));
}

TEST(ChosenLowering, IsNotSearchedIfTheUserNamesALoweringOption) {
  const Network network = load_network("resnet8");
  PointCache cache;
  const auto changed = [&](const DesignPoint& point) {
    return changed_options(with_chosen_lowering(network, point, cache), point);
  };
  DesignPoint landing = quick_point("8K");
  set_option(find_point_option("landing"), {"4096"}, landing);
  EXPECT_EQ(changed(landing), "");
  DesignPoint waited = quick_point("8K");
  set_option(find_point_option("loads"), {"waited"}, waited);
  EXPECT_EQ(changed(waited), "");
  EXPECT_EQ(changed(tile_point("belady", "8K")), "");
}

TEST(ChosenLowering, RecordsNothingOfLoweringsThatWereOnlyTried) {
  const Network network = load_network("ds_cnn");
  PointCache cache;
  DesignPoint chosen = with_chosen_lowering(network, quick_point("10K"), cache);
  std::vector<TrafficRecord> once, of_point;
  chosen.simulation.traffic = &once;
  chosen.simulation.traffic_memory = 1;  // index of the external RAM
  run_as_given(network, chosen, cache);
  DesignPoint point = quick_point("10K");
  point.simulation.traffic = &of_point;
  point.simulation.traffic_memory = 1;
  run_point(network, point);
  EXPECT_GT(once.size(), 0U);
  EXPECT_EQ(of_point.size(), once.size());
}

// Lowering may divide a layer into groups of channels. The groups of a layer must together load as
// many bytes and multiply as often as the whole layer, also with early loads.
TEST(ChosenLowering, GroupsOfChannelsLoadAndMultiplyAsMuchAsTheWholeLayer) {
  PointCache cache;
  const auto sums = [&](const Network& network, const char* size, bool early) {
    DesignPoint point = tile_point("", "512K", "2025");
    if (size != nullptr) set_option(find_point_option("landing"), {size}, point);
    if (early) set_option(find_point_option("loads"), {"early"}, point);
    const Network& lowered = lowered_for(network, point, cache);
    std::int64_t macs = 0;
    Bytes loaded = 0;
    for (const Operator& op : lowered.operators) {
      macs += op.macs;
      if (op.type_name != "XC_ld_flash" && op.type_name != "XC_ld_weights_async") continue;
      for (const TensorIndex output : op.outputs) {
        loaded += lowered.tensors[static_cast<std::size_t>(output)].bytes;
      }
    }
    return std::pair(macs, loaded);
  };
  const Network replica = load_network("split-arena-replica"), resnet = load_network("resnet8");
  EXPECT_EQ(sums(replica, "2048", false), sums(replica, nullptr, false));
  EXPECT_EQ(sums(replica, "20000", false), sums(replica, nullptr, false));
  EXPECT_EQ(sums(resnet, "20000", true), sums(resnet, nullptr, false));
  EXPECT_EQ(sums(resnet, nullptr, true), sums(resnet, nullptr, false));
}

TEST(ChosenLowering, SmallLoadsAreEarlyBesideLargeOnesInGroups) {
  constexpr Bytes landing = 20'000;
  const Network network = load_network("resnet8");
  PointCache cache;
  DesignPoint point = tile_point("", "512K", "2025");
  set_option(find_point_option("landing"), {std::to_string(landing)}, point);
  set_option(find_point_option("loads"), {"early"}, point);
  const Network& lowered = lowered_for(network, point, cache);
  int early = 0, groups = 0;
  for (const Operator& op : lowered.operators) {
    if (op.type_name != "XC_ld_flash" && op.type_name != "XC_ld_weights_async") continue;
    Bytes bytes = 0;
    for (const TensorIndex output : op.outputs) bytes += at(lowered.tensors, output).bytes;
    EXPECT_LE(bytes, landing) << op.name;
    if (op.type_name == "XC_ld_weights_async") ++early;
    if (op.name.find("/group") != std::string::npos) ++groups;
  }
  EXPECT_GT(early, 0);
  EXPECT_GT(groups, 0);
}

}  // namespace
}  // namespace spillway
