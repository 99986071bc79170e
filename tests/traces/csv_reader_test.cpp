// SPDX-License-Identifier: Apache-2.0
#include "traces/csv/csv_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/diagnostics.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;

std::string csv_error(const std::string& text, int rows) {
  return test::user_error([&] {
    CsvReader reader(text, "t.csv");
    for (int i = 0; i < rows; ++i) reader.next_row();
  });
}

TEST(CsvReader, KeepsSeparatorsAndQuotesInsideQuotedCells) {
  CsvReader reader("a,b\n\"x, \"\"y\"\"\" , 2 \r\n", "t.csv");
  ASSERT_TRUE(reader.next_row());
  EXPECT_EQ(reader.cell(reader.require_column({"a"})), "x, \"y\"");
  EXPECT_EQ(reader.cell(reader.require_column({"b"})), "2");
  EXPECT_FALSE(reader.next_row());
}

TEST(CsvReader, SkipsBlankLinesAndCommentsAndKnowsLineNumbers) {
  CsvReader reader("# about\n\na,b\n# more\n1,2\n", "t.csv");
  ASSERT_TRUE(reader.next_row());
  EXPECT_EQ(reader.line(), 5);
}

TEST(CsvReader, KeepsEmptyCellsAtTheEndOfARow) {
  CsvReader reader("a,b,c\n1,,\n", "t.csv");
  ASSERT_TRUE(reader.next_row());
  EXPECT_EQ(reader.cell(2), "");
}

TEST(CsvReader, TakesTheFirstSynonymThatTheHeaderHas) {
  CsvReader reader("bytes\n1\n", "t.csv");
  EXPECT_EQ(reader.find_column({"size", "bytes"}), 0U);
  EXPECT_EQ(reader.find_column({"offset"}), std::nullopt);
}

TEST(CsvReader, SaysWhereAMistakeIs) {
  EXPECT_THAT(csv_error("", 0), HasSubstr("t.csv: is empty"));
  EXPECT_THAT(csv_error("a,b\n1\n", 1), HasSubstr("t.csv:2: row has 1 cells"));
  EXPECT_THAT(csv_error("a,b\n1,\"x\n", 1), HasSubstr("t.csv:2:3: quoted cell is not closed"));
  EXPECT_THAT(csv_error("a,b\n\"x\"y,1\n", 1), HasSubstr("t.csv:2:4: expected a comma"));
  EXPECT_THAT(csv_error(std::string("a\0b", 3), 0), HasSubstr("zero bytes"));
}

TEST(CsvReader, RefusesAColumnThatAppearsTwiceOnlyWhenItIsRead) {
  CsvReader reader("a,b,b\n1,2,3\n", "t.csv");
  EXPECT_EQ(reader.find_column({"a"}), 0U);
  EXPECT_THROW(reader.find_column({"b"}), UserError);
}

TEST(CsvReader, RejectsMalformedAndOutOfRangeNumbersWithTheirColumn) {
  CsvReader reader("a,b\n 12x,-1\n", "t.csv");
  ASSERT_TRUE(reader.next_row());
  EXPECT_THROW(reader.integer(0), UserError);
  EXPECT_EQ(test::user_error([&] { reader.integer(1); }), "t.csv:2:6: b '-1': expected at least 0");
}

TEST(CsvReader, SuggestsTheColumnThatAnUnknownOneMayMean) {
  CsvReader reader("ofset\n", "t.csv");
  reader.find_column({"offset"});
  EXPECT_THAT(test::user_error([&] { reader.reject_unknown_columns(); }),
              HasSubstr("did you mean 'offset'?"));
}

TEST(TextCell, SurvivesWritingAndReadingWhateverItHolds) {
  EXPECT_TRUE(rc::check([](const std::string& text) {
    CsvReader reader("a,b\n" + text_cell(text) + ",1\n", "t.csv");
    // The reader skips blank rows. Because of the second cell, the row is not blank even if `text`
    // is empty.
    RC_ASSERT(reader.next_row());
    RC_ASSERT(text_from_cell(reader.cell(0)) == text);
  }));
}

TEST(TextCell, NeverBeginsLikeAFormula) {
  for (const char* text : {"=1+1", "+1", "-1", "@a", "\t=1", "\r=1", " =1"}) {
    EXPECT_EQ(text_cell(text).front(), '\\') << text;
  }
}

TEST(TextCell, RejectsMalformedEscapes) {
  EXPECT_EQ(text_from_cell("a\\"), std::nullopt);
  EXPECT_EQ(text_from_cell("\\q"), std::nullopt);
  EXPECT_EQ(text_from_cell("\\x4"), std::nullopt);
  EXPECT_EQ(text_from_cell("\\xg0"), std::nullopt);
}

}  // namespace
}  // namespace spillway
