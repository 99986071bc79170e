// SPDX-License-Identifier: Apache-2.0
#include "experiments/summary/diff_tables.h"

#include <gtest/gtest.h>

#include "base/diagnostics.h"

namespace spillway {
namespace {

const char* const header = "operator,name,type,start_cycles,end_cycles,total_cycles,note\n";

TableDiff diff(const std::string& a, const std::string& b, double tolerance = 0) {
  return diff_tables({header + a, "a.csv"}, {header + b, "b.csv"}, tolerance);
}

std::string text_of(const TableDiff& diff) { return printed_text(diff_printout(diff)); }

TEST(DiffTables, EqualFilesGiveNothing) {
  const TableDiff result = diff("0,conv,CONV_2D,0,100,100,\n", "0,conv,CONV_2D,0,100,100,\n");
  EXPECT_EQ(result.moved, 0U);
  EXPECT_EQ(text_of(result), "");
}

TEST(DiffTables, ACellBeyondTheToleranceIsNamedWithBothFigures) {
  const TableDiff result = diff("0,conv,CONV_2D,0,100,100,\n", "0,conv,CONV_2D,0,103,103,\n", 0.02);
  EXPECT_EQ(result.moved, 1U);
  EXPECT_EQ(text_of(result),
            "row           column        before  after   change\n"
            "conv CONV_2D  total_cycles     100    103  +3.00 %\n");
}

TEST(DiffTables, AMoveOfExactlyTheToleranceIsWithinIt) {
  const TableDiff result = diff("0,conv,CONV_2D,0,100,100,\n", "0,conv,CONV_2D,0,102,102,\n", 0.02);
  EXPECT_EQ(result.moved, 0U);
  EXPECT_EQ(text_of(result), "1 figures moved within the tolerance, the most by 2.00 %\n");
}

TEST(DiffTables, AFigureThatWasZeroAndTextAreNeverWithinATolerance) {
  EXPECT_EQ(diff("0,c,T,0,0,0,\n", "0,c,T,0,1,1,\n", 10).moved, 1U);
  EXPECT_EQ(diff("0,c,T,0,1,1,cpu\n", "0,c,T,0,1,1,\n", 10).moved, 1U);
}

TEST(DiffTables, RowsOfOneFileAreNamedAndRowsAlikeAreMatchedInOrder) {
  const TableDiff result = diff("0,c,T,0,1,1,\n1,c,T,1,3,2,\n", "0,c,T,0,1,1,\n1,d,T,1,3,2,\n", 1);
  EXPECT_EQ(result.moved, 2U);
  EXPECT_EQ(text_of(result), "c T #2: only in a.csv\nd T:    only in b.csv\n");
}

TEST(DiffTables, AnInsertedOperatorChangesNoOtherRow) {
  const TableDiff result =
      diff("0,c,T,0,1,1,\n1,e,T,1,3,2,\n", "0,c,T,0,1,1,\n1,d,T,1,2,1,\n2,e,T,2,4,2,\n");
  EXPECT_EQ(text_of(result), "d T: only in b.csv\n");
}

TEST(DiffTables, PointsOfSweepsAreMatchedByIdentityWhateverTheHashes) {
  const std::string columns =
      "network,network_hash,target,target_hash,system_config,memory_mode,memories,parts,planner,"
      "allocator,threads,weight_ratio,options,status,latency_us\n";
  const TableDiff result = diff_tables(
      {columns + "n,1,t,,c,m,sram=1,,p,,1,1,,ok,2.5\nn,1,t,,c,m,sram=2,,p,,1,1,,ok,2\n", "a"},
      {columns + "n,9,t,,c,m,sram=2,,p,,1,1,,ok,2\nn,9,t,,c,m,sram=1,,p,,1,1,,ok,5\n", "b"}, 0.01);
  EXPECT_THAT(text_of(result),
              testing::HasSubstr("n t c m sram=1 p 1 1  latency_us     2.5      5  +100.00 %\n"));
}

TEST(DiffTables, OtherFilesAreRefused) {
  EXPECT_THROW(diff_tables({"a,b\n1,2\n", "a"}, {"a,b\n1,2\n", "b"}, 0), UserError);
}

}  // namespace
}  // namespace spillway
