// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// Exit status of the program. A defect of Spillway itself counts as a failed run; its message says
/// what to report (base/defect.h).
enum class ExitCode : int {
  ok = 0,
  run_failed = 1,    // the plan is invalid or does not fit, or output could not be written
  usage = 2,         // command line: unknown command, option, target, planner
  input_file = 3,    // an input file is missing or malformed
  check_missed = 4,  // a threshold given by the user was missed
  interrupted = 130,
};

/// Position of a mistake in an input. Line and column count from 1; 0 = not known.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
};

/// A mistake of the user, with the message `file:line:column: message` and the exit code.
class UserError : public std::runtime_error {
 public:
  UserError(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  UserError(ExitCode code, const SourceLocation& where, const std::string& message);

  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// The candidate closest to `name` by edit distance; empty if none is similar enough for a typing
/// mistake.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

/// "unknown KIND 'NAME'; did you mean 'X'?". If no candidate is similar, the message lists the
/// candidates that begin with the name, or else all.
std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 const std::vector<std::string>& candidates);

}  // namespace spillway
