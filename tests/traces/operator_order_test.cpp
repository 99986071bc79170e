// SPDX-License-Identifier: Apache-2.0
#include "traces/operator_order.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/traces/random_layers.h"
#include "tests/traces/tflite/raw_tflite.h"
#include "traces/csv/network_csv.h"
#include "traces/network_check.h"

namespace spillway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Returns a network in which operator i reads the first and writes the second tensor of the i-th
/// pair. Tensor 0 is the input of the network.
Network network_of(const std::vector<std::pair<TensorIndex, TensorIndex>>& operators) {
  Network network;
  network.inputs = {0};
  TensorIndex last = 0;
  for (const auto& [input, output] : operators) {
    Operator op;
    op.name = std::to_string(network.operators.size());
    if (input != no_tensor) op.inputs = {input};
    if (output != no_tensor) op.outputs = {output};
    network.operators.push_back(op);
    last = std::max({last, input, output});
  }
  network.tensors.resize(static_cast<std::size_t>(last) + 1);
  return network;
}

std::vector<std::string> order_of(Network network) {
  order_operators(network);
  std::vector<std::string> names;
  for (const Operator& op : network.operators) names.push_back(op.name);
  return names;
}

TEST(OperatorOrder, TakesTheFirstOperatorOfTheFileThatCanRun) {
  // Operator 0 reads a tensor that operator 2 writes, so it must run after operator 2. Operators 1
  // and 3 keep their places.
  EXPECT_THAT(order_of(network_of({{3, 1}, {0, 2}, {0, 3}, {2, 4}})),
              ElementsAre("1", "2", "0", "3"));
}

TEST(OperatorOrder, KeepsAnOrderThatCanRun) {
  Network network = network_of({{0, 2}, {0, 1}, {1, 3}});
  order_operators(network);
  EXPECT_EQ(network.operators[0].name, "0");
  EXPECT_TRUE(network.warnings.empty());
}

TEST(OperatorOrder, WarnsOfTheFirstOperatorThatRanBeforeItsProducer) {
  Network network = network_of({{2, 1}, {0, 2}});
  order_operators(network);
  ASSERT_EQ(network.warnings.size(), 1U);
  EXPECT_THAT(network.warnings[0],
              HasSubstr("operator 0 '0' reads tensor 2 '', which only operator 1 writes"));
}

TEST(OperatorOrder, LeavesOperatorsInACycleAndTheCheckRefusesThem) {
  Network network = network_of({{2, 1}, {1, 2}});
  order_operators(network);
  EXPECT_TRUE(network.warnings.empty());
  EXPECT_THAT(find_defect(network), HasSubstr("which only operator 1 writes"));
  EXPECT_THAT(order_of(network_of({{1, 1}})), ElementsAre("0"));
}

TEST(OperatorOrder, KeepsOperatorsWithEffectsInTheirOrder) {
  // Operator 0 has no output and operator 1 has no input. So operator 1 may load bytes that
  // operator 0 stores, and the two operators must keep their order. Operator 0 also needs the
  // result of operator 2, so operator 2 must run first.
  EXPECT_THAT(order_of(network_of({{1, no_tensor}, {no_tensor, 2}, {0, 1}})),
              ElementsAre("2", "0", "1"));
}

TEST(OperatorOrder, KeepsReadersAndWritersOfAVariableInTheirOrder) {
  Network network = network_of({{2, 1}, {3, 4}, {0, 2}});
  network.operators[0].inputs.push_back(3);
  network.tensors[3].kind = TensorKind::variable;
  EXPECT_THAT(order_of(network), ElementsAre("2", "0", "1"));
}

RC_GTEST_PROP(OperatorOrderProperty, ShuffledOperatorsRunAfterTheirProducers, ()) {
  Network network = test::random_layers();
  const std::size_t count = network.operators.size();
  for (std::size_t i = count; i > 1; --i) {
    std::swap(network.operators[i - 1], network.operators[*rc::gen::inRange(std::size_t{0}, i)]);
  }
  order_operators(network);
  RC_ASSERT(find_defect(network) == "");
  RC_ASSERT(network.operators.size() == count);
}

TEST(OperatorOrder, IsMadeForFilesAndTables) {
  test::RawModel model;
  model.tensors.push_back({{1, 4}});
  model.operators = {{0, {2}, {1}}, {0, {0}, {2}}};
  const Network read = test::parsed(model.build(), "shuffled.tflite");
  ASSERT_EQ(read.warnings.size(), 1U);
  EXPECT_THAT(read.operators[0].inputs, ElementsAre(0));
  const Network table = parse_network_csv(
      "record,name,type,shape,inputs,outputs\nnetwork,,,,0,1\ntensor,a,int8,4,,\n"
      "tensor,b,int8,4,,\ntensor,c,int8,4,,\noperator,x,relu,,2,1\noperator,y,relu,,0,2\n",
      "shuffled.csv");
  ASSERT_EQ(table.warnings.size(), 1U);
  EXPECT_EQ(table.operators[0].name, "y");
}

}  // namespace
}  // namespace spillway
