// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/lower/changing_uses.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/index.h"
#include "traces/layers/layers.h"

namespace spillway {
namespace {

using Numbers = std::vector<std::int32_t>;

/// Returns a network of random operators with one to three inputs and one output. Two operators may
/// write the same tensor.
Network random_operators() {
  Network network;
  network.tensors.resize(8);
  const auto tensor = [] { return *rc::gen::inRange<TensorIndex>(0, 8); };
  const int count = *rc::gen::inRange(1, 12);
  for (int i = 0; i < count; ++i) {
    Operator op;
    const int inputs = *rc::gen::inRange(1, 4);
    for (int k = 0; k < inputs; ++k) op.inputs.push_back(tensor());
    if (*rc::gen::arbitrary<bool>()) op.inputs.push_back(no_tensor);
    op.outputs = {tensor()};
    network.operators.push_back(op);
  }
  network.outputs = {tensor()};
  return network;
}

void expect_same(const ethosu::TensorUses& now, const ethosu::TensorUses& anew) {
  RC_ASSERT(now.producer == anew.producer);
  RC_ASSERT(now.consumers == anew.consumers);
  RC_ASSERT(now.writers == anew.writers);
  RC_ASSERT(now.network_output == anew.network_output);
}

// The lowering removes a reshape in one of three ways:
// * Readers of the reshape's output read the reshape's input instead.
// * The writer of the reshape's input writes the reshape's output instead.
// * No other operator changes.
//
// The test removes operators in these ways. After each removal, the updated uses of tensors must
// equal the uses that tensor_uses() finds.
RC_GTEST_PROP(ChangingUses, AreThoseOfTheChangedNetwork, ()) {
  Network network = random_operators();
  ethosu::ChangingUses uses(network);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const auto index = static_cast<std::int32_t>(i);
    const auto before = uses.around(network, index);
    const TensorIndex in = network.operators[i].inputs[0], out = network.operators[i].outputs[0];
    const int way = *rc::gen::inRange(0, 3);
    for (const ethosu::Operands& one : before) {
      Operator& op = at(network.operators, one.op);
      if (way == 0) std::replace(op.inputs.begin(), op.inputs.end(), out, in);
      if (way == 1) std::replace(op.outputs.begin(), op.outputs.end(), in, out);
    }
    network.operators[i].outputs.clear();
    uses.update(network, before);
    expect_same(uses.now(), ethosu::tensor_uses(network));
  }
}

// The lowering must remove a chain of 100,000 reshapes within seconds. So for each reshape, it must
// examine only the neighbouring operators. The addition after the chain must then read the input of
// the first reshape.
TEST(Reshapes, OfALongChainAreRemovedOneByOne) {
  constexpr int count = 100'000;
  Network network;
  TensorIndex last = add_network_input(network, "input", {1, 4, 4, 16});
  for (int i = 0; i < count; ++i) {
    Tensor tensor = at(network.tensors, last);
    tensor.name = "x";
    tensor.kind = TensorKind::activation;
    Operator op;
    op.type = OpType::reshape;
    op.inputs = {last};
    last = static_cast<TensorIndex>(network.tensors.size());
    op.outputs = {last};
    network.tensors.push_back(tensor);
    network.operators.push_back(op);
  }
  Layer sum;
  sum.name = "sum";
  sum.type = OpType::add;
  sum.inputs = {last, last};
  add_layer(network, sum);
  finish_outputs(network);
  ethosu::remove_reshapes(network);
  ASSERT_EQ(network.operators.size(), 1U);
  EXPECT_EQ(network.operators[0].inputs, Numbers(2, network.inputs[0]));
}

}  // namespace
}  // namespace spillway
