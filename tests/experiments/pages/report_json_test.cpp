// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/report_json.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "base/files/files.h"
#include "experiments/point/option_table.h"
#include "tests/checkout.h"
#include "tests/experiments/pages/run_page.h"
#include "traces/files/network_loader.h"

// In the namespace `spillway`, ReportJson is a type. The fixture has the same name, so it must be
// in another namespace.
namespace spillway::test {
namespace {

using Json = nlohmann::json;

class ReportJson : public testing::Test {
 protected:
  static Json report_of(Network network) {
    const DesignPoint point = point_of_page("ethos-u65-256");
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

TEST_F(ReportJson, SaysWhatEveryFigureMeans) {
  const Json report = report_of(load_network("resnet8"));
  const Json& meanings = report["meanings"];
  EXPECT_EQ(meanings["total_cycles"],
            "end - start = compute + all stalls + dma_wait + overhead + host, exactly");
  for (const Json& memory : report["timing"]["memories"]) {
    const std::string name = memory["name"].get<std::string>();
    EXPECT_EQ(meanings["stall_" + name + "_cycles"], "every engine waited for that memory");
  }
  EXPECT_FALSE(meanings.contains("stall_MEMORY_cycles"));
}

TEST_F(ReportJson, LiveBytesNeverExceedThePeak) {
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

TEST_F(ReportJson, HostileNamesAreKept) {
  Network network = load_network("mobilenet_v1_0.25_96");
  const std::string hostile = "</script><script>\"'\n" + std::string(10'000, 'x');
  for (Operator& op : network.operators) op.name = hostile;
  for (Tensor& tensor : network.tensors) tensor.name = hostile;
  const Json report = report_of(network);
  EXPECT_EQ(report["timing"]["operators"][0]["name"], hostile);
  EXPECT_EQ(report["plan"]["residencies"][0]["tensor"], hostile);
}

TEST_F(ReportJson, NamesEveryFileThatTheRunReadWithAHash) {
  const auto folder = std::filesystem::path(testing::TempDir());
  const std::string target = (folder / "hashed_target.toml").string();
  write_file(target, read_text(checkout_path("hwmodels/target/chips/ethos-u65-256.toml")));
  const Network network = load_network("resnet8");
  DesignPoint point;
  set_option(find_point_option("target"), {target}, point);
  const Json report = Json::parse(report_json(network, point, run_point(network, point), "run"));
  ASSERT_EQ(report["inputs"].size(), 2U);
  EXPECT_EQ(report["inputs"][0]["hash"], report["network_hash"]);
  EXPECT_EQ(report["inputs"][1]["name"], "target " + target);
  EXPECT_EQ(report["inputs"][1]["hash"].get<std::string>().size(), 16U);
  clear_option(find_point_option("target"), point);
  point.target = "ethos-u65-256";
  EXPECT_EQ(
      Json::parse(report_json(network, point, run_point(network, point), ""))["inputs"].size(), 1U);
}

}  // namespace
}  // namespace spillway::test
