// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/target/select_target.h"
#include "traces/files/builtin_networks.h"

namespace spillway {
namespace {

// Some tools that write files leave out operands whose meaning they do not know. The lowering must
// not fail for an operator without inputs, but assign it to the host.
TEST(MissingOperands, APoolWithoutInputIsLoweredToTheHost) {
  Network network = builtin_network("ds_cnn").value();
  for (Operator& op : network.operators) {
    if (op.type == OpType::average_pool_2d) op.inputs.clear();
  }
  for (const char* name : {"ethos-u55-128", "ethos-u65-256", "ethos-u85-256"}) {
    for (const Operator& op : ethosu::lower(network, load_target(name)).operators) {
      EXPECT_EQ(op.on_host, op.type == OpType::average_pool_2d) << name << ": " << op.name;
    }
  }
}

}  // namespace
}  // namespace spillway
