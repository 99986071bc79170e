// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace spillway {

/// Exit code of the program. A defect of Spillway itself has the code of a failed run; its message
/// says what to report (base/defect.h).
enum class ExitCode : int {
  ok = 0,
  // The run failed. For example, the plan is invalid or does not fit into the memories, or an
  // output could not be written.
  run_failed = 1,
  // The command line is wrong. For example, it names an unknown command, option, target or planner.
  usage = 2,
  // An input file is missing or malformed.
  input_file = 3,
  // A threshold that the user has set was missed.
  check_missed = 4,
  interrupted = 130,
};

/// The position of a mistake in an input file. Line and column count from 1; 0 = unknown.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
};

/// A mistake of the user. The message of the exception begins with `file:line:column: ` as far as
/// the position is known. code() is the exit code with which the program ends.
class UserError : public std::runtime_error {
 public:
  UserError(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  UserError(ExitCode code, const SourceLocation& where, const std::string& message);

  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// Returns a UserError(usage) with the message; the second function formats the message with fmt.
inline UserError usage_error(const std::string& message) { return {ExitCode::usage, message}; }

template <typename Value, typename... Values>
UserError usage_error(fmt::format_string<Value, Values...> message, Value&& value,
                      Values&&... values) {
  return usage_error(
      fmt::format(message, std::forward<Value>(value), std::forward<Values>(values)...));
}

/// Returns a UserError(input_file) about a position in a file; the second function formats the
/// message with fmt.
inline UserError input_error(const SourceLocation& where, const std::string& message) {
  return {ExitCode::input_file, where, message};
}

template <typename Value, typename... Values>
UserError input_error(const SourceLocation& where, fmt::format_string<Value, Values...> message,
                      Value&& value, Values&&... values) {
  return input_error(
      where, fmt::format(message, std::forward<Value>(value), std::forward<Values>(values)...));
}

/// Returns the candidate with the smallest edit distance to `name`; empty if every candidate
/// differs too much from `name` to be what the user meant.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

/// Returns the message "unknown KIND 'NAME'; did you mean 'X'?". If several candidates begin with
/// `name`, as ethos-u55-128 begins with ethos-u55, the message lists these candidates. If no
/// candidate is similar, the message lists all candidates.
std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 const std::vector<std::string>& candidates);

/// Returns unknown_name_message() with the member `name` of every entry as a candidate.
template <typename Entries>
std::string unknown_entry_message(std::string_view kind, std::string_view name,
                                  const Entries& entries) {
  std::vector<std::string> names;
  names.reserve(std::size(entries));
  for (const auto& entry : entries) names.emplace_back(entry.name);
  return unknown_name_message(kind, name, names);
}

/// Returns the first entry whose member `name` has the given value; nullptr if no entry has this
/// name.
template <typename Entry>
const Entry* find_entry(const std::vector<Entry>& entries, std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace spillway
