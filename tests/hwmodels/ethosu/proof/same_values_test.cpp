// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/same_values.h"

#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/ethosu/relink/relink.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/select_target.h"
#include "tests/hwmodels/ethosu/proof/attacks.h"
#include "tests/hwmodels/ethosu/relink/random_homes.h"
#include "tests/hwmodels/ethosu/replay/compiled_network.h"
#include "traces/tflite/reader.h"

namespace spillway::ethosu::proof {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

TEST(SlowSameValues, RefusesEveryHarmfulChange) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  expect_all_refused(value_difference, 4);
}

TEST(LongSameValues, RefusesTenThousandHarmfulChanges) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  EXPECT_GE(expect_all_refused(value_difference, 120), 10000);
}

// The proof must accept changes that do not alter what a file computes. In half of the changes, a
// kernel or transfer waits longer than necessary. In the other half, a buffer moves, and all
// commands that use the buffer get its new address.
TEST(LongSameValues, AcceptsAThousandNeutralChanges) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  Random random(5);
  std::mt19937 places(6);
  for (int i = 0; i < 1000; ++i) {
    const std::string& name = attacked_files()[random() % attacked_files().size()];
    const Network network = test::compiled_network(name);
    if (i % 2 == 0) {
      const ChangedFile file(network, value_difference);
      EXPECT_THAT(file.difference_with(with_needless_order(file.steps(), random)), IsEmpty())
          << name << ", change " << i;
      continue;
    }
    const Target target = load_target(compiled_target(network));
    const auto homes = test::random_homes(movable_buffers(network, target), places);
    const Network moved = parse_tflite(relink(network, homes), "moved");
    EXPECT_THAT(value_difference(network, moved), IsEmpty()) << name << ", change " << i;
  }
}

TEST(SameValues, AcceptsUnnecessaryWaitsAndStricterBlockDependencies) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  Random random(3);
  for (const std::string& name : attacked_files()) {
    const Network network = test::compiled_network(name);
    const ChangedFile file(network, value_difference);
    Steps steps = file.steps();
    for (RegisterStep& step : steps) {
      if (is_kernel(step.command)) step.registers[key_of(Command0::blockdep)] = 0;
    }
    const auto at = static_cast<std::ptrdiff_t>(random() % steps.size());
    steps.insert(steps.begin() + at, {Command0::kernel_wait, 0, {}});
    EXPECT_THAT(file.difference_with(steps), IsEmpty()) << name << ", command " << at;
  }
}

// Reduces the width of the resizing kernel's block from 12 to 11 columns, and sets all block
// dependencies (how many blocks of the previous kernel may be unfinished) to 0. Sets RESIZE_X_STEP,
// which contains the distance from the first to the last column of a block, to `step`. Columns are
// half an input pixel apart, so this distance is 5 1/2 pixels for 12 columns and 5 pixels for 11
// columns.
Steps with_smaller_resize_block(Steps steps, std::uint64_t step) {
  for (RegisterStep& command : steps) {
    if (is_kernel(command.command)) command.registers[key_of(Command0::blockdep)] = 0;
    if (command.command != Command0::resize) continue;
    EXPECT_EQ(command.registers.at(key_of(Command0::ofm_blk_width_m1)), 11U);
    EXPECT_EQ(command.registers.at(key_of(Command1::resize_x_step)), 0x50'0002'0002U);
    command.registers[key_of(Command0::ofm_blk_width_m1)] = 10;
    command.registers[key_of(Command1::resize_x_step)] = step;
  }
  return steps;
}

TEST(SameValues, ChecksTheStepRegistersOfAResizingKernelAgainstItsBlock) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const Network network = test::compiled_network("fvp_yolo/yolo-fastest_192_face_v4__u85-128");
  const ChangedFile file(network, value_difference);
  EXPECT_THAT(file.difference_with(with_smaller_resize_block(file.steps(), 0x50'0000'0002)),
              IsEmpty());
  EXPECT_THAT(file.difference_with(with_smaller_resize_block(file.steps(), 0x50'0002'0002)),
              Not(IsEmpty()));
}

TEST(SameValues, RefusesAFileOfAnotherNetwork) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const Network one = test::compiled_network("peers/mlperf_vww96__u65-256__Dedicated_Sram__27648");
  const Network other = test::compiled_network("peers/mlperf_kws__u65-256__Dedicated_Sram__8000");
  EXPECT_THAT(value_difference(one, other), Not(IsEmpty()));
}

}  // namespace
}  // namespace spillway::ethosu::proof
