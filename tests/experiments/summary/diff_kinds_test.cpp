// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "experiments/rows/sweep_columns.h"
#include "experiments/summary/diff_tables.h"

namespace spillway {
namespace {

using testing::HasSubstr;

TEST(DiffKinds, AFileOfOperatorsIsNotComparedWithAFileOfASweep) {
  const TableFile operators{"operator,name,type,total_cycles\n0,conv,CONV_2D,100\n", "ops.csv"};
  const TableFile sweep{std::string(sweep_identity_columns) +
                            ",status,latency_us\nn,0,chip,,c,m,sram=1,,single,,1,1,,ok,20\n",
                        "sweep.csv"};
  const auto message_of = [](const TableFile& a, const TableFile& b) -> std::string {
    try {
      diff_tables(a, b, 0);
    } catch (const UserError& error) {
      EXPECT_EQ(error.code(), ExitCode::input_file);
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(
      message_of(operators, sweep),
      HasSubstr("sweep.csv:1:1: this is the CSV of a sweep, but ops.csv is a per-operator CSV"));
  EXPECT_THAT(
      message_of(sweep, operators),
      HasSubstr("ops.csv:1:1: this is a per-operator CSV, but sweep.csv is the CSV of a sweep"));
  EXPECT_EQ(diff_tables(operators, operators, 0).moved, 0U);
  EXPECT_EQ(diff_tables(sweep, sweep, 0).moved, 0U);
}

}  // namespace
}  // namespace spillway
