// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <numeric>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/checkout.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

// docs/validation.md compares this network with a measured network, and states its size: 0.94 GMAC
// and 1,818 KiB of weights.
TEST(ExampleNetwork, YolovFiveNanoHasItsPublishedSize) {
  if (std::system("command -v python3 > /dev/null 2>&1") != 0) GTEST_SKIP() << "no python3";
  const std::string file = (std::filesystem::path(testing::TempDir()) /
                            ("spillway_yolov5n" + std::to_string(::getpid()) + ".csv"))
                               .string();
  const std::string command =
      "python3 '" + spillway::test::checkout_path("examples/yolov5n.py") + "' 416 > '" + file + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const Network network = load_network(file);
  std::filesystem::remove(file);
  std::int64_t macs = 0;
  for (const Operator& op : network.operators) macs += op.macs;
  Bytes weights = 0;
  for (const Tensor& tensor : network.tensors) {
    if (tensor.kind == TensorKind::weight) weights += tensor.bytes;
  }
  EXPECT_EQ(macs, 943'890'688);
  EXPECT_EQ(weights / 1024, 1818);
  ASSERT_EQ(network.outputs.size(), 3U);
  EXPECT_EQ(network.tensors[static_cast<std::size_t>(network.outputs[2])].shape,
            (std::vector<std::int32_t>{1, 13, 13, 255}));
}

}  // namespace
}  // namespace spillway
