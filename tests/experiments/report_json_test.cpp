// SPDX-License-Identifier: Apache-2.0
#include "experiments/report_json.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "report/html_report.h"
#include "traces/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::json;

class ReportJson : public testing::Test {
 protected:
  static Json report_of(Network network) {
    DesignPoint point;
    point.target = "ethos-u65-256";
    point.simulation.keep_slices = true;
    return Json::parse(report_json(network, point, run_point(network, point), "spillway run"));
  }
};

TEST_F(ReportJson, EveryResidencyIsWithinItsMemoryAndLifetime) {
  const Json report = report_of(load_network("mobilenet_v1_0.25_96"));
  const Json& plan = report["plan"];
  ASSERT_GT(plan["residencies"].size(), 0U);
  for (const Json& residency : plan["residencies"]) {
    const Json& memory = plan["memories"][residency["memory"].get<std::size_t>()];
    EXPECT_LE(residency["offset"].get<Bytes>() + residency["size"].get<Bytes>(),
              memory["capacity_bytes"].get<Bytes>());
    for (const Json& reader : residency["readers"]) {
      EXPECT_LT(reader.get<std::size_t>(), report["timing"]["operators"].size());
    }
  }
}

TEST_F(ReportJson, LiveBytesReachThePeakAtMost) {
  const Json report = report_of(load_network("mobilenet_v1_0.25_96"));
  for (std::size_t m = 0; m < report["plan"]["memories"].size(); ++m) {
    for (const Json& live : report["plan"]["live_bytes"][m]) {
      EXPECT_LE(live.get<Bytes>(), report["timing"]["memories"][m]["peak_bytes"].get<Bytes>());
    }
  }
}

TEST_F(ReportJson, SlicesOfALaneAreFewAndInOrder) {
  const Json report = report_of(load_network("mobilenet_v1_0.25_96"));
  ASSERT_GT(report["lanes"].size(), 3U);
  for (const Json& lane : report["lanes"]) {
    std::int64_t end = 0;
    EXPECT_LE(lane["slices"].size(), 2000U);
    for (const Json& slice : lane["slices"]) {
      EXPECT_GE(slice[1].get<std::int64_t>(), end) << lane["name"];
      end = slice[2];
    }
  }
}

TEST_F(ReportJson, HostileNamesComeThrough) {
  Network network = load_network("mobilenet_v1_0.25_96");
  const std::string hostile = "</script><script>\"'\n" + std::string(10'000, 'x');
  for (Operator& op : network.operators) op.name = hostile;
  for (Tensor& tensor : network.tensors) tensor.name = hostile;
  const Json report = report_of(network);
  EXPECT_EQ(report["timing"]["operators"][0]["name"], hostile);
  EXPECT_EQ(report["plan"]["residencies"][0]["tensor"], hostile);
}

}  // namespace
}  // namespace spillway
