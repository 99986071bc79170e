// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include "tests/cli/answer_run.h"
#include "tests/reference.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

class SlowMoreSram : public test::InScratchFolder {};

/// The test runs `search` at two sizes of SRAM. At one of them, copies of made-up constants make
/// the best plan of other planners faster; at the other they make it slower. This must not change
/// what the search decides about its own plans.
TEST_F(SlowMoreSram, IsNeverSlowerOnAnNpu) {
  SPILLWAY_NEEDS_SHARED("models/tflm_mobilenet_v2_pt.tflite");
  const std::string network = test::shared_path("models/tflm_mobilenet_v2_pt.tflite");
  const auto cycles_with = [&](const char* bytes) {
    const std::string run = "spillway run " + network +
                            " --target ethos-u65-256 --memory-mode Dedicated_Sram"
                            " --planner search --memory sram=";
    return test::cycles_of_command(run + bytes, path("run.json")).get<double>();
  };
  EXPECT_LE(cycles_with("2329248"), 1.001 * cycles_with("2206656"));
}

/// At the second and the fourth of these sizes, a planner's plan for less memory is faster than its
/// plan for this size. The search must find the faster plan.
TEST_F(SlowMoreSram, IsNeverSlowerOnATile) {
  double before = std::numeric_limits<double>::infinity();
  for (const char* bytes : {"22296", "24896", "27496", "30096", "32768", "45056", "65536"}) {
    const std::string run =
        "spillway run resnet8 --target xcore.ai --arena sram+extram"
        " --planner search --loads waited --memory sram=";
    const auto cycles = test::cycles_of_command(run + bytes, path("run.json")).get<double>();
    EXPECT_LE(cycles, before) << bytes;
    before = cycles;
  }
}

}  // namespace
}  // namespace spillway::cli
