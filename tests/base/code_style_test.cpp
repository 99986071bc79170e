// SPDX-License-Identifier: Apache-2.0
// Checks rules of style that neither clang-format 14 nor a compiler checks, such as the positions
// of braces, the names of tests and the paths in #include lines.
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/base/sources.h"

namespace spillway {
namespace {

using testing::IsEmpty;

std::vector<test::Source> all_sources() {
  std::vector<test::Source> sources = test::program_sources();
  sources.insert(sources.end(), test::test_sources().begin(), test::test_sources().end());
  return sources;
}

// Returns the position after the parenthesis that closes the parenthesis at position `open`.
// Returns the length of `code` if no parenthesis closes it.
std::size_t end_of_parentheses(const std::string& code, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < code.size(); ++i) {
    depth += code[i] == '(' ? 1 : code[i] == ')' ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return code.size();
}

// For every if, for, while or else whose body begins on the next line without a brace, returns the
// number of the line before the body.
std::vector<std::size_t> bodies_without_braces(const std::string& text) {
  static const std::regex control("(^|\\n) *(\\} )?(else )?(if|for|while)( constexpr)? \\(");
  static const std::regex other("(^|\\n) *(\\} )?else *\\n");
  const std::string code = test::code_of(text);
  std::vector<std::size_t> lines;
  for (auto it = std::sregex_iterator(code.begin(), code.end(), control);
       it != std::sregex_iterator(); ++it) {
    const auto open = static_cast<std::size_t>(it->position() + it->length()) - 1;
    const std::size_t end = end_of_parentheses(code, open);
    const std::size_t next = code.find_first_not_of(' ', end);
    if (next == std::string::npos || code[next] == '\n') lines.push_back(test::line_of(code, end));
  }
  for (auto it = std::sregex_iterator(code.begin(), code.end(), other);
       it != std::sregex_iterator(); ++it) {
    lines.push_back(
        test::line_of(code, static_cast<std::size_t>(it->position() + it->length()) - 1));
  }
  return lines;
}

// Code that prints a percentage with a sign must call signed_percent(). A plain format would print
// "-0.00" for a small negative value.
TEST(CodeStyle, PercentagesWithASignComeFromOneFunction) {
  static const std::regex own_format(R"(\{:\+[.0-9{}]*f\} ?%)");
  for (const test::Source& source : test::program_sources()) {
    if (source.path == "base/text.cpp") continue;
    EXPECT_FALSE(std::regex_search(source.text, own_format)) << source.path;
  }
}

// A query of std::filesystem must have a second argument, an std::error_code. Without this
// argument, the query throws if a user gives a path that is too long.
TEST(CodeStyle, FilesystemQueriesDoNotThrow) {
  static const std::regex question(R"(filesystem::(exists|is_\w+|file_size|status)\()");
  for (const test::Source& source : test::program_sources()) {
    const std::string code = test::code_of(source.text);
    for (auto it = std::sregex_iterator(code.begin(), code.end(), question);
         it != std::sregex_iterator(); ++it) {
      const auto open = static_cast<std::size_t>(it->position() + it->length()) - 1;
      const std::string words = code.substr(open, end_of_parentheses(code, open) - open);
      EXPECT_NE(words.find(','), std::string::npos) << source.path << ": " << it->str();
    }
  }
}

TEST(CodeStyle, AStatementOnALineOfItsOwnStandsInBraces) {
  for (const test::Source& source : all_sources()) {
    EXPECT_THAT(bodies_without_braces(source.text), IsEmpty()) << source.path;
  }
}

TEST(CodeStyle, FindsStatementsWithoutBraces) {
  EXPECT_THAT(bodies_without_braces("if (a(b)) return;\nfor (;;) {\n  c();\n}\n"), IsEmpty());
  EXPECT_THAT(bodies_without_braces("void f() {\n  if (a &&\n      b)\n    return;\n}\n"),
              testing::ElementsAre(3U));
  EXPECT_THAT(bodies_without_braces("if (a) {\n} else\n  b();\n"), testing::ElementsAre(2U));
  EXPECT_THAT(bodies_without_braces("} else if (a)\n  b();\n"), testing::ElementsAre(1U));
}

// Both names of a test, TEST(Subject, SaysWhatHoldsOfIt), are in CamelCase, so that they read as a
// sentence. The names have no underscores, because GoogleTest reserves names with underscores.
TEST(CodeStyle, TestsAreSentencesInCamelCase) {
  static const std::regex test(
      "\\n(TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)\\(\\s*(\\w+),\\s*"
      "(\\w+)");
  static const std::regex camel("([A-Z][a-z0-9]*)+");
  std::size_t tests = 0;
  for (const test::Source& source : test::test_sources()) {
    const std::string code = test::code_of(source.text);
    for (auto it = std::sregex_iterator(code.begin(), code.end(), test);
         it != std::sregex_iterator(); ++it, ++tests) {
      EXPECT_TRUE(std::regex_match((*it)[2].str(), camel)) << source.path << ": " << (*it)[2];
      EXPECT_TRUE(std::regex_match((*it)[3].str(), camel)) << source.path << ": " << (*it)[3];
    }
  }
  EXPECT_GT(tests, 500U);
}

// An #include of a file of the checkout gives the path from the root of the checkout. Every file
// *_test.cpp includes <gtest/gtest.h> directly, not only through another header.
TEST(CodeStyle, IncludesSpellPathsOutAndTestsIncludeGoogleTest) {
  static const std::regex include("\\n#include \"([^\"]+)\"");
  static const std::set<std::string> roots = {"base",  "traces", "planner",     "hwmodels",
                                              "sim",   "report", "experiments", "cli",
                                              "tests", "bench"};
  static const std::set<std::string> generated = {"executorch_generated.h",
                                                  "tflite_bfbs_generated.h", "tflite_generated.h"};
  for (const test::Source& source : all_sources()) {
    for (auto it = std::sregex_iterator(source.text.begin(), source.text.end(), include);
         it != std::sregex_iterator(); ++it) {
      const std::string path = (*it)[1].str();
      const bool known =
          roots.count(path.substr(0, path.find('/'))) > 0 || generated.count(path) > 0;
      EXPECT_TRUE(known) << source.path << " includes " << path;
    }
    const std::string ending = "_test.cpp";
    const bool is_test =
        source.path.size() > ending.size() &&
        source.path.compare(source.path.size() - ending.size(), ending.size(), ending) == 0;
    if (!is_test) continue;
    EXPECT_NE(source.text.find("#include <gtest/gtest.h>"), std::string::npos) << source.path;
  }
}

}  // namespace
}  // namespace spillway
