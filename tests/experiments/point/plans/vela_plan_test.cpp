// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/plans/vela_plan.h"

#include <algorithm>
#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/index.h"
#include "experiments/point/design_point.h"
#include "experiments/point/option_table.h"
#include "planner/checks/validate.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/reference.h"
#include "tests/user_error.h"
#include "traces/csv/timing_csv.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

using testing::HasSubstr;

DesignPoint under_plan(const std::string& compiled) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  point.plan_source = compiled;
  point.plan_text = read_text(test::shared_path("models/compiled/" + compiled + ".tflite"));
  return point;
}

Network network(const std::string& name) {
  return read_tflite(test::shared_path("models/" + name + ".tflite"));
}

std::string error_of(const std::string& plain, const DesignPoint& point, ExitCode code) {
  return test::user_error([&] { run_point(network(plain), point); }, code);
}

constexpr const char* with_cascades = "mit_detection__u65-256__Dedicated_Sram__64K";

TEST(VelaPlan, IsRecognizedByItsFirstBytes) {
  EXPECT_FALSE(is_tflite_plan(""));
  EXPECT_FALSE(is_tflite_plan("tensor,memory,offset,size\n"));
  EXPECT_TRUE(is_tflite_plan(std::string("\x1c\0\0\0TFL3", 8)));
}

TEST(VelaPlan, StripesOfAWholeRunAreBookedToTheirOperators) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const PointResult result = run_point(network("mit_detection"), under_plan(with_cascades));
  ASSERT_FALSE(result.plan.plan.cascades.empty());
  for (const Cascade& cascade : result.plan.plan.cascades) {
    for (std::int32_t op = cascade.first_op; op <= cascade.last_op; ++op) {
      const OperatorTiming& timing = at(result.timing.operators, op);
      EXPECT_GT(timing.compute, timing.macs / 256 / 2) << timing.name;
    }
  }
}

TEST(VelaPlan, ComesCloseToTheReplayOfTheFile) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const DesignPoint point = under_plan(with_cascades);
  const Cycles lowered = run_point(network("mit_detection"), point).timing.total;
  DesignPoint replay = point;
  clear_option(find_point_option("plan"), replay);
  const Cycles replayed =
      run_point(network("compiled/" + std::string(with_cascades)), replay).timing.total;
  EXPECT_NEAR(static_cast<double>(lowered) / static_cast<double>(replayed), 1, 0.05);
}

// In Vela's plans, an addition overwrites an operand that no later operator reads. For the result
// of such an addition, the recovered plan must say that it lies inside the operand.
TEST(VelaPlan, SaysWhichMapsAreWrittenOverTheirOperandsOnPurpose) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  DesignPoint point = under_plan("mlperf_resnet_quant__u55-128__Shared_Sram");
  point.target = "ethos-u55-128";
  point.target_options.memory_mode = "Shared_Sram";
  const PointResult result = run_point(network("mlperf_resnet_quant"), point);
  const std::vector<Residency>& residencies = result.plan.plan.residencies;
  EXPECT_EQ(std::count_if(residencies.begin(), residencies.end(),
                          [](const Residency& residency) { return residency.inside >= 0; }),
            3)
      << "one per residual connection";
  for (const Residency& residency : residencies) {
    const bool buffer = residency.kind == ResidencyKind::weight_buffer;
    EXPECT_TRUE(buffer || residency.shared_until == 0) << "maps share bytes by mistake";
  }
}

struct CompiledFile {
  const char* network;
  const char* file;
  const char* target;
  const char* mode;
};

void PrintTo(const CompiledFile& file, std::ostream* out) { *out << file.file; }

class CompiledPlan : public testing::TestWithParam<CompiledFile> {};

// In Vela's plans, an operator may overwrite bytes of its input that it has already read. The
// written plan CSV must say which maps share bytes in this way.
TEST_P(CompiledPlan, TakesTheSameTimeAfterItIsWrittenToAFile) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const CompiledFile& file = GetParam();
  DesignPoint point = under_plan(file.file);
  point.target = file.target;
  point.target_options.memory_mode = file.mode;
  const Network plain = network(file.network);
  const PointResult compiled = run_point(plain, point);
  EXPECT_THAT(validate_plan(compiled.plan.plan, compiled.network), testing::IsEmpty());
  point.plan_source = "written.csv";
  point.plan_text = write_plan_csv(compiled.plan.plan, compiled.network);
  const PointResult written = run_point(plain, point);
  EXPECT_EQ(write_timing_csv(written.timing), write_timing_csv(compiled.timing));
  EXPECT_EQ(write_plan_csv(written.plan.plan, written.network), point.plan_text);
}

INSTANTIATE_TEST_SUITE_P(
    OfEveryKind, CompiledPlan,
    testing::Values(CompiledFile{"mit_detection", with_cascades, "ethos-u65-256", "Dedicated_Sram"},
                    CompiledFile{"mlperf_resnet_quant", "mlperf_resnet_quant__u55-128__Shared_Sram",
                                 "ethos-u55-128", "Shared_Sram"},
                    CompiledFile{"mlperf_vww96", "mlperf_vww96__u55-256__Sram_Only",
                                 "ethos-u55-256", "Sram_Only"},
                    CompiledFile{"mlperf_vww96", "mlperf_vww96__u65-512__Dedicated_Sram__384K",
                                 "ethos-u65-512", "Dedicated_Sram"},
                    CompiledFile{"tflm_mobilenet_v2_pt",
                                 "tflm_mobilenet_v2_pt__u65-256__Dedicated_Sram", "ethos-u65-256",
                                 "Dedicated_Sram"}),
    [](const auto& file) { return std::to_string(file.index); });

TEST(VelaPlan, OfAnotherNetworkProcessorOrSizeIsRefused) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  EXPECT_THAT(error_of("mlperf_kws", under_plan(with_cascades), ExitCode::input_file),
              HasSubstr("word"));
  EXPECT_THAT(
      error_of("mit_detection", under_plan("mit_detection__u55-128__Shared_Sram"), ExitCode::usage),
      HasSubstr("compiled for ethos-u55-128"));
  DesignPoint small = under_plan(with_cascades);
  small.target_options.capacities = {{"sram", 32768}};
  EXPECT_THAT(error_of("mit_detection", small, ExitCode::run_failed),
              HasSubstr("available 32,768, excess"));
}

}  // namespace
}  // namespace spillway
