// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/plan_io/tool_plans.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;

PlacedProblem read_plan(const std::string& text) { return read_plan_csv(text, "plan.csv", {}); }

std::string error_of(const std::string& text) {
  return test::user_error([&] { read_plan(text); });
}

TEST(PlanCsv, ReadsMiniMallocsOwnExample) {
  const PlacedProblem placed = read_plan("id,lower,upper,size\nb1,0,3,4\nb2,3,9,4\n");
  ASSERT_EQ(placed.problem.buffers.size(), 2U);
  EXPECT_EQ(placed.problem.buffers[1].name, "b2");
  EXPECT_EQ(placed.problem.buffers[1].lower, 3);
  EXPECT_EQ(placed.problem.buffers[1].upper, 9);
  EXPECT_EQ(placed.placements[0].memory, no_memory);
}

TEST(PlanCsv, TakesSynonymsInAnyOrderAndInclusiveEnds) {
  const PlacedProblem placed = read_plan("size,end,begin,buffer_id,alignment\n64,2,1,x,16\n");
  const Buffer& buffer = placed.problem.buffers[0];
  EXPECT_EQ(buffer.lower, 1);
  EXPECT_EQ(buffer.upper, 3);
  EXPECT_EQ(buffer.size, 64);
  EXPECT_EQ(buffer.alignment, 16);
}

TEST(PlanCsv, ReadsPlacesKindsAndPlannersColumns) {
  const PlacedProblem placed = read_plan(
      "buffer,start,upper,size,offset,memory,kind,tensor,reads,access_score,offline,"
      "stride2_inplace_idx,expected_offset,hint,gaps\n"
      "a,0,4,32,64,sram,scratch,7,2,99,16,3,48,-1,1-2 2-3@0:8\n"
      "b,0,4,32,-1,dram,,,,,-1,,,,\n");
  const Buffer& a = placed.problem.buffers[0];
  EXPECT_EQ(a.kind, TensorKind::scratch);
  EXPECT_EQ(a.tensor, 7);
  EXPECT_EQ(a.reads, 2);
  EXPECT_EQ(a.access_score, 99);
  EXPECT_EQ(a.offline_offset, 16);
  EXPECT_EQ(a.stride2_inplace_layer, 3);
  EXPECT_EQ(placed.expected[0], 48);
  EXPECT_EQ(placed.placements[0].memory, 0);
  EXPECT_EQ(placed.placements[0].offset, 64);
  EXPECT_EQ(placed.placements[1].memory, no_memory);
  EXPECT_EQ(placed.problem.memories[1].name, "dram");
}

TEST(PlanCsv, IsReadBackAsItWasWritten) {
  PlacedProblem placed = read_plan(
      "id,lower,upper,size,alignment,offset,memory,kind,reads\n"
      "\"a,b\",0,4,32,8,64,sram,activation,2\n\\x3dsum,1,2,5,1,,,variable,0\n");
  const std::string csv = write_plan_csv(placed.problem, placed.placements);
  const PlacedProblem again = read_plan(csv);
  EXPECT_EQ(write_plan_csv(again.problem, again.placements), csv);
  EXPECT_EQ(again.problem.buffers[0].name, "a,b");
  EXPECT_EQ(again.problem.buffers[1].name, "=sum");
  EXPECT_EQ(write_minimalloc_csv(placed.problem, {}),
            "id,lower,upper,size,alignment\n\"a,b\",0,4,32,8\n\\x3dsum,1,2,5,1\n");
}

TEST(PlanCsv, GivenOffsetsBecomeFixedOffsets) {
  PlacedProblem placed = read_plan("id,lower,upper,size,offset\na,0,1,4,8\nb,0,1,4,-1\n");
  obey_given_places(placed);
  EXPECT_EQ(placed.problem.buffers[0].pinned_offset, 8);
  EXPECT_FALSE(placed.problem.buffers[1].pinned_offset.has_value());
}

TEST(PlanCsv, MistakesNameTheirLineAndColumnAndSuggest) {
  EXPECT_THAT(error_of("id,lowr,upper,size\n"), HasSubstr("did you mean 'lower'"));
  EXPECT_THAT(error_of("id,lower,upper\n"), HasSubstr("column 'size' is missing"));
  EXPECT_THAT(error_of("id,lower,upper,size\na,0,1,0\n"), HasSubstr("plan.csv:2:7"));
  EXPECT_THAT(error_of("id,lower,upper,size\na,0,1,1099511627777\n"), HasSubstr("plan.csv:2:7"));
  EXPECT_THAT(error_of("id,lower,upper,size\na,3,3,8\n"), HasSubstr("ends before it starts"));
  EXPECT_THAT(error_of("id,lower,upper,size\na,0,1,8\na,0,1,8\n"), HasSubstr("plan.csv:3"));
  EXPECT_THAT(error_of("id,lower,upper,size,kind\na,0,1,8,wieght\n"),
              HasSubstr("did you mean 'weight'"));
  EXPECT_THAT(error_of("id,lower,upper,size,gaps\na,0,9,8,5-2\n"), HasSubstr("expected gaps"));
  EXPECT_THAT(error_of(""), HasSubstr("is empty"));
}

TEST(PlanCsv, AnUnknownMemoryIsAMistakeWhenMemoriesAreGiven) {
  EXPECT_THROW(
      read_plan_csv("id,lower,upper,size,memory\na,0,1,8,srm\n", "p.csv", {{"sram", 64, 1}}),
      UserError);
}

TEST(PlanCsv, GapsAreTimeRangesWithAnOptionalAddressWindow) {
  const auto with_gaps = [](const std::string& gaps) {
    return read_plan_csv("id,lower,upper,size,gaps\na,0,9,8," + gaps + "\n", "p.csv", {});
  };
  EXPECT_NO_THROW(with_gaps("2-5 8-9@0:64"));
  for (const char* wrong : {"5-2", "2-5@64", "2-5 8", "-1-5"}) {
    EXPECT_THROW(with_gaps(wrong), UserError) << wrong;
  }
}

constexpr const char* vela_text =
    "Vela banner\n"
    "Tensor Allocation for mem_area Sram, of type set (Scratch), using allocator HillClimb, in "
    "main subgraph:\n"
    "Start Time -   End Time: Start Addr -   End Addr: Tensor Size: Memory Usage:  Purpose:  "
    "Tensor Name\n"
    "         0 -          1:        0x0 -     0x1000:        4096:         8192: FeatureMap     : "
    "input:0\n"
    "         1 -          3:     0x1000 -     0x2000:        4096:         8192: Weights        : "
    "w\n"
    "Memory usage of Sram: 8192\n"
    "Tensor Allocation for mem_area Dram, of type set (Permanent), using allocator HillClimb, in "
    "main subgraph:\n"
    "         0 -          9:        0x0 -       0x40:          64: Weights        : w\n";

TEST(VelaAllocation, ReadsEveryTableWithHalfOpenLifetimes) {
  const PlacedProblem placed = read_vela_allocation(vela_text, "vela.txt");
  ASSERT_EQ(placed.problem.buffers.size(), 3U);
  EXPECT_EQ(placed.problem.buffers[0].name, "input:0");
  EXPECT_EQ(placed.problem.buffers[1].upper, 4);
  EXPECT_EQ(placed.problem.buffers[1].kind, TensorKind::weight);
  EXPECT_EQ(placed.placements[1].offset, 0x1000);
  EXPECT_EQ(placed.problem.buffers[2].name, "w#2");
  EXPECT_EQ(at(placed.problem.memories, placed.placements[2].memory).name, "Dram");
}

TEST(VelaAllocation, RejectsTextWithoutATableAndDamagedRows) {
  EXPECT_THROW(read_vela_allocation("nothing\n", "x.txt"), UserError);
  EXPECT_THROW(
      read_vela_allocation(
          "Tensor Allocation for mem_area Sram, of\n 0 - 1: 0x0 - 0x10: 99: 1: F: n\n", "x.txt"),
      UserError);
}

TEST(ExecutorchPlan, PlacesBuffersByName) {
  PlacedProblem problem = read_plan_csv("id,lower,upper,size\na,0,2,16\nb,1,3,16\n", "b.csv",
                                        {{"fast", 64, 1}, {"slow", 64, 1}});
  const PlacedProblem placed =
      read_executorch_plan("tensor,mem_id,offset\nb,2,16\n", "et.csv", problem.problem);
  EXPECT_EQ(placed.placements[0].memory, no_memory);
  EXPECT_EQ(placed.placements[1].memory, 1);
  EXPECT_EQ(placed.placements[1].offset, 16);
  EXPECT_THROW(read_executorch_plan("tensor,mem_id,offset\nc,1,0\n", "e", problem.problem),
               UserError);
  EXPECT_THROW(read_executorch_plan("tensor,mem_id,offset\na,3,0\n", "e", problem.problem),
               UserError);
}

}  // namespace
}  // namespace spillway
