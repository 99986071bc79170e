// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/answer_run.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

using test::Outcome;
using test::outcome_of;

/// A plan must be the same after a command wrote it as a list of ExecuTorch (tensor, memory ID,
/// offset) and another command read the list.
class ExecutorchList : public test::InScratchFolder {};

const std::vector<std::string> two_memories = {"--memory", "sram=40K,dram=1M"};

TEST_F(ExecutorchList, OfANetworkHasEveryFeatureMapAndIsValid) {
  const Outcome planned = outcome_of(with(
      {"plan", "mobilenet_v1_0.25_96", "--in-place", "off", "--executorch-out", path("list.csv")},
      two_memories));
  ASSERT_EQ(planned.code, ExitCode::ok) << planned.err;
  const std::string list = read_text(path("list.csv"));
  EXPECT_THAT(list, testing::StartsWith("tensor,mem_id,offset\ninput,"));
  EXPECT_THAT(list, HasSubstr(",1,"));
  EXPECT_THAT(list, HasSubstr(",2,"));
  const Outcome checked = outcome_of(
      with({"check", "--buffers", path("list.csv"), "--lifetimes", "mobilenet_v1_0.25_96"},
           two_memories));
  EXPECT_EQ(checked.code, ExitCode::ok) << checked.out;
  EXPECT_THAT(checked.out, HasSubstr("no violation"));
}

TEST_F(ExecutorchList, OfBuffersIsReadBackWithTheirNames) {
  write_file(path("b.csv"),
             "id,lower,upper,size\n\"a,\"\"b\"\"\",0,2,64\n\\x3dsum,1,3,32\nc,2,4,64\n");
  const Outcome planned =
      outcome_of({"plan", "--buffers", path("b.csv"), "--memory", "sram=96,dram=1K",
                  "--executorch-out", path("list.csv"), "--output", path("plan.csv")});
  ASSERT_EQ(planned.code, ExitCode::ok) << planned.err;
  const Outcome checked = outcome_of({"check", "--buffers", path("list.csv"), "--lifetimes",
                                      path("b.csv"), "--memory", "sram=96,dram=1K"});
  EXPECT_EQ(checked.code, ExitCode::ok) << checked.out << checked.err;
  EXPECT_EQ(checked.out, "3 buffers, no violation\n");
}

TEST_F(ExecutorchList, OfATargetsPlanIsReplayed) {
  const std::vector<std::string> point = {"ds_cnn", "--target", "ethos-u55-128"};
  const Outcome planned = outcome_of(
      with(with({"plan"}, point), {"--planner", "exact", "--executorch-out", path("list.csv")}));
  ASSERT_EQ(planned.code, ExitCode::ok) << planned.err;
  const auto table = [](const Outcome& outcome) {
    EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    return outcome.out.substr(outcome.out.find("\ncount"));
  };
  EXPECT_EQ(table(outcome_of(with(with({"run"}, point), {"--plan", path("list.csv")}))),
            table(outcome_of(with(with({"run"}, point), {"--planner", "exact"}))));
}

TEST_F(ExecutorchList, IsRefusedForPlansThatShareBytes) {
  write_file(path("b.csv"), "id,lower,upper,size,inside\na,0,2,64,\nb,1,3,32,a\n");
  const Outcome shared = outcome_of({"plan", "--buffers", path("b.csv"), "--executorch-out",
                                     path("list.csv"), "--output", path("plan.csv")});
  EXPECT_EQ(shared.code, ExitCode::usage);
  EXPECT_THAT(shared.err, HasSubstr("one place per tensor: 'b' takes the bytes of 'a'"));
  EXPECT_FALSE(std::filesystem::exists(path("plan.csv"))) << "nothing is half-written";
}

TEST_F(ExecutorchList, IsRefusedForPlansThatMoveTensors) {
  const Outcome moved = outcome_of({"plan", "mobilenet_v2_1.0_224", "--target", "ethos-u65-256",
                                    "--memory-mode", "Dedicated_Sram", "--planner", "xla-msa",
                                    "--memory", "sram=128K", "--executorch-out", path("list.csv")});
  EXPECT_EQ(moved.code, ExitCode::usage) << moved.out;
  EXPECT_THAT(moved.err, HasSubstr("moves between memories"));
}

}  // namespace
}  // namespace spillway::cli
