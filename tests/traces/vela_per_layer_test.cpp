// SPDX-License-Identifier: Apache-2.0
#include "traces/csv/vela_per_layer.h"

#include <gtest/gtest.h>

namespace spillway {
namespace {

std::vector<VelaLayer> rows(const std::string& type, const std::vector<std::string>& names) {
  std::vector<VelaLayer> layers;
  for (const std::string& name : names) {
    VelaLayer layer;
    layer.tflite_operator = type;
    layer.name = name;
    layers.push_back(layer);
  }
  return layers;
}

using Owners = std::vector<std::int32_t>;

TEST(VelaLayerOwners, ARowBelongsToTheOperatorWithItsWholeNumber) {
  const std::vector<LayerOwner> operators = {{"CONV_2D", "conv1"}, {"CONV_2D", "conv10"}};
  EXPECT_EQ(owners_of_layers(rows("CONV_2D", {"conv10", "conv1", "conv11"}), operators),
            (Owners{1, 0, no_owner}));
}

TEST(VelaLayerOwners, OperationsOfAnOperatorBelongToIt) {
  const std::vector<LayerOwner> operators = {{"MEAN", "956"}, {"SOFTMAX", "Identity"}};
  EXPECT_EQ(owners_of_layers(rows("MEAN", {"956956_conv_0", "956_mul", "9560"}), operators),
            (Owners{0, 0, no_owner}));
  EXPECT_EQ(owners_of_layers(rows("SOFTMAX", {"Identity_maxpool0"}), operators), (Owners{1}));
}

TEST(VelaLayerOwners, AnOperationBelongsToTheLongestMatchingName) {
  const std::vector<LayerOwner> operators = {{"CONV_2D", "x"}, {"CONV_2D", "x_1"}};
  EXPECT_EQ(owners_of_layers(rows("CONV_2D", {"x_1", "x_1_2", "x", "x_2"}), operators),
            (Owners{1, 1, 0, 0}));
}

TEST(VelaLayerOwners, OperatorsOfOneNameTakeTurnsAndTypesTellThemApart) {
  const std::vector<LayerOwner> operators = {
      {"CONV_2D", "x"}, {"DEPTHWISE_CONV_2D", "x"}, {"CONV_2D", "x"}};
  EXPECT_EQ(owners_of_layers(rows("CONV_2D", {"x", "x"}), operators), (Owners{0, 2}));
  EXPECT_EQ(owners_of_layers(rows("DEPTHWISE_CONV_2D", {"x"}), operators), (Owners{1}));
}

}  // namespace
}  // namespace spillway
