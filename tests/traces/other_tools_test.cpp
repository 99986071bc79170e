// SPDX-License-Identifier: Apache-2.0
// Tests the readers of tables that other tools and runtimes write.
#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "tests/reference.h"
#include "traces/csv/invoke_table.h"
#include "traces/csv/vela_per_layer.h"

namespace spillway {
namespace {

using testing::HasSubstr;

std::string invoke_message(const std::string& rows) {
  try {
    parse_invoke_tables("table,op,count,ticks,ms\n" + rows, "i.csv");
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(InvokeTables, HoldTheRowsAndTotalsThatARuntimePrinted) {
  const auto tables = parse_invoke_tables(
      "table,op,count,ticks,ms\na,OP_ADD,2,100,0.01\na,OP_MUL,1,50,0.00\na,total,,150,0.01\n"
      "b,OP_ADD,1,7,0.00\nb,total,,7,0.00\n",
      "i.csv");
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].rows[1].op, "OP_MUL");
  EXPECT_EQ(tables[0].rows[0].count, 2);
  EXPECT_EQ(tables[0].total_ticks, 150);
  EXPECT_EQ(tables[1].name, "b");
}

TEST(InvokeTables, MustAddUpAndBeClosedByATotal) {
  EXPECT_THAT(invoke_message("a,OP_ADD,2,100,0.01\na,total,,101,0.01\n"),
              HasSubstr("i.csv:3:10: ticks '101': the rows of 'a' add up to 100"));
  EXPECT_THAT(invoke_message("a,OP_ADD,2,100,0.01\nb,OP_ADD,2,100,0.01\n"),
              HasSubstr("has no row 'total'"));
  EXPECT_THAT(invoke_message("a,OP_ADD,2,100,0.01\n"), HasSubstr("has no row 'total'"));
  EXPECT_THAT(invoke_message("a,OP_ADD,2,100,soon\n"), HasSubstr("expected a number"));
}

TEST(InvokeTables, PublishedForXcoreAreRead) {
  SPILLWAY_NEEDS_SHARED("reference/xcore/invoke_tables.csv");
  const std::string path = test::shared_path("reference/xcore/invoke_tables.csv");
  const auto tables = parse_invoke_tables(read_text(path), path);
  ASSERT_EQ(tables.size(), 3U);
  EXPECT_EQ(tables[0].name, "arena_in_sram");
  EXPECT_EQ(tables[1].total_ticks, 4'135'867);
}

TEST(VelaPerLayer, HasTheLargestOfItsPartsAsOperatorCycles) {
  SPILLWAY_NEEDS_SHARED("reference/vela/per_layer");
  const std::string folder = test::shared_path("reference/vela/per_layer");
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    const auto layers = parse_vela_per_layer(read_text(path), path);
    EXPECT_FALSE(layers.empty()) << path;
    for (const VelaLayer& layer : layers) {
      EXPECT_EQ(layer.op_cycles,
                std::max({layer.npu_cycles, layer.sram_cycles, layer.dram_cycles,
                          layer.on_chip_flash_cycles, layer.off_chip_flash_cycles}))
          << path << " " << layer.name;
    }
  }
}

TEST(VelaPerLayer, OfAnotherFormIsRefused) {
  EXPECT_THROW(parse_vela_per_layer("a,b\n1,2\n", "v.csv"), UserError);
}

}  // namespace
}  // namespace spillway
