// SPDX-License-Identifier: Apache-2.0
// Calls every escaping function with names that consist of arbitrary bytes.
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "base/markup_text.h"
#include "base/shell_word.h"
#include "base/terminal_text.h"
#include "base/text.h"
#include "base/utf8.h"

namespace spillway {
namespace {

using Json = nlohmann::json;

// Returns a random name. Half of its characters have a special meaning in at least one output
// format.
rc::Gen<std::string> any_name() {
  static const std::string special =
      "\x1b\x07\r\n\t<>&\"'`$\\%,;=+-@#(){}[]! \x9b\xc2\x9b\xe2\x80\xae";
  return rc::gen::container<std::string>(rc::gen::oneOf(
      rc::gen::elementOf(special),
      rc::gen::map(rc::gen::inRange(1, 256), [](int byte) { return static_cast<char>(byte); })));
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Utf8Front front = utf8_front(text);
    if (!front.valid) return false;
    text.remove_prefix(front.bytes);
  }
  return true;
}

bool has_control(std::string_view text, std::string_view allowed) {
  while (!text.empty()) {
    const Utf8Front front = utf8_front(text);
    const bool control = front.code < 0x20 || (front.code >= 0x7F && front.code < 0xA0);
    if (control && allowed.find(static_cast<char>(front.code)) == std::string_view::npos) {
      return true;
    }
    text.remove_prefix(front.bytes);
  }
  return false;
}

TEST(Utf8, AgreesWithAnIndependentReader) {
  EXPECT_TRUE(rc::check([] {
    const std::string name = *any_name();
    const std::string dumped = Json(name).dump(-1, ' ', false, Json::error_handler_t::ignore);
    RC_ASSERT(is_utf8(name) == (Json::parse(dumped).get<std::string>() == name));
  }));
}

TEST(TerminalText, EscapesControlSequencesAndBrokenCharacters) {
  EXPECT_TRUE(rc::check([] {
    const std::string safe = terminal_text(*any_name());
    RC_ASSERT(is_utf8(safe));
    RC_ASSERT(!has_control(safe, "\n\t"));
    RC_ASSERT(safe.find("\xe2\x80\xae") == std::string::npos);
    RC_ASSERT(terminal_text(safe) == safe);
  }));
}

TEST(TerminalText, KeepsPlainText) {
  const std::string text = "Größe 12 µs\n\t漢字";
  EXPECT_EQ(terminal_text(text), text);
  EXPECT_EQ(terminal_text("\x1b]0;x\x07\xff\xc2\x9b"), "\\x1b]0;x\\x07\\xff\\u{9b}");
}

// If invisible characters were printed on a terminal, two different names could look equal.
TEST(TerminalText, EscapesInvisibleCharacters) {
  EXPECT_EQ(terminal_text("a\xe2\x80\x8b"), "a\\u{200b}");
  EXPECT_EQ(terminal_text("\xef\xbb\xbf"
                          "a"),
            "\\u{feff}a");
  EXPECT_EQ(terminal_text("a\xc2\xad"
                          "b"),
            "a\\u{ad}b");
  EXPECT_EQ(terminal_text("a\xf3\xa0\x81\x81"), "a\\u{e0041}");
}

// A caller may write one text to the guarded stream with several calls. The escaped text must not
// depend on the positions at which the calls divide the text.
TEST(TerminalGuard, EscapesAsTerminalTextDoes) {
  EXPECT_TRUE(rc::check([] {
    const std::string name = *any_name();
    std::ostringstream out;
    {
      const TerminalGuard guard(out);
      for (std::size_t at = 0; at < name.size();) {
        const auto piece = static_cast<std::size_t>(*rc::gen::inRange(1, 6));
        out << name.substr(at, piece);
        at += piece;
      }
    }
    RC_ASSERT(out.str() == terminal_text(name));
  }));
}

TEST(TerminalGuard, PassesColoursOfTheProgramItself) {
  std::ostringstream out;
  {
    const TerminalGuard guard(out);
    out << "\x1b[1m";
    write_past_guard(out, "\x1b[31m");
  }
  EXPECT_EQ(out.str(), "\\x1b[1m\x1b[31m");
}

// Random names contain characters that an XML parser refuses or interprets as markup. xml_text()
// must escape or replace these characters.
TEST(XmlText, IsTextInElementsAndAttributes) {
  EXPECT_TRUE(rc::check([] {
    const std::string safe = xml_text(*any_name());
    RC_ASSERT(is_utf8(safe));
    RC_ASSERT(safe.find_first_of("<>\"'") == std::string::npos);
    for (std::string_view rest = safe; !rest.empty();) {
      const Utf8Front front = utf8_front(rest);
      RC_ASSERT(front.code >= 0x20 || front.code == '\n' || front.code == '\t');
      RC_ASSERT(front.code != 0xFFFE && front.code != 0xFFFF);
      if (front.code == '&') {
        const std::size_t end = rest.find(';');
        RC_ASSERT(end != std::string_view::npos && end <= 5);
      }
      rest.remove_prefix(front.bytes);
    }
  }));
}

TEST(ScriptSafeJson, NeverEndsTheElementAndStaysTheSameValue) {
  EXPECT_TRUE(rc::check([] {
    const Json json = {*any_name(), *any_name() + "</script><!--"};
    const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::string safe = script_safe_json(text);
    RC_ASSERT(safe.find_first_of("<>&") == std::string::npos);
    RC_ASSERT(Json::parse(safe) == Json::parse(text));
  }));
}

TEST(CsvCell, RoundTripsAsOneCellAndIsNeverAFormula) {
  EXPECT_TRUE(rc::check([] {
    const std::string name = *any_name();
    const std::string cell = csv_cell(name);
    if (cell.empty()) return;
    const bool quoted = cell[0] == '"';
    RC_ASSERT(quoted == (cell.find_first_of(",\"\n\r") != std::string::npos));
    RC_ASSERT(std::string("=+-@\t\r").find(cell[quoted ? 1 : 0]) == std::string::npos);
  }));
}

// Each shell that the test starts reads 20 names, because starting one shell per name would take
// long.
TEST(ShellWord, RoundTripsThroughAShell) {
  const std::string path = testing::TempDir() + "spillway_words" + std::to_string(::getpid());
  EXPECT_TRUE(rc::check([&] {
    const auto names = *rc::gen::container<std::vector<std::string>>(20, any_name());
    std::string script = "printf '%s\\0'";
    std::string expected;
    for (const std::string& name : names) {
      script += " " + quoted_for_shell(name);
      expected += name + '\0';
    }
    write_file(path, script);
    std::FILE* shell = ::popen(("sh '" + path + "'").c_str(), "r");
    std::string printed;
    std::array<char, 4096> piece{};
    for (std::size_t got = 0; (got = std::fread(piece.data(), 1, piece.size(), shell)) > 0;) {
      printed.append(piece.data(), got);
    }
    RC_ASSERT(::pclose(shell) == 0);
    RC_ASSERT(printed == expected);
  }));
  std::remove(path.c_str());
}

TEST(JobScriptWord, IsOneLineAndTextWithLineBreaksIsRefused) {
  EXPECT_TRUE(rc::check([] {
    const std::string name = *any_name();
    try {
      RC_ASSERT(quoted_for_job_script(name, "the folder") == quoted_for_shell(name));
      RC_ASSERT(name.find('\n') == std::string::npos);
    } catch (const UserError& error) {
      RC_ASSERT(error.code() == ExitCode::usage);
      RC_ASSERT(std::string(error.what()).find('\n') == std::string::npos);
    }
  }));
  EXPECT_EQ(quoted_for_sbatch("/a b/50%", "the folder"), "'/a b/50%%'");
}

}  // namespace
}  // namespace spillway
