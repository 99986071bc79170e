// SPDX-License-Identifier: Apache-2.0
#include "planner/constants.h"

#include <memory>

#include <gtest/gtest.h>

#include "planner/checks/validate.h"
#include "planner/peaks/footprint.h"
#include "planner/plan_network.h"

namespace spillway {
namespace {

constexpr std::int32_t length = 64;

Tensor vector_tensor(const std::string& name, TensorKind kind) {
  Tensor tensor;
  tensor.name = name;
  tensor.shape = {length};
  tensor.kind = kind;
  tensor.bytes = length;
  return tensor;
}

/// Returns a chain of additions. The second operands of the additions are `constants`, one for each
/// addition.
Network chain(const std::vector<Tensor>& constants) {
  Network network;
  network.tensors.push_back(vector_tensor("in", TensorKind::activation));
  network.inputs = {0};
  TensorIndex map = 0;
  for (const Tensor& constant : constants) {
    network.tensors.push_back(constant);
    network.tensors.push_back(vector_tensor("map", TensorKind::activation));
    Operator op;
    op.type = OpType::add;
    op.inputs = {map, static_cast<TensorIndex>(network.tensors.size()) - 2};
    map = static_cast<TensorIndex>(network.tensors.size()) - 1;
    op.outputs = {map};
    network.operators.push_back(op);
  }
  network.outputs = {map};
  return network;
}

class Contents {
 public:
  ByteView view(std::size_t begin, std::size_t size) const { return {bytes_.data() + begin, size}; }

 private:
  std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(1024);
};

Tensor constant(const std::string& name, ByteView data) {
  Tensor tensor = vector_tensor(name, TensorKind::constant);
  tensor.shape = {static_cast<std::int32_t>(data.size)};
  tensor.bytes = static_cast<Bytes>(data.size);
  tensor.data = data;
  return tensor;
}

NetworkPlan plan_of(const Network& network) {
  PlanningRequest request;
  request.memories = {{"sram", 4096, 1}, {"flash", 4096, 1}};
  request.arena = {0};
  request.constants = 1;
  return plan_network(network, request);
}

TEST(Constants, TensorsOfOneBufferAreStoredOnce) {
  const Contents contents;
  const Network network =
      chain({constant("a", contents.view(0, 64)), constant("b", contents.view(0, 64)),
             constant("c", contents.view(64, 64))});
  EXPECT_EQ(stored_constants(network).total(), 128);
  const NetworkPlan planned = plan_of(network);
  const Footprint flash = measure_footprint(planned.plan.residencies, 1);
  EXPECT_EQ(flash.required, 128);
  EXPECT_EQ(flash.live_peak, 128);
  const auto violations = validate_plan(planned.plan, network);
  EXPECT_TRUE(violations.empty()) << violations.front().message;
}

TEST(Constants, EveryTensorOfABufferHasAPlaceInItsBytes) {
  const Contents contents;
  const Network network =
      chain({constant("a", contents.view(0, 64)), constant("b", contents.view(0, 64))});
  const Plan plan = plan_of(network).plan;
  std::vector<Bytes> offsets;
  for (const Residency& residency : plan.residencies) {
    if (residency.memory == 1) offsets.push_back(residency.offset);
  }
  EXPECT_EQ(offsets, (std::vector<Bytes>{0, 0}));
}

TEST(Constants, TensorsWithoutContentsAreStoredEach) {
  const Network network =
      chain({vector_tensor("a", TensorKind::constant), vector_tensor("b", TensorKind::constant)});
  EXPECT_EQ(stored_constants(network).total(), 128);
}

/// Returns what a planner must know about the weights of operator 0: the weights of tensor 1, which
/// have `encoded` bytes after encoding.
WeightNeeds needs_of(Bytes encoded) {
  WeightNeed need;
  need.op = 0;
  need.weights = 1;
  need.channels = 16;
  need.slices = [encoded](const std::vector<std::int32_t>&) {
    return std::vector<WeightFlowSlice>{{0, encoded, 0, 0}};
  };
  WeightNeeds needs;
  needs.operators.push_back(need);
  return needs;
}

TEST(Constants, EncodedWeightsShareNoBytesWithAConstantThatIsStoredAsItIs) {
  const Contents contents;
  Network network =
      chain({constant("weights", contents.view(0, 64)), constant("values", contents.view(0, 64))});
  EXPECT_EQ(stored_constants(network, needs_of(48), {}).total(), 48 + 64);
}

}  // namespace
}  // namespace spillway
