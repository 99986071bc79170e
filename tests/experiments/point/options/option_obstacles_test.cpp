// SPDX-License-Identifier: Apache-2.0
// Even if a target accepts an option, the program must refuse the option for a network on which it
// has no effect.
#include "experiments/point/option_obstacles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "hwmodels/target/target.h"
#include "tests/reference.h"
#include "tests/user_error.h"
#include "traces/files/network_loader.h"
#include "traces/layers/layer_table.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using Choices = std::vector<std::pair<std::string, OptionItems>>;

/// Returns a network with one pooling layer. The network has no weights and no other constants, and
/// no map is live for more than one operator.
Network pool() {
  return parse_layer_table(
      "layer,type,inputs,channels,kernel,stride\n"
      "image,input,,16x16x32,,\npool,max_pool_2d,,,2x2,2\n",
      "pool.csv");
}

/// Runs `network` with the options `choices`. Returns the message of the refusal; empty if the run
/// succeeds.
std::string refusal(const Network& network, const Choices& choices) {
  DesignPoint point;
  for (const auto& [option, items] : choices) {
    set_option(find_point_option(option), items, point);
  }
  return test::user_error(
      [&] {
        PointCache cache;
        run_as_given(network, point, cache);
      },
      ExitCode::usage);
}

TEST(OptionObstacles, WeightOptionsAreRefusedForNetworksWithoutWeights) {
  for (const char* target : {"ethos-u55-128", "ethos-u85-256"}) {
    EXPECT_EQ(refusal(pool(), {{"target", {target}}, {"weight-policy", {"in-place"}}}),
              "--weight-policy: pool has no weights");
    EXPECT_EQ(refusal(pool(), {{"target", {target}}, {"weight-ratio", {"0.5"}}}),
              "--weight-ratio: pool has no weights");
  }
}

TEST(OptionObstacles, WeightOptionsAreTakenForUnnamedAndMadeUpWeights) {
  Network unnamed = load_network("ds_cnn");
  for (Tensor& tensor : unnamed.tensors) {
    if (tensor.kind == TensorKind::weight) tensor.kind = TensorKind::constant;
  }
  const Network mean = parse_layer_table(
      "layer,type,channels,values\nimage,input,16x16x32,\nm,mean,,1x2\n", "mean.csv");
  for (const Network* network : {static_cast<const Network*>(&unnamed), &mean}) {
    EXPECT_EQ(refusal(*network, {{"target", {"ethos-u55-128"}}, {"weight-ratio", {"0.5"}}}), "");
  }
}

TEST(OptionObstacles, ChainsNeedOperatorsThatFormAChain) {
  const Choices off = {{"target", {"ethos-u85-256"}}, {"chains", {"off"}}};
  EXPECT_EQ(refusal(pool(), off), "--chains: no operators of pool form a chain");
  EXPECT_EQ(refusal(load_network("resnet8"), off), "");
  const Choices u65 = {{"target", {"ethos-u65-256"}}, {"chains", {"off"}}};
  EXPECT_EQ(refusal(load_network("resnet8"), u65),
            "--chains: no operators of resnet8 form a chain");
}

TEST(OptionObstacles, AFormatOfNarrowMapsNeedsNarrowMaps) {
  const Choices rows = {{"target", {"ethos-u65-256"}}, {"narrow-maps", {"nhwc"}}};
  EXPECT_EQ(refusal(pool(), rows), "--narrow-maps: no feature map of pool fills its bricks badly");
  EXPECT_EQ(refusal(load_network("mobilenet_v1_0.25_96"), rows), "");
}

TEST(OptionObstacles, WeightEncodingIsRefusedForANetworkWithoutWeightValues) {
  const Choices smallest = {{"target", {"ethos-u65-256"}}, {"weight-encoding", {"smallest"}}};
  EXPECT_EQ(refusal(load_network("resnet8"), smallest),
            "--weight-encoding: resnet8 does not contain the values of its weights");
  SPILLWAY_NEEDS_SHARED("models/tflm_micro_speech.tflite");
  const Network network = load_network(test::shared_path("models/tflm_micro_speech.tflite"));
  EXPECT_EQ(refusal(network, smallest), "");
  Choices with_ratio = smallest;
  with_ratio.push_back({"weight-ratio", {"0.5"}});
  EXPECT_EQ(refusal(network, with_ratio),
            "--weight-encoding: --weight-ratio gives the sizes of all weights");
}

TEST(OptionObstacles, LandingIsRefusedWhenWeightsAreNotInFlash) {
  const Network network = load_network("ds_cnn");
  const Choices landing = {{"target", {"xcore.ai"}}, {"landing", {"512"}}};
  EXPECT_EQ(refusal(network, landing), "");
  Choices in_sram = landing;
  in_sram.push_back({"weights", {"sram"}});
  EXPECT_EQ(refusal(network, in_sram),
            "--landing: ds_cnn loads nothing from flash; its weights are in sram");
  EXPECT_THAT(refusal(pool(), landing), HasSubstr("pool loads nothing from flash"));
  EXPECT_THAT(refusal(network, {{"target", {"xcore.ai"}}, {"landing", {"1048576"}}}),
              HasSubstr("no load of ds_cnn is more than 1,048,576 bytes"));
  EXPECT_THAT(
      refusal(pool(), {{"target", {"xcore.ai"}}, {"xformer", {"2025"}}, {"loads", {"early"}}}),
      HasSubstr("pool loads nothing from flash"));
}

TEST(OptionObstacles, PagingNeedsMapsThatWait) {
  const auto paged = [](const char* network, const char* operators) {
    return refusal(load_network(network), {{"target", {"xcore.ai"}}, {"page-after", {operators}}});
  };
  EXPECT_EQ(paged("ds_cnn", "1"),
            "--page-after: no feature map of ds_cnn waits for more than 1 operator");
  EXPECT_EQ(paged("resnet8", "1"), "");
  EXPECT_THAT(paged("resnet8", "100"), HasSubstr("more than 100 operators"));
}

TEST(OptionObstacles, OptionsOfConvolutionsNeedConvolutions) {
  const Network network = load_network("ds_cnn");
  EXPECT_THAT(refusal(pool(), {{"target", {"xcore.ai"}}, {"conv-glue-slots", {"3"}}}),
              HasSubstr("pool has no convolution"));
  EXPECT_EQ(refusal(network, {{"target", {"xcore.ai"}}, {"conv-glue-slots", {"3"}}}), "");
  EXPECT_THAT(refusal(network, {{"target", {"xcore.ai"}}, {"one-pixel", {"whole"}}}),
              HasSubstr("--threads 2 or more"));
  EXPECT_EQ(
      refusal(network, {{"target", {"xcore.ai"}}, {"threads", {"2"}}, {"one-pixel", {"whole"}}}),
      "");
  EXPECT_THAT(
      refusal(pool(), {{"target", {"xcore.ai"}}, {"threads", {"2"}}, {"one-pixel", {"whole"}}}),
      HasSubstr("no convolution of a single output pixel"));
}

TEST(OptionObstacles, UnusedRegionsCannotBePlaced) {
  const std::string file = "models/compiled/mlperf_kws__u55-128__Shared_Sram.tflite";
  SPILLWAY_NEEDS_SHARED(file);
  const Network network = load_network(test::shared_path(file));
  const auto placed = [&](const char* item) {
    return refusal(network, {{"target", {"ethos-u55-128"}}, {"region", {item}}});
  };
  EXPECT_EQ(placed("0=sram"), "");
  EXPECT_EQ(placed("commands=sram"), "");
  EXPECT_THAT(placed("7=sram"), HasSubstr("no command of mlperf_kws"));
}

}  // namespace
}  // namespace spillway
