// SPDX-License-Identifier: Apache-2.0
#include "base/terminal_text.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace spillway {
namespace {

bool is_control(std::uint32_t code) {
  return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0);
}

// Whether a character controls the writing direction of text (mark, embedding, override or isolate)
// or separates lines.
bool controls_direction(std::uint32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

// Whether a character is invisible, so that two different names can look equal: soft hyphens,
// spaces of zero width, joiners, invisible operators, byte order marks, annotations and tags.
bool is_invisible(std::uint32_t code) {
  return code == 0xAD || code == 0x180E || (code >= 0x200B && code <= 0x200D) ||
         (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF ||
         (code >= 0xFFF9 && code <= 0xFFFB) || (code >= 0xE0000 && code <= 0xE007F);
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool LogCommands::completes_command(char character) {
  const bool in_margin = in_margin_, colon = colon_, marked = hashes_ >= 2;
  const bool blank = character == ' ' || character == '\t';
  in_margin_ = character == '\n' || (in_margin && ((blank && !colon) || character == ':'));
  colon_ = in_margin_ && character == ':';
  if (character == '#') {
    hashes_ = word_ ? 1 : hashes_ + 1;
  } else if (!marked || !is_letter(character)) {
    hashes_ = 0;
  }
  word_ = marked && is_letter(character);
  return (marked && character == '[') || (in_margin && colon && character == ':');
}

std::string terminal_text(std::string_view text) {
  LogCommands commands;
  return terminal_text(text, commands);
}

std::string name_text(std::string_view name) {
  std::string line;
  for (const char c : terminal_text(name)) {
    if (c == '\n' || c == '\t') {
      line += c == '\n' ? "\\n" : "\\t";
    } else {
      line += c;
    }
  }
  return line;
}

std::string terminal_text(std::string_view text, LogCommands& commands) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const Utf8Front front = utf8_front(text);
    const bool command = commands.completes_command(text.front());
    if (!front.valid || command || (front.code < 0x80 && is_control(front.code))) {
      safe += fmt::format("\\x{:02x}", front.code);
    } else if (is_control(front.code) || controls_direction(front.code) ||
               is_invisible(front.code)) {
      safe += fmt::format("\\u{{{:x}}}", front.code);
    } else {
      safe += text.substr(0, front.bytes);
    }
    text.remove_prefix(front.bytes);
  }
  return safe;
}

TerminalGuard::TerminalGuard(std::ostream& stream) : stream_(stream), inner_(stream.rdbuf()) {
  stream_.rdbuf(this);
}

// Gives the stream its own buffer again. rdbuf() clears the stream's error state, so the destructor
// restores this state, which the program checks later.
TerminalGuard::~TerminalGuard() {
  const std::ios_base::iostate state = stream_.rdstate();
  const bool written = forward(terminal_text(incomplete_character_, commands_));
  stream_.rdbuf(inner_);
  stream_.clear(written ? state : state | std::ios_base::badbit);
}

void TerminalGuard::write_unescaped(std::string_view text) {
  forward(terminal_text(incomplete_character_, commands_));
  incomplete_character_.clear();
  forward(text);
}

TerminalGuard::int_type TerminalGuard::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof())) {
    return traits_type::not_eof(character);
  }
  const char byte = traits_type::to_char_type(character);
  return write({&byte, 1}) ? character : traits_type::eof();
}

std::streamsize TerminalGuard::xsputn(const char* text, std::streamsize count) {
  return write({text, static_cast<std::size_t>(count)}) ? count : 0;
}

int TerminalGuard::sync() { return inner_->pubsync(); }

bool TerminalGuard::write(std::string_view text) {
  incomplete_character_ += text;
  constexpr std::size_t longest_character = 4;
  std::size_t whole = incomplete_character_.size();
  for (std::size_t tail = 1; tail < longest_character && tail <= incomplete_character_.size();
       ++tail) {
    if (is_incomplete_utf8(
            std::string_view(incomplete_character_).substr(incomplete_character_.size() - tail))) {
      whole = incomplete_character_.size() - tail;
    }
  }
  const bool written =
      forward(terminal_text(std::string_view(incomplete_character_).substr(0, whole), commands_));
  incomplete_character_.erase(0, whole);
  return written;
}

bool TerminalGuard::forward(std::string_view text) {
  const auto size = static_cast<std::streamsize>(text.size());
  return inner_->sputn(text.data(), size) == size;
}

void write_past_guard(std::ostream& stream, std::string_view text) {
  if (auto* const guard = dynamic_cast<TerminalGuard*>(stream.rdbuf())) {
    guard->write_unescaped(text);
  } else {
    stream << text;
  }
}

}  // namespace spillway
