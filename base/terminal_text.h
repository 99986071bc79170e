// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace spillway {

/// Finds texts in a log that job servers (CI systems) would execute as commands: `::` at the
/// beginning of a line (after blanks), and `##word[` or `##[` anywhere. The log is passed character
/// by character.
class LogCommands {
 public:
  /// Processes the next character. Returns true if this character completes the beginning of a
  /// command, so that it must be escaped.
  bool completes_command(char character);

 private:
  /// Whether the current line has only blanks and at most one colon so far, so that `::` would
  /// still be at its beginning.
  bool in_margin_ = true;
  bool colon_ = false;
  int hashes_ = 0;
  // Whether letters have followed `##`, so that `[` would complete `##word[`.
  bool word_ = false;
};

/// Returns the text in a form that is safe for a terminal or a log. Everything that could act as a
/// command becomes \xHH or \u{H}: control characters except line feed and tab, invisible
/// characters, characters that change the writing direction, bytes that are not UTF-8, and the
/// texts that LogCommands finds. If a text is written in parts, all parts must be passed with the
/// same `commands`.
std::string terminal_text(std::string_view text, LogCommands& commands);
std::string terminal_text(std::string_view text);

/// Returns a name from a file in a safe form, like terminal_text(), and on one line: line feeds and
/// tabs become \n and \t.
std::string name_text(std::string_view name);

/// While this object exists, all text written to the stream goes through terminal_text(). So no
/// name from a file or network can act as a command of the terminal, whichever code prints the
/// name.
class TerminalGuard : public std::streambuf {
 public:
  explicit TerminalGuard(std::ostream& stream);
  ~TerminalGuard() override;
  TerminalGuard(const TerminalGuard&) = delete;
  TerminalGuard& operator=(const TerminalGuard&) = delete;

  /// Writes `text` to the stream without escaping it.
  void write_unescaped(std::string_view text);

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  bool write(std::string_view text);
  bool forward(std::string_view text);

  std::ostream& stream_;
  std::streambuf* inner_;
  LogCommands commands_;
  // The first bytes of a UTF-8 character whose other bytes have not been written yet.
  std::string incomplete_character_;
};

/// Writes the program's own terminal sequences, such as colours, which the stream's TerminalGuard
/// would escape. Names in the text must have gone through terminal_text() before.
void write_past_guard(std::ostream& stream, std::string_view text);

}  // namespace spillway
