// SPDX-License-Identifier: Apache-2.0
#include "traces/csv_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/diagnostics.h"

namespace spillway {
namespace {

using testing::HasSubstr;

std::string message_of(const std::string& text, int rows) {
  try {
    CsvReader reader(text, "t.csv");
    for (int i = 0; i < rows; ++i) reader.next_row();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CsvReader, keeps_separators_and_quotes_inside_quoted_cells) {
  CsvReader reader("a,b\n\"x, \"\"y\"\"\" , 2 \r\n", "t.csv");
  ASSERT_TRUE(reader.next_row());
  EXPECT_EQ(reader.cell(reader.require_column({"a"})), "x, \"y\"");
  EXPECT_EQ(reader.cell(reader.require_column({"b"})), "2");
  EXPECT_FALSE(reader.next_row());
}

TEST(CsvReader, skips_blank_lines_and_comments_and_knows_line_numbers) {
  CsvReader reader("# about\n\na,b\n# more\n1,2\n", "t.csv");
  ASSERT_TRUE(reader.next_row());
  EXPECT_EQ(reader.line(), 5);
}

TEST(CsvReader, keeps_empty_cells_at_the_end_of_a_row) {
  CsvReader reader("a,b,c\n1,,\n", "t.csv");
  ASSERT_TRUE(reader.next_row());
  EXPECT_EQ(reader.cell(2), "");
}

TEST(CsvReader, takes_the_first_synonym_that_the_header_has) {
  CsvReader reader("bytes\n1\n", "t.csv");
  EXPECT_EQ(reader.find_column({"size", "bytes"}), 0U);
  EXPECT_EQ(reader.find_column({"offset"}), std::nullopt);
}

TEST(CsvReader, says_where_a_mistake_is) {
  EXPECT_THAT(message_of("", 0), HasSubstr("t.csv: is empty"));
  EXPECT_THAT(message_of("a,b\n1\n", 1), HasSubstr("t.csv:2: row has 1 cells"));
  EXPECT_THAT(message_of("a,b\n1,\"x\n", 1), HasSubstr("t.csv:2:3: quoted cell is not closed"));
  EXPECT_THAT(message_of("a,b\n\"x\"y,1\n", 1), HasSubstr("t.csv:2:4: expected a comma"));
  EXPECT_THAT(message_of(std::string("a\0b", 3), 0), HasSubstr("zero bytes"));
}

TEST(CsvReader, minds_columns_that_appear_twice_only_when_one_of_them_is_wanted) {
  CsvReader reader("a,b,b\n1,2,3\n", "t.csv");
  EXPECT_EQ(reader.find_column({"a"}), 0U);
  EXPECT_THROW(reader.find_column({"b"}), UserError);
}

TEST(CsvReader, rejects_numbers_that_are_none_or_out_of_range_with_their_column) {
  CsvReader reader("a,b\n 12x,-1\n", "t.csv");
  ASSERT_TRUE(reader.next_row());
  EXPECT_THROW(reader.integer(0), UserError);
  try {
    reader.integer(1);
    FAIL() << "a negative number was accepted";
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "t.csv:2:6: b '-1': expected at least 0");
  }
}

TEST(CsvReader, suggests_the_column_that_an_unknown_one_may_mean) {
  CsvReader reader("ofset\n", "t.csv");
  reader.find_column({"offset"});
  try {
    reader.reject_unknown_columns();
    FAIL() << "an unknown column was accepted";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'offset'?"));
  }
}

TEST(TextCell, survives_writing_and_reading_whatever_it_holds) {
  EXPECT_TRUE(rc::check([](const std::string& text) {
    CsvReader reader("a,b\n" + text_cell(text) + ",1\n", "t.csv");
    // A row whose only other cell is "1" is never blank.
    RC_ASSERT(reader.next_row());
    RC_ASSERT(text_from_cell(reader.cell(0)) == text);
  }));
}

TEST(TextCell, never_begins_like_a_formula) {
  for (const char* text : {"=1+1", "+1", "-1", "@a", "\t=1", "\r=1", " =1"}) {
    EXPECT_EQ(text_cell(text).front(), '\\') << text;
  }
}

TEST(TextCell, rejects_malformed_escapes) {
  EXPECT_EQ(text_from_cell("a\\"), std::nullopt);
  EXPECT_EQ(text_from_cell("\\q"), std::nullopt);
  EXPECT_EQ(text_from_cell("\\x4"), std::nullopt);
  EXPECT_EQ(text_from_cell("\\xg0"), std::nullopt);
}

}  // namespace
}  // namespace spillway
