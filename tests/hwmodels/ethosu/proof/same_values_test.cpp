// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/same_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hwmodels/ethosu/proof/attacks.h"
#include "tests/hwmodels/ethosu/replay/compiled_network.h"

namespace spillway::ethosu::proof {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

TEST(SlowSameValues, RefusesEveryHarmfulChange) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  expect_all_refused(value_difference, 4);
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

TEST(SameValues, RefusesAFileOfAnotherNetwork) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const Network one = test::compiled_network("peers/mlperf_vww96__u65-256__Dedicated_Sram__27648");
  const Network other = test::compiled_network("peers/mlperf_kws__u65-256__Dedicated_Sram__8000");
  EXPECT_THAT(value_difference(one, other), Not(IsEmpty()));
}

}  // namespace
}  // namespace spillway::ethosu::proof
