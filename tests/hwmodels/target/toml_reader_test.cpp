// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/toml/toml_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/user_error.h"

namespace spillway {
namespace {

TEST(TomlTable, ReadsTypedValuesAndNestedTables) {
  TomlTable root = TomlTable::parse(
      "name = \"x\"\nrows = 0x10\nrate = 2\n[timing]\nCL = 3\n[[port]]\nbits = 64\n", "t.toml");
  EXPECT_EQ(root.string("name"), "x");
  EXPECT_EQ(root.integer("rows"), 16);
  EXPECT_EQ(root.number("rate"), 2.0);
  EXPECT_EQ(root.table("timing").integer32("CL"), 3);
  EXPECT_EQ(root.tables("port").at(0).integer("bits"), 64);
  EXPECT_FALSE(root.has("absent"));
  EXPECT_NO_THROW(root.finish());
}

TEST(TomlTable, KeysComeInTheOrderOfTheFile) {
  EXPECT_THAT(TomlTable::parse("b = 1\na = 2\nc = 3\n", "t").keys(),
              testing::ElementsAre("b", "a", "c"));
}

TEST(TomlTable, PointsAtAMisspeltKeyInsteadOfCallingItMissing) {
  TomlTable root = TomlTable::parse("CL = 3\nREFI = 6240\n", "part.toml");
  EXPECT_EQ(test::user_error([&] { root.integer("tREFI"); }),
            "part.toml:2:1: unknown key 'REFI'; did you mean 'tREFI'?");
}

TEST(TomlTable, NamesAMissingKeyAndTheTableThatLacksIt) {
  TomlTable root = TomlTable::parse("a = 1\n[timing]\nx = 1\n", "part.toml");
  EXPECT_EQ(test::user_error([&] { root.table("timing").integer("refresh_interval"); }),
            "part.toml:2:1: missing key 'refresh_interval'");
}

TEST(TomlTable, RejectsUnknownKeys) {
  TomlTable root = TomlTable::parse("banks = 8\nbansk = 4\n", "part.toml");
  root.integer("banks");
  EXPECT_EQ(test::user_error([&] { root.finish(); }),
            "part.toml:2:1: unknown key 'bansk'; did you mean 'banks'?");
}

TEST(TomlTable, SaysWhatWasExpectedOfAWrongValue) {
  TomlTable root = TomlTable::parse("banks = \"8\"\nrows = -1\npage = \"opne\"\n", "p.toml");
  EXPECT_EQ(test::user_error([&] { root.integer("banks"); }),
            "p.toml:1:9: banks: expected an integer");
  EXPECT_EQ(test::user_error([&] { root.integer("rows"); }), "p.toml:2:8: rows: -1 is below 0");
  EXPECT_EQ(test::user_error([&] {
              root.choice("page", {"open", "closed"});
            }),
            "p.toml:3:8: page: unknown value 'opne'; did you mean 'open'?");
}

TEST(TomlTable, SyntaxErrorsCarryTheirLine) {
  EXPECT_THAT(test::user_error([] { TomlTable::parse("a = 1\nb = = 2\n", "p.toml"); }),
              testing::StartsWith("p.toml:2:"));
}

}  // namespace
}  // namespace spillway
