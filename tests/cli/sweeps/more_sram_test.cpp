// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include "tests/cli/answer_run.h"
#include "tests/reference.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

class SlowMoreSram : public test::InScratchFolder {};
class LongMoreSram : public test::InScratchFolder {};

/// More SRAM must never make the result of the search slower (by more than 0.1 %). Lowering adds
/// constants that are not in the file, and a plan may copy them into SRAM. The test uses two sizes
/// of SRAM, and the fastest plan of the other planners at each size. At one size, this plan becomes
/// faster with such copies; at the other size, it becomes slower. So `search` must decide at each
/// size whether such copies make its own plans faster.
TEST_F(LongMoreSram, IsNeverSlowerOnAnNpu) {
  SPILLWAY_NEEDS_SHARED("models/tflm_mobilenet_v2_pt.tflite");
  const std::string network = test::shared_path("models/tflm_mobilenet_v2_pt.tflite");
  const auto cycles_with = [&](const char* bytes) {
    const std::string run = "spillway run " + network +
                            " --target ethos-u65-256 --memory-mode Dedicated_Sram"
                            " --planner search --blocks compiler --weight-encoding compiler"
                            " --memory sram=";
    return test::cycles_of_command(run + bytes, path("run.json")).get<double>();
  };
  EXPECT_LE(cycles_with("2329248"), 1.001 * cycles_with("2206656"));
}

/// At 24,896 and at 30,096 bytes, one of the planners makes a slower plan than it makes for less
/// memory. The search must then find the faster plan, so more SRAM never makes its result slower.
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
