// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace spillway {

/// Finds texts that job servers (CI systems) would execute as commands in a log: `::` at the
/// beginning of a line and `##word[` anywhere. It processes a text character by character.
class LogCommands {
 public:
  /// Whether `character` completes the beginning of a command.
  bool completes(char character);

 private:
  bool in_margin_ = true;  // only blanks, and perhaps a colon, since the beginning of the line
  bool colon_ = false;
  int hashes_ = 0;
  bool word_ = false;  // letters follow the hashes
};

/// Makes text safe for a terminal or a log. Everything that could act as a command becomes \xHH or
/// \u{H}: control characters except line feed and tab, characters that change the direction of
/// writing or are invisible, bytes that are not UTF-8, and what LogCommands finds. `commands` holds
/// the state after the text that was written before.
std::string terminal_text(std::string_view text, LogCommands& commands);
std::string terminal_text(std::string_view text);

/// A name from a file as one line of safe text: line feeds and tabs also become \n and \t, so that
/// only the program's own text breaks lines.
std::string name_text(std::string_view name);

/// While this object exists, all text written to the stream goes through terminal_text(). So no
/// name from a file or network can act as a command of the terminal, whatever code prints it.
class TerminalGuard : public std::streambuf {
 public:
  explicit TerminalGuard(std::ostream& stream);
  ~TerminalGuard() override;
  TerminalGuard(const TerminalGuard&) = delete;
  TerminalGuard& operator=(const TerminalGuard&) = delete;

  /// Writes without escaping.
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
  std::string begun_;  // bytes of a UTF-8 character that is not complete yet
};

/// Writes the program's own terminal sequences (colours) without the stream's guard, if it has one.
/// Names in the text must have gone through terminal_text().
void write_past_guard(std::ostream& stream, std::string_view text);

}  // namespace spillway
