// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "base/files/files.h"
#include "tests/checkout.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;

int status_of(const std::string& command) { return WEXITSTATUS(std::system(command.c_str())); }

/// A search that would take minutes is interrupted by a signal. The command must then write the
/// fastest plan that the search has found, and `run --plan` must accept this plan.
TEST(SlowInterrupt, OfASearchByTimeGivesTheFastestPlanSoFar) {
  const std::string folder = testing::TempDir() + "spillway_interrupt";
  std::filesystem::create_directories(folder);
  const std::string plan = folder + "/plan.csv", log = folder + "/log";
  const std::string chip =
      " mobilenet_v1_0.25_96 --target ethos-u65-256 --memory-mode"
      " Dedicated_Sram --memory sram=64K";
  const std::string search = test::program_path() + " plan" + chip +
                             " --planner search --search-budget 10000000 --output " + plan;
  // If a shell runs the tests in the background, the tests and the tested program ignore the
  // interrupt signal. `env` restores the default reaction of the program.
  const std::string interrupted =
      "env --default-signal=INT timeout --preserve-status --kill-after 30 --signal INT 4 ";
  EXPECT_EQ(status_of(interrupted + search + " >/dev/null 2>" + log), 130);
  EXPECT_THAT(read_text(log), HasSubstr("interrupted: the best plan so far"));
  EXPECT_EQ(status_of(test::program_path() + " run" + chip + " --plan " + plan + " >/dev/null"), 0);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace spillway::cli
