// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace spillway {

/// Finds texts in a log that job servers (CI systems) would execute as commands: `::` at the
/// beginning of a line, and `##word[` anywhere. The text is given character by character.
class LogCommands {
 public:
  /// Processes the next character of the text. Returns whether the beginning of a command ends with
  /// it.
  bool completes(char character);

 private:
  /// Whether the line has had only blanks and at most one colon so far.
  bool in_margin_ = true;
  bool colon_ = false;
  int hashes_ = 0;
  // Whether letters have followed `##`.
  bool word_ = false;
};

/// Makes text safe for a terminal or a log. Everything that could act as a command becomes \xHH or
/// \u{H}: control characters except line feed and tab, characters that change the direction of
/// writing or are invisible, bytes that are not UTF-8, and the texts that LogCommands finds.
/// `commands` must be the same object for all parts of a text that is written in parts.
std::string terminal_text(std::string_view text, LogCommands& commands);
std::string terminal_text(std::string_view text);

/// Returns a name from a file as safe text of one line: like terminal_text(), but line feeds and
/// tabs become \n and \t.
std::string name_text(std::string_view name);

/// While this object exists, all text written to the stream goes through terminal_text(). So no
/// name from a file or network can act as a command of the terminal, whatever code prints it.
class TerminalGuard : public std::streambuf {
 public:
  explicit TerminalGuard(std::ostream& stream);
  ~TerminalGuard() override;
  TerminalGuard(const TerminalGuard&) = delete;
  TerminalGuard& operator=(const TerminalGuard&) = delete;

  /// Writes `text` to the stream without escaping it.
  void pass(std::string_view text);

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
  // The bytes of a UTF-8 character that has not been written completely yet.
  std::string begun_;
};

/// Writes terminal sequences of the program's own, such as colours, which the stream's
/// TerminalGuard would escape. Names in the text must have gone through terminal_text() before.
void write_past_guard(std::ostream& stream, std::string_view text);

}  // namespace spillway
