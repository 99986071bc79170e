// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/target/target.h"
#include "tests/hwmodels/ethosu/lower/generated_network.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"

namespace spillway::ethosu {
namespace {

using test::NetworkBuilder;
using Tensors = std::vector<TensorIndex>;

const std::vector<std::int32_t> shape = {1, 8, 8, 16};

TensorIndex pooled(NetworkBuilder& build, TensorIndex from) {
  const TensorIndex result = build.map(shape);
  Operator& pool = build.op(OpType::max_pool_2d, {from}, {result});
  pool.window.kernel_h = pool.window.kernel_w = 1;
  return result;
}

TensorIndex joined(NetworkBuilder& build, const Tensors& parts) {
  const TensorIndex result = build.map({1, 8, 8, static_cast<std::int32_t>(16 * parts.size())});
  build.op(OpType::concatenation, parts, {result}).axis = 3;
  return result;
}

/// Returns one tensor for each operator of the lowered network, in order of execution. For a copy
/// (an operator that writes `copies_to`), this is the tensor that it reads. For any other operator,
/// it is the tensor that the operator writes.
Tensors order_of(const Network& network, TensorIndex copies_to) {
  Tensors order;
  for (const Operator& op : lower(network, load_target("ethos-u65-256")).operators) {
    const bool copy = op.outputs[0] == copies_to;
    order.push_back(copy ? op.inputs[0] : op.outputs[0]);
  }
  return order;
}

// The network is like the spatial pyramid pooling of yolo-fastest. The expected order is that of
// compiled files of yolo-fastest: each operand is copied directly after the operator that writes
// it.
TEST(EthosUCopyOrder, ACopyFollowsTheOperatorThatWritesItsOperand) {
  NetworkBuilder build;
  const TensorIndex first = build.convolution(build.input(shape), 16);
  const TensorIndex a = pooled(build, first);
  const TensorIndex b = pooled(build, first);
  const TensorIndex both = joined(build, {b, a, first});
  EXPECT_EQ(order_of(build.finish(both), both), (Tensors{first, first, a, a, b, b}));
}

/// A skip connection: a convolution computes `deep` from the map `skipped`. The tests concatenate
/// the two maps.
struct Skip {
  NetworkBuilder build;
  TensorIndex skipped = build.convolution(build.input(shape), 16);
  TensorIndex deep = build.convolution(skipped, 16);
};

TEST(EthosUCopyOrder, ASkipConnectionThatIsTheLastOperandIsCopiedAtOnce) {
  Skip skip;
  const TensorIndex both = joined(skip.build, {skip.deep, skip.skipped});
  EXPECT_EQ(order_of(skip.build.finish(both), both),
            (Tensors{skip.skipped, skip.skipped, skip.deep, skip.deep}));
}

TEST(EthosUCopyOrder, ASkipConnectionThatIsTheFirstOperandIsCopiedAtTheEnd) {
  Skip skip;
  const TensorIndex both = joined(skip.build, {skip.skipped, skip.deep});
  const Tensors order = order_of(skip.build.finish(both), both);
  ASSERT_EQ(order.size(), 4U);
  EXPECT_EQ(order[0], skip.skipped);
  EXPECT_EQ(order[1], skip.deep);
}

TEST(EthosUCopyOrder, ACopyStaysBehindAnOperatorOfTheHost) {
  Skip skip;
  const TensorIndex of_host = skip.build.map(shape);
  skip.build.op(OpType::gather, {skip.deep}, {of_host});
  const TensorIndex both = joined(skip.build, {of_host, skip.skipped});
  const Tensors order = order_of(skip.build.finish(both), both);
  ASSERT_EQ(order.size(), 5U);
  EXPECT_EQ((Tensors{order.begin(), order.begin() + 3}),
            (Tensors{skip.skipped, skip.deep, of_host}));
}

TEST(EthosUCopyOrder, OperatorsOfGeneratedNetworksRunAfterTheWritersOfTheirOperands) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Network network =
        lower(test::GeneratedNetwork(seed).make(), load_target("ethos-u65-256"));
    std::vector<bool> read(network.tensors.size(), false);
    for (const Operator& op : network.operators) {
      for (const TensorIndex input : op.inputs) {
        if (input != no_tensor) read[static_cast<std::size_t>(input)] = true;
      }
      for (const TensorIndex output : op.outputs) {
        const bool state = at(network.tensors, output).kind == TensorKind::variable;
        EXPECT_TRUE(state || !read[static_cast<std::size_t>(output)]) << "seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace spillway::ethosu
