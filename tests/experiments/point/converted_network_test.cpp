// SPDX-License-Identifier: Apache-2.0
// A network that was written as a network CSV and read again must take the same time: the file must
// hold everything on which the lowering and the simulator depend.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/index.h"
#include "experiments/point/design_point.h"
#include "tests/hwmodels/ethosu/lower/operator_samples.h"
#include "tests/traces/network_equality.h"
#include "traces/csv/network_csv.h"

namespace spillway {
namespace {

void expect_the_same_after_conversion(const Network& network, const std::string& what) {
  const Network read = parse_network_csv(write_network_csv(network), "converted.csv");
  EXPECT_EQ(test::difference(network, read), "") << what;
  for (const char* target : {"ethos-u55-128", "ethos-u85-256", "xcore.ai"}) {
    DesignPoint point;
    point.target = target;
    const Cycles expected = run_point(network, point).timing.total;
    EXPECT_EQ(run_point(read, point).timing.total, expected) << what << " on " << target;
  }
}

TEST(ConvertedNetwork, TakesTheSameTimeForEveryOperator) {
  for (const auto& [kind, sample] : test::supported()) {
    expect_the_same_after_conversion(sample.network, kind);
  }
}

// On Ethos-U, operators whose operands have other scales than their results take other operations,
// and weights of a fully-connected operator that have a zero point per channel keep it off the NPU.
TEST(ConvertedNetwork, TakesTheSameTimeForEveryQuantization) {
  for (const auto& [kind, sample] : test::supported()) {
    Network network = sample.network;
    for (std::size_t i = 0; i < network.tensors.size(); ++i) {
      network.tensors[i].scale = 0.25F * static_cast<float>(1 + i % 3);
      network.tensors[i].zero_point = static_cast<std::int64_t>(i % 2);
    }
    expect_the_same_after_conversion(network, kind);
  }
  const std::vector<std::int64_t> zeros(10, 0);
  Network dense = test::supported().at("FULLY_CONNECTED").network;
  at(dense.tensors, dense.operators.at(0).inputs.at(1)).zero_points = {
      reinterpret_cast<const std::uint8_t*>(zeros.data()), zeros.size() * sizeof(std::int64_t)};
  expect_the_same_after_conversion(dense, "weights with a zero point per channel");
}

TEST(ConvertedNetwork, TakesTheSameTimeForEveryAttributeOfAnOperator) {
  using Change = void (*)(Operator&);
  struct Case {
    const char* kind;
    Change change;
    std::vector<std::int32_t> result = {};  // shape of the result, if the change gives another one
  };
  const std::vector<Case> cases = {
      {"LEAKY_RELU", [](Operator& op) { op.alpha = 0; }},
      {"LEAKY_RELU", [](Operator& op) { op.alpha = 1.5F; }},
      {"LEAKY_RELU", [](Operator& op) { op.alpha = -0.3F; }},
      {"UNIDIRECTIONAL_SEQUENCE_LSTM", [](Operator& op) { op.time_major = true; }},
      {"UNIDIRECTIONAL_SEQUENCE_LSTM", [](Operator& op) { op.cell_clip = 10; }},
      {"RESIZE_BILINEAR", [](Operator& op) { op.align_corners = true; }},
      {"RESIZE_BILINEAR", [](Operator& op) { op.half_pixel_centers = true; }},
      {"RESIZE_NEAREST_NEIGHBOR", [](Operator& op) { op.align_corners = true; }},
      {"RESIZE_NEAREST_NEIGHBOR", [](Operator& op) { op.half_pixel_centers = true; }},
      {"STRIDED_SLICE", [](Operator& op) { op.begin_mask = 2; }, {1, 3, 6, 8}},
      {"STRIDED_SLICE", [](Operator& op) { op.ellipsis_mask = 2; }, {1, 4, 6, 8}},
      {"STRIDED_SLICE", [](Operator& op) { op.shrink_axis_mask = 1; }, {2, 6, 8}},
  };
  const test::Samples samples = test::supported();
  for (const Case& one : cases) {
    Network network = samples.at(one.kind).network;
    Operator& op = network.operators.at(0);
    one.change(op);
    if (!one.result.empty()) {
      Tensor& result = at(network.tensors, op.outputs.at(0));
      result.shape = one.result;
      result.bytes =
          std::accumulate(one.result.begin(), one.result.end(), Bytes{1}, std::multiplies<Bytes>());
    }
    if (op.time_major) {
      // The operand now has one time step of two sequences, so there are two states.
      for (const std::size_t state : {18U, 19U}) {
        Tensor& tensor = at(network.tensors, op.inputs.at(state));
        tensor.shape = {2, 8};
        tensor.bytes *= 2;
      }
    }
    expect_the_same_after_conversion(network, one.kind);
  }
}

}  // namespace
}  // namespace spillway
