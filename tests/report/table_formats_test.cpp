// SPDX-License-Identifier: Apache-2.0
#include "report/table_formats.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "tests/report/separators.h"
#include "tests/user_error.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::Not;

PrintedTable two_planners() {
  PrintedTable table{"planners", ""};
  table.columns = {{"planner"}, number_column("cycles"), {"why"}};
  table.add({"vela_spill", "1,234", ""});
  table.add({"a|b & \\x", {"7", "*"}, "50 % #1"});
  return table;
}

Printout printout_of(PrintedTable table) {
  Printout printout;
  printout << "net_1 on chip\n" << std::move(table) << "* fastest\n";
  return printout;
}

// Names with characters that could end a cell or a table, could begin a command or a comment, or
// could become arguments of a preceding command.
const std::vector<std::string> hostile = {"a|b",
                                          "a & b",
                                          "100 % done",
                                          "\\input{/etc/passwd}",
                                          "$x_1^2$",
                                          "{",
                                          "}",
                                          "[2cm]",
                                          "*",
                                          "~^`\"<>",
                                          "a,b",
                                          "say \"hi\"",
                                          "line\nbreak",
                                          "tab\tend",
                                          "=1+1",
                                          "@everyone",
                                          "--option",
                                          "<b>bold</b>",
                                          "| --- |",
                                          "\\\\",
                                          "\\end{tabular}",
                                          "```",
                                          "![x](http://y)",
                                          "&lt;",
                                          "\x1b[31m",
                                          "::error::x",
                                          "caf\xc3\xa9",
                                          ""};

PrintedTable table_of(const std::vector<std::string>& names) {
  PrintedTable table{"names", ""};
  table.columns = {{"name"}, number_column("count"), {"note"}};
  for (const std::string& name : names) table.add({name, "1", name});
  return table;
}

TEST(TableFormats, MarkdownAlignsNumbersAndEscapesItsOwnMarks) {
  EXPECT_EQ(formatted(printout_of(two_planners()), TableFormat::markdown),
            "net\\_1 on chip\n\n"
            "| planner | cycles | why |\n"
            "| --- | ---: | --- |\n"
            "| vela\\_spill | 1,234 |  |\n"
            "| a\\|b \\& \\\\x | 7\\* | 50 % \\#1 |\n\n"
            "\\* fastest\n");
}

TEST(TableFormats, LatexHasRulesAndEscapesItsSpecialCharacters) {
  EXPECT_EQ(formatted(printout_of(two_planners()), TableFormat::latex),
            "% net_1 on chip\n\n"
            "\\begin{tabular}{lrl}\n\\toprule\n"
            "planner & cycles & why \\\\\n\\midrule\n"
            "vela\\_spill & 1,234 &  \\\\\n"
            "a\\textbar{}b \\& \\textbackslash{}x & 7{*} & 50 \\% \\#1 \\\\\n"
            "\\bottomrule\n\\end{tabular}\n\n"
            "% * fastest\n");
}

TEST(TableFormats, CsvHasTheTableAloneWithPlainNumbersAndWithoutMarks) {
  EXPECT_EQ(csv_table(printout_of(two_planners()), "planners"),
            "planner,cycles,why\nvela_spill,1234,\na|b & \\\\x,7,50 % #1\n");
}

TEST(TableFormats, CsvJoinsTablesOfOneNameByTheirKeysAndColumns) {
  Printout printout;
  for (const std::string name : {"first", "second"}) {
    PrintedTable table{"latencies", name};
    table.keys = {{"network", name}};
    table.columns = {{"planner"}, number_column(name + " KiB")};
    table.add({"vela", "1.5"});
    printout << std::move(table);
  }
  EXPECT_EQ(csv_table(printout, "latencies"),
            "network,planner,first KiB,second KiB\nfirst,vela,1.5,\nsecond,vela,,1.5\n");
}

TEST(TableFormats, ColumnsOfOneNameStayTwoColumns) {
  PrintedTable table{"t", ""};
  table.columns = {{"a"}, {"a"}};
  table.add({"1", "2"});
  EXPECT_EQ(csv_table(Printout() << std::move(table), "t"), "a,a\n1,2\n");
}

TEST(TableFormats, CsvGivesHostileNamesBack) {
  const std::string csv = csv_table(Printout() << table_of(hostile), "names");
  CsvReader reader(csv, "names");
  for (const std::string& name : hostile) {
    ASSERT_TRUE(reader.next_row()) << csv;
    EXPECT_EQ(text_from_cell(reader.cell(0)), name);
    EXPECT_EQ(reader.cell(1), "1");
    EXPECT_EQ(text_from_cell(reader.cell(2)), name);
  }
  EXPECT_FALSE(reader.next_row());
}

TEST(TableFormats, HostileNamesStayInTheirCellsOfMarkdown) {
  const std::string text = formatted(Printout() << table_of(hostile), TableFormat::markdown);
  const std::vector<std::string> lines = split(text, '\n');
  ASSERT_GE(lines.size(), hostile.size() + 2);
  for (std::size_t i = 0; i < hostile.size() + 2; ++i) {
    EXPECT_EQ(test::separators(lines[i], '|'), 4U) << lines[i];
    EXPECT_EQ(test::separators(lines[i], '`'), 0U) << lines[i];
  }
  EXPECT_THAT(text, Not(HasSubstr("<b>")));
  EXPECT_THAT(text, Not(HasSubstr("@everyone")));
}

TEST(TableFormats, HostileNamesStayInTheirCellsOfLatex) {
  const std::string text = formatted(Printout() << table_of(hostile), TableFormat::latex);
  int depth = 0;
  std::size_t rows = 0;
  for (const std::string& line : split(text, '\n')) {
    EXPECT_EQ(test::separators(line, '%'), 0U) << line;
    EXPECT_EQ(
        test::separators(line, '$') + test::separators(line, '#') + test::separators(line, '^'), 0U)
        << line;
    depth += static_cast<int>(test::separators(line, '{')) -
             static_cast<int>(test::separators(line, '}'));
    EXPECT_EQ(depth, 0) << line;
    if (line.find(" & ") == std::string::npos) continue;
    ++rows;
    EXPECT_EQ(test::separators(line, '&'), 2U) << line;
    EXPECT_EQ(line.substr(line.size() - 3), " \\\\") << line;
    // In LaTeX, a [ or a * at the beginning of a row would become an argument of the \\ at the end
    // of the preceding row.
    EXPECT_NE(line[0], '[') << line;
    EXPECT_NE(line[0], '*') << line;
  }
  EXPECT_EQ(rows, hostile.size() + 1);
  EXPECT_THAT(text, Not(HasSubstr("\\input")));
  EXPECT_THAT(text, testing::EndsWith("\\end{tabular}\n"));
}

TEST(TableFormats, EscapesLinesThatWouldBecomeListsHeadingsOrComments) {
  Printout printout;
  printout << "- item\n1. one\n# head\n+ plus\n";
  printout.draw("```\n####\n");
  EXPECT_EQ(formatted(printout, TableFormat::markdown),
            "\\- item\n\n1\\. one\n\n\\# head\n\n\\+ plus\n\n````text\n```\n####\n````\n");
  EXPECT_EQ(formatted(printout, TableFormat::latex),
            "% - item\n% 1. one\n% # head\n% + plus\n\n% ```\n% ####\n");
}

TEST(TableFormats, AnUnknownNameIsRefusedWithTheKnownOnes) {
  EXPECT_THAT(test::user_error([&] { table_format_named("html"); }, ExitCode::usage),
              HasSubstr("markdown"));
}

TEST(PrintedText, ShortensElasticCellsOnlyWhereTheyDoNotFit) {
  PrintedTable table = table_of({std::string(100, 'n')});
  table.columns[0].shortened_if_narrow();
  table.rows[0][2] = "end";
  EXPECT_EQ(block_text(table, unlimited_output).find("..."), std::string::npos);
  for (const std::string& line : split(block_text(table, 80), '\n')) {
    EXPECT_LE(line.size(), 80U) << line;
  }
  EXPECT_THAT(block_text(table, 80), HasSubstr("..."));
}

TEST(PrintedText, ColumnsThatDoNotFitFollowInFurtherBlocks) {
  PrintedTable table{"t", ""};
  table.columns = {{"name"}};
  table.fixed = 1;
  std::vector<PrintedCell> row = {"row"};
  for (int i = 0; i < 20; ++i) {
    table.columns.push_back(number_column("column" + std::to_string(i)));
    row.emplace_back(std::to_string(i));
  }
  table.add(row);
  const std::string text = block_text(table, 80);
  for (const std::string& line : split(text, '\n')) EXPECT_LE(line.size(), 80U) << line;
  for (int i = 0; i < 20; ++i) EXPECT_THAT(text, HasSubstr("column" + std::to_string(i)));
  EXPECT_THAT(text, HasSubstr("\n\nname"));
}

TEST(PrintedText, ShortenedNamesAreCutBetweenCharacters) {
  std::string name;
  for (int i = 0; i < 50; ++i) name += "\xc3\xa9";
  for (std::size_t width = 8; width < 30; ++width) {
    const std::string cut = elided(name, width);
    const std::size_t dots = cut.find("...");
    EXPECT_EQ(dots % 2, 0U) << width;
    EXPECT_EQ((cut.size() - dots - 3) % 2, 0U) << width;
  }
}

// Returns the cells of a line of a text table. At least two blanks separate neighbouring cells.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t end = std::min(line.find("  ", i), line.size());
    if (end > i) cells.push_back(line.substr(i, end - i));
    i = std::max(end, line.find_first_not_of(' ', end) == std::string::npos
                          ? line.size()
                          : line.find_first_not_of(' ', end));
  }
  return cells;
}

TEST(TableFormats, CsvHasTheCellsOfTheText) {
  PrintedTable table{"t", ""};
  table.columns = {{"name"}, number_column("bytes"), number_column("change %"), {"why"}};
  for (int i = 0; i < 30; ++i) {
    table.add({"op " + std::to_string(i), with_thousands(std::int64_t{1} << i),
               signed_percent(i / 7.0 - 2), "reason " + std::to_string(i * i)});
  }
  const std::vector<std::string> lines = split(block_text(table, unlimited_output), '\n');
  const std::string csv = csv_table(Printout() << table, "t");
  CsvReader reader(csv, "t");
  EXPECT_EQ(cells_of(lines[0]), reader.header());
  for (int i = 1; i <= 30; ++i) {
    ASSERT_TRUE(reader.next_row());
    const std::vector<std::string> cells = cells_of(lines[static_cast<std::size_t>(i)]);
    ASSERT_EQ(cells.size(), 4U);
    EXPECT_EQ(reader.cell(0), cells[0]);
    EXPECT_EQ(with_thousands(std::stoll(reader.cell(1))), cells[1]);
    EXPECT_EQ(signed_percent(std::stod(reader.cell(2)) / 100), cells[2]);
    EXPECT_EQ(reader.cell(3), cells[3]);
  }
}

TEST(PlainNumber, LosesSeparatorsAndExistsOnlyForNumbers) {
  EXPECT_EQ(plain_number("1,234,567"), "1234567");
  EXPECT_EQ(plain_number("+1.50"), "1.50");
  EXPECT_EQ(plain_number("-1,234.5e-3"), "-1234.5e-3");
  for (const char* text : {"", "-", "+", ".", "1,23", "1234,567", "12,", ",123", "1.", "0x10",
                           "inf", "nan", "1 2", "64K", "1e", "none"}) {
    EXPECT_FALSE(plain_number(text)) << text;
  }
}

}  // namespace
}  // namespace spillway
