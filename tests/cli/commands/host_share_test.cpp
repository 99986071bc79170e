// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/run_outcome.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"
#include "tests/scratch_folder.h"
#include "traces/tflite/writer.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;

/// A fixture with a network of two operators: a convolution, which runs on the NPU, and a cosine,
/// which runs on the CPU because the NPU cannot compute a cosine.
class HostShare : public test::InScratchFolder {
 protected:
  void SetUp() override {
    test::NetworkBuilder build;
    const TensorIndex from = build.convolution(build.input({1, 16, 16, 16}), 16);
    const TensorIndex out = build.map({1, 16, 16, 16});
    build.op(OpType::unknown, {from}, {out}).type_name = "COS";
    const std::vector<std::uint8_t> bytes = write_tflite(build.finish(out));
    write_file(file_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  std::string file_ = path("host.tflite");
};

TEST_F(HostShare, TheFirstScreenSaysWhatRunsOnTheCpuAndWhy) {
  const test::Outcome run = test::outcome_of({"run", file_, "--target", "ethos-u55-128"});
  EXPECT_EQ(run.code, ExitCode::ok) << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 of 2 operators run on the CPU, "));
  EXPECT_THAT(run.out, HasSubstr("(COS): no such operation"));
  EXPECT_THAT(test::outcome_of({"advise", file_, "--target", "ethos-u55-128", "--quick"}).out,
              HasSubstr("1 of 2 operators run on the CPU, "));
}

TEST_F(HostShare, HostAndProcessorShareTheTime) {
  const auto document = nlohmann::json::parse(
      test::outcome_of({"run", file_, "--target", "ethos-u65-256", "--json", "-"}).out);
  std::int64_t all = 0;
  for (const auto& op : document["timing"]["operators"]) {
    const bool cpu = op["note"].get<std::string>().rfind("cpu", 0) == 0;
    EXPECT_EQ(op["host_cycles"].get<std::int64_t>() > 0, cpu);
    EXPECT_TRUE(!cpu || op["compute_cycles"] == 0) << op;
    all += op["total_cycles"].get<std::int64_t>();
  }
  EXPECT_EQ(all, document["timing"]["total_cycles"]);
}

}  // namespace
}  // namespace spillway::cli
