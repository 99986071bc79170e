// SPDX-License-Identifier: Apache-2.0
#include "experiments/vela_validation.h"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "base/files.h"
#include "tests/reference.h"
#include "traces/tflite_reader.h"

namespace spillway {
namespace {

std::vector<VelaCaseResult> all_cases() {
  std::map<std::string, Network> networks;
  std::vector<VelaCaseResult> results;
  for (const VelaCase& point : read_vela_summary(test::shared_path("reference/vela/summary.csv"))) {
    if (networks.count(point.model) == 0) {
      networks[point.model] = read_tflite(test::shared_path("models/" + point.model + ".tflite"));
    }
    const std::string path =
        test::shared_path("reference/vela/per_layer/" + point.per_layer_file());
    results.push_back(check_against_vela(networks[point.model], point,
                                         parse_vela_per_layer(read_text(path), path)));
  }
  return results;
}

// Shared between the tests: a case takes milliseconds, but there are 115.
const std::vector<VelaCaseResult>& cases() {
  static const std::vector<VelaCaseResult> results = all_cases();
  return results;
}

TEST(SlowVelaEstimate, CountsTheSameMacsInEveryConfiguration) {
  SPILLWAY_NEEDS_SHARED("reference/vela/summary.csv");
  ASSERT_EQ(cases().size(), 115U);
  for (const VelaCaseResult& result : cases()) {
    EXPECT_EQ(result.macs, result.point.macs) << result.point.per_layer_file();
  }
}

TEST(SlowVelaEstimate, NpuCyclesAreWithinAPercentWhereWeightsAreNotMovedByDma) {
  SPILLWAY_NEEDS_SHARED("reference/vela/summary.csv");
  for (const VelaCaseResult& result : cases()) {
    for (const VelaOperatorResult& op : result.operators) {
      if (!op.exempt.empty()) continue;
      EXPECT_LE(std::abs(op.error()), 0.01)
          << result.point.per_layer_file() << ": " << op.type << " " << op.name << " " << op.ours
          << " instead of " << op.vela;
    }
  }
}

TEST(SlowVelaEstimate, HasAnOperationForEveryOneOfVelasButCopiesOfInputs) {
  SPILLWAY_NEEDS_SHARED("reference/vela/summary.csv");
  for (const VelaCaseResult& result : cases()) {
    for (const std::string& name : result.unmatched) EXPECT_EQ(name, "RESHAPE Memcpy");
  }
}

TEST(SlowVelaEstimate, BytesPerMemoryAreWithinFivePercent) {
  SPILLWAY_NEEDS_SHARED("reference/vela/summary.csv");
  for (const VelaCaseResult& result : cases()) {
    for (std::size_t i = 0; i < vela_memory_count; ++i) {
      const double vela = result.point.bytes[i];
      if (vela == 0 || !byte_exemption(result, i).empty()) continue;
      EXPECT_NEAR(result.bytes[i] / vela, 1, 0.05)
          << result.point.per_layer_file() << ": " << vela_memory_names[i];
    }
  }
}

TEST(SlowVelaEstimate, WritesItsTablesAsMarkdown) {
  SPILLWAY_NEEDS_SHARED("reference/vela/summary.csv");
  const std::string tables = vela_validation_markdown(cases());
  EXPECT_NE(tables.find("MACs are equal in 115 of 115 configurations."), std::string::npos);
  RecordProperty("tables", tables);
}

}  // namespace
}  // namespace spillway
