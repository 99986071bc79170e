// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace spillway {

/// Finds what servers that run jobs would take for a command in a log: `::` at a line's beginning
/// and `##word[` anywhere. Follows a text character by character.
class LogCommands {
 public:
  /// Whether `character` completes the beginning of a command.
  bool completes(char character);

 private:
  bool in_margin_ = true;  // only blanks, and perhaps a colon, since the line began
  bool colon_ = false;
  int hashes_ = 0;
  bool word_ = false;  // letters behind the hashes
};

/// Text for a terminal or a log: whatever it could take for a command (control characters but for
/// line feed and tab, characters that turn the direction of writing, bytes that are no UTF-8, and
/// what LogCommands finds) becomes \xHH or \u{H}. `commands` has seen what was written before.
std::string terminal_text(std::string_view text, LogCommands& commands);
std::string terminal_text(std::string_view text);

/// A name of a file's as one line of such text: line feeds and tabs become \n and \t as well, so
/// that only the program's own text breaks lines.
std::string name_text(std::string_view name);

/// While one exists, all that is written to a stream goes through terminal_text(), so that no name
/// of a file or network reaches the terminal as a command, whoever prints it.
class TerminalGuard : public std::streambuf {
 public:
  explicit TerminalGuard(std::ostream& stream);
  ~TerminalGuard() override;
  TerminalGuard(const TerminalGuard&) = delete;
  TerminalGuard& operator=(const TerminalGuard&) = delete;

  /// Past the guard.
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
  std::string begun_;  // bytes of a character whose rest has not come yet
};

/// Text of the program's own that is meant for the terminal (colours), past the stream's guard if
/// it has one. Names in it must have gone through terminal_text().
void write_past_guard(std::ostream& stream, std::string_view text);

}  // namespace spillway
