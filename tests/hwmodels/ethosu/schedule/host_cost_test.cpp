// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/host_cost.h"

#include <gtest/gtest.h>

namespace spillway::ethosu {
namespace {

// A file may leave out an output of an operator (no_tensor). A fuzzer found that host_cycles()
// accessed such a missing output. The output must take no time instead.
TEST(HostCost, AnOutputThatIsLeftOutTakesNoTime) {
  Network network;
  Tensor tensor;
  tensor.shape = {1, 100};
  tensor.bytes = 100;
  network.tensors = {tensor};
  Operator op;
  op.type = OpType::mul;
  op.outputs = {0};
  const Cycles one = host_cycles(network, op, {});
  op.outputs = {0, no_tensor};
  EXPECT_EQ(host_cycles(network, op, {}), one);
}

}  // namespace
}  // namespace spillway::ethosu
