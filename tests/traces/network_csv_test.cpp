// SPDX-License-Identifier: Apache-2.0
#include "traces/csv/network_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/reference.h"
#include "tests/traces/network_equality.h"
#include "tests/traces/random_network.h"
#include "tests/user_error.h"
#include "traces/files/builtin_networks.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

using testing::HasSubstr;

std::string network_csv_error(const std::string& text) {
  return test::user_error([&] { parse_network_csv(text, "n.csv"); });
}

constexpr const char* small_network =
    "record,name,type,kind,shape,size,inputs,outputs,stride,mac_count\n"
    "network,tiny,,,,,0,2,,\n"
    "tensor,in,int8,activation,1x8x8x4,,,,,\n"
    "tensor,\"w, \"\"x\"\"\",int4,weight,4x1x1x4,,,,,\n"
    "tensor,out,int8,activation,1x4x4x4,64,,,,\n"
    "operator,conv,conv_2d,,,,0 1 _,2,2x2,256\n";

TEST(NetworkCsv, ReadsBackAsTheSameNetworkWhateverItHolds) {
  EXPECT_TRUE(rc::check([] {
    const Network network = test::random_network();
    const Network read = parse_network_csv(write_network_csv(network), "n.csv");
    RC_ASSERT(test::difference(network, read) == "");
    RC_ASSERT(read.name == network.name);
    RC_ASSERT(read.warnings == network.warnings);
    for (std::size_t i = 0; i < network.tensors.size(); ++i) {
      RC_ASSERT(test::same_quantization(network.tensors[i], read.tensors[i]));
      if (network.tensors[i].kind != TensorKind::constant) continue;
      RC_ASSERT(test::same_bytes(network.tensors[i].data, read.tensors[i].data));
    }
    RC_ASSERT(read.metadata.size() == network.metadata.size());
    for (std::size_t i = 0; i < network.metadata.size(); ++i) {
      RC_ASSERT(read.metadata[i].name == network.metadata[i].name);
      RC_ASSERT(test::same_bytes(read.metadata[i].data, network.metadata[i].data));
    }
  }));
}

TEST(NetworkCsv, OfTheBuiltInNetworksReadsBackAsTheSameNetwork) {
  for (const BuiltinNetwork& builtin : builtin_networks()) {
    const Network network = builtin_network(builtin.name).value();
    const Network read = parse_network_csv(write_network_csv(network), "n.csv");
    EXPECT_EQ(test::difference(network, read), "") << builtin.name;
  }
}

TEST(NetworkCsv, OfTheRealNetworksReadsBackAsTheSameNetwork) {
  SPILLWAY_NEEDS_SHARED("models");
  for (const auto& entry : std::filesystem::directory_iterator(test::shared_path("models"))) {
    if (entry.path().extension() != ".tflite") continue;
    const Network network = read_tflite(entry.path().string());
    const Network read = parse_network_csv(write_network_csv(network), "n.csv");
    EXPECT_EQ(test::difference(network, read), "") << entry.path();
    for (std::size_t i = 0; i < network.tensors.size(); ++i) {
      EXPECT_TRUE(test::same_quantization(network.tensors[i], read.tensors[i])) << entry.path();
    }
  }
}

TEST(NetworkCsv, NeedsOnlyTheColumnsThatANetworkUses) {
  const Network network = parse_network_csv(small_network, "n.csv");
  EXPECT_EQ(network.name, "tiny");
  EXPECT_EQ(network.tensors[1].name, "w, \"x\"");
  EXPECT_EQ(network.tensors[0].bytes, 256);
  EXPECT_EQ(network.tensors[1].bytes, 8);
  EXPECT_EQ(network.operators[0].inputs, (std::vector<TensorIndex>{0, 1, no_tensor}));
  EXPECT_EQ(network.operators[0].window.stride_w, 2);
  EXPECT_EQ(network.operators[0].macs, 256);
}

TEST(NetworkCsv, OperatorsWithoutACodeAreCalledAsInATflite) {
  const Network network = parse_network_csv(
      "record,index,name,type,shape,inputs,outputs\n"
      "network,,net,,,0,1\n"
      "tensor,0,in,int8,4,,\n"
      "tensor,1,out,int8,4,,\n"
      "operator,0,op,log_softmax,,0,1\n",
      "n.csv");
  EXPECT_EQ(network.operators[0].type_name, "LOG_SOFTMAX");
}

std::string with_attributes(const std::string& type, const std::string& words) {
  return "record,name,type,shape,inputs,outputs,attributes\n"
         "network,net,,,0,1,\n"
         "tensor,in,int8,4,,,\n"
         "tensor,out,int8,4,,,\n"
         "operator,op," +
         type + ",,0,1," + words + "\n";
}

TEST(NetworkCsv, HoldsAttributesThatOnlySomeOperatorsHave) {
  const auto read = [](const std::string& type, const std::string& words) {
    return parse_network_csv(with_attributes(type, words), "n.csv").operators.at(0);
  };
  EXPECT_EQ(read("leaky_relu", "alpha=0.1").alpha, 0.1F);
  EXPECT_EQ(read("leaky_relu", "").alpha, 0);
  const Operator lstm = read("lstm", "cell_clip=10 time_major=1");
  EXPECT_EQ(lstm.cell_clip, 10);
  EXPECT_TRUE(lstm.time_major);
  const Operator resize = read("resize_bilinear", "align_corners=1  half_pixel_centers=0");
  EXPECT_TRUE(resize.align_corners);
  EXPECT_FALSE(resize.half_pixel_centers);
  EXPECT_TRUE(read("resize_nearest_neighbor", "half_pixel_centers=1").half_pixel_centers);
  const Operator slice =
      read("strided_slice", "begin_mask=5 ellipsis_mask=2 new_axis_mask=1 shrink_axis_mask=8");
  EXPECT_EQ(slice.begin_mask, 5);
  EXPECT_EQ(slice.ellipsis_mask, 2);
  EXPECT_EQ(slice.new_axis_mask, 1);
  EXPECT_EQ(slice.shrink_axis_mask, 8);
}

std::string with_quantization(const std::string& words) {
  return "record,name,type,shape,inputs,outputs,attributes\n"
         "network,net,,,0,1,\n"
         "tensor,in,int8,4,,," +
         words +
         "\n"
         "tensor,out,int8,4,,,\n"
         "operator,op,relu,,0,1,\n";
}

TEST(NetworkCsv, HoldsScalesAndZeroPoints) {
  const Network network =
      parse_network_csv(with_quantization("scale=0.1 zero_points=-3x0x5"), "n.csv");
  const Tensor& tensor = network.tensors[0];
  EXPECT_EQ(tensor.scale, 0.1F);
  EXPECT_EQ(tensor.zero_point, -3);
  EXPECT_EQ(tensor.zero_points.size, 3 * sizeof(std::int64_t));
  EXPECT_EQ(network.tensors[1].scale, 0);
  EXPECT_THAT(write_network_csv(network), HasSubstr(",scale=0.1 zero_points=-3x0x5\n"));
  const auto error = [](const std::string& words) {
    return network_csv_error(with_quantization(words));
  };
  EXPECT_THAT(error("scale=a"),
              HasSubstr("n.csv:3:20: attributes 'scale=a': expected a number after scale="));
  EXPECT_THAT(error("zero_points=1y2"), HasSubstr("expected whole numbers joined by x"));
  EXPECT_THAT(error("zero_point="), HasSubstr("expected a whole number after zero_point="));
  EXPECT_THAT(error("alpha=1"), HasSubstr("a tensor has the attributes scale, zero_point"));
}

TEST(NetworkCsv, SaysWhichAttributesItExpected) {
  const auto error = [](const std::string& type, const std::string& words) {
    return network_csv_error(with_attributes(type, words));
  };
  EXPECT_THAT(error("leaky_relu", "alpha"),
              HasSubstr("n.csv:5:29: attributes 'alpha': expected words NAME=VALUE"));
  EXPECT_THAT(error("leaky_relu", "alpha=x"), HasSubstr("expected a number after alpha="));
  EXPECT_THAT(error("leaky_relu", "alpha="), HasSubstr("expected a number after alpha="));
  EXPECT_THAT(error("leaky_relu", "alpha=1 alpha=2"), HasSubstr("alpha is there twice"));
  EXPECT_THAT(error("leaky_relu", "alhpa=1"), HasSubstr("did you mean 'alpha'?"));
  EXPECT_THAT(error("relu", "alpha=1"), HasSubstr("alpha is no attribute of relu"));
  EXPECT_THAT(error("lstm", "time_major=2"), HasSubstr("expected 0 or 1 after time_major="));
  EXPECT_THAT(error("strided_slice", "begin_mask=4294967296"),
              HasSubstr("expected a whole number of 32 bits after begin_mask="));
}

TEST(NetworkCsv, HasAColumnOfAttributesOnlyIfAnOperatorHasSome) {
  Network network = parse_network_csv(with_attributes("leaky_relu", ""), "n.csv");
  EXPECT_THAT(write_network_csv(network), testing::Not(HasSubstr("attributes")));
  network.operators[0].alpha = 0.1F;
  EXPECT_THAT(write_network_csv(network), HasSubstr(",data,attributes\n"));
  EXPECT_THAT(write_network_csv(network), HasSubstr(",alpha=0.1\n"));
}

TEST(NetworkCsv, SaysWhereAMistakeIsAndWhatWasExpected) {
  const std::string text = small_network;
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return network_csv_error(changed);
  };
  EXPECT_THAT(with("conv_2d", "conv2d"),
              HasSubstr("n.csv:6:15: type 'conv2d': unknown operator type 'conv2d'; did you mean "
                        "'conv_2d'?"));
  EXPECT_THAT(with("0 1 _", "0 7 _"), HasSubstr("an input of operator 0 is tensor 7"));
  EXPECT_THAT(with("0 1 _", "0,1"), HasSubstr("n.csv:6: row has 11 cells"));
  EXPECT_THAT(with("1x8x8x4", "1x8x-8x4"), HasSubstr("n.csv:3:27: shape"));
  EXPECT_THAT(with("2x2", "2x0"), HasSubstr("at least 1"));
  EXPECT_THAT(with("size", "bites"), HasSubstr("did you mean 'bytes'?"));
  EXPECT_THAT(with("0 1 _,2,2x2", "0 1 _,0,2x2"), HasSubstr("writes the network input"));
  EXPECT_THAT(with("tiny,,,,,0,2", "tiny,,,,,1,2"), HasSubstr("network input tensor 1"));
  EXPECT_THAT(with("1x4x4x4", "2000000000x2000000000"), HasSubstr("2^40"));
  EXPECT_THAT(with("operator,", "operation,"), HasSubstr("expected network, tensor, operator"));
}

TEST(NetworkCsv, RefusesAnEmptyNetwork) {
  EXPECT_THAT(network_csv_error("record,name,type,shape,inputs,outputs\n"),
              HasSubstr("the network has no operators"));
}

}  // namespace
}  // namespace spillway
