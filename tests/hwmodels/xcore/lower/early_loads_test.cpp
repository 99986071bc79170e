// SPDX-License-Identifier: Apache-2.0
// Tests two options of lowering. With early loads, loads (operators that copy weights from flash)
// start one convolution early. With paging, feature maps are moved to external memory until their
// next use.
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/xcore/lower/lower.h"
#include "hwmodels/xcore/lower/passes.h"
#include "hwmodels/xcore/parameters.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

Network lowered(const std::string& name, const Target& target) {
  xcore::LoweringOptions options;
  options.weights_in_flash = true;
  return xcore::lower(load_network(name), target, options);
}

int count_of(const Network& network, const std::string& type) {
  return static_cast<int>(std::count_if(network.operators.begin(), network.operators.end(),
                                        [&](const Operator& op) { return op.type_name == type; }));
}

Bytes loaded_bytes(const Network& network) {
  Bytes bytes = 0;
  for (const Operator& op : network.operators) {
    if (!xcore::is_load(op.type_name)) continue;
    for (const TensorIndex output : op.outputs) bytes += at(network.tensors, output).bytes;
  }
  return bytes;
}

TEST(XcoreEarlyLoads, StartOneConvolutionAheadAndAreWaitedFor) {
  Target target = test::xcore_tile();
  const Network waited = lowered("ds_cnn", target);
  xcore::parameters(target).early_loads = true;
  const Network early = lowered("ds_cnn", target);
  EXPECT_EQ(loaded_bytes(early), loaded_bytes(waited));
  EXPECT_EQ(count_of(early, "XC_conv2d_v2"), count_of(waited, "XC_conv2d_v2"));
  const int started = count_of(early, xcore::early_load_name);
  EXPECT_EQ(started, count_of(waited, "XC_conv2d_v2") - 1) << "all but the first";
  EXPECT_EQ(started, count_of(early, xcore::load_wait_name));

  // The number of convolutions since the start of a load (operator that copies weights), by tensor
  // that the load writes.
  std::map<TensorIndex, int> convolutions_since;
  std::set<TensorIndex> arrived;
  for (const Operator& op : early.operators) {
    if (op.type_name == xcore::early_load_name) {
      for (const TensorIndex output : op.outputs) convolutions_since[output] = 0;
    } else if (op.type_name == xcore::load_wait_name) {
      for (const TensorIndex input : op.inputs) {
        if (convolutions_since.count(input) == 0) continue;
        EXPECT_EQ(convolutions_since[input], 1) << op.name;
        arrived.insert(input);
      }
    } else if (op.type_name == "XC_conv2d_v2") {
      for (auto& [landing, convolutions] : convolutions_since) ++convolutions;
      for (const TensorIndex input : op.inputs) {
        EXPECT_TRUE(convolutions_since.count(input) == 0 || arrived.count(input) == 1) << op.name;
      }
    }
  }
}

TEST(XcorePaging, LongLivedMapsAreStoredExternallyAndLoadedBeforeUse) {
  Target target = test::xcore_tile();
  const Network whole = lowered("resnet8", target);
  xcore::parameters(target).page_after = 2;
  const Network paged = lowered("resnet8", target);
  const int stores = count_of(paged, xcore::store_tensor_name);
  EXPECT_GT(stores, 0);
  EXPECT_GE(count_of(paged, xcore::load_tensor_name), stores);
  EXPECT_EQ(paged.operators.size(),
            whole.operators.size() + static_cast<std::size_t>(stores) +
                static_cast<std::size_t>(count_of(paged, xcore::load_tensor_name)));
  std::set<TensorIndex> made(paged.inputs.begin(), paged.inputs.end());
  for (const Operator& op : paged.operators) {
    for (const TensorIndex input : op.inputs) {
      if (input == no_tensor) continue;
      const Tensor& tensor = at(paged.tensors, input);
      const bool computed = tensor.kind == TensorKind::activation;
      EXPECT_TRUE(!computed || made.count(input) == 1) << tensor.name << " before it is there";
    }
    made.insert(op.outputs.begin(), op.outputs.end());
  }
}

TEST(XcorePaging, LeavesNetworksWithoutLongLivedMapsUnchanged) {
  Target target = test::xcore_tile();
  const std::size_t operators = lowered("ds_cnn", target).operators.size();
  xcore::parameters(target).page_after = 2;
  EXPECT_EQ(lowered("ds_cnn", target).operators.size(), operators);
}

}  // namespace
}  // namespace spillway
