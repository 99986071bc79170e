// SPDX-License-Identifier: Apache-2.0
#include "report/table_formats.h"

#include <gtest/gtest.h>

#include "base/diagnostics.h"

namespace spillway {
namespace {

const DocumentTable two_planners = {{"planner", "latency ms", "why"},
                                    {{"vela_spill", "0.170", ""}, {"a|b & \\x", "", "50 % #1"}}};

TEST(TableFormats, MarkdownAlignsNumbersAndEscapesItsOwnMarks) {
  EXPECT_EQ(formatted_table(two_planners, TableFormat::markdown),
            "| planner | latency ms | why |\n"
            "| --- | ---: | --- |\n"
            "| vela\\_spill | 0.170 |  |\n"
            "| a\\|b & \\\\x |  | 50 % \\#1 |\n");
}

TEST(TableFormats, LatexHasRulesAndEscapesItsSpecialCharacters) {
  EXPECT_EQ(formatted_table(two_planners, TableFormat::latex),
            "\\begin{tabular}{lrl}\n\\toprule\n"
            "planner & latency ms & why \\\\\n\\midrule\n"
            "vela\\_spill & 0.170 &  \\\\\n"
            "a|b \\& \\textbackslash{}x &  & 50 \\% \\#1 \\\\\n"
            "\\bottomrule\n\\end{tabular}\n");
}

TEST(TableFormats, CsvQuotesWhatNeedsIt) {
  const DocumentTable table = {{"a", "b"}, {{"x,y", "1"}}};
  EXPECT_EQ(formatted_table(table, TableFormat::csv), "a,b\n\"x,y\",1\n");
}

TEST(TableFormats, AnUnknownNameIsRefusedWithTheKnownOnes) {
  try {
    table_format_named("html");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    EXPECT_NE(std::string(error.what()).find("markdown"), std::string::npos);
  }
}

}  // namespace
}  // namespace spillway
