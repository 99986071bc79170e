// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace spillway {

/// A call of a user's program without a shell, so that words are passed unchanged.
struct ProgramCall {
  std::vector<std::string> words;  // the program first; looked up in PATH if it contains no slash
  std::string input;               // for its standard input
  double seconds = 60;             // most seconds that it may run
  std::size_t most_output = std::size_t{64} << 20;  // most bytes on its standard output
};

enum class ProgramEnd : std::uint8_t {
  exited,
  killed_by_signal,
  not_started,
  took_too_long,
  wrote_too_much,
};

struct ProgramResult {
  ProgramEnd end = ProgramEnd::exited;
  int code = 0;  // exit code, signal or errno
  std::string output;
  std::string errors;  // the last kilobytes of its standard error

  bool is_ok() const { return end == ProgramEnd::exited && code == 0; }
};

/// Called once for a program that has run for five seconds.
using WaitNotice = std::function<void(const ProgramCall& call)>;

/// Sets the function that is called from now on; an empty function for none.
void set_wait_notice(WaitNotice function);

/// Runs the program until it ends or reaches a limit, even if processes that it started still run.
/// The program gets a process group of its own, all processes of which are killed before this
/// function returns. The program itself is also killed when this process ends. Throws
/// UserError(run_failed) if the system has no more processes or pipes.
ProgramResult run_program(const ProgramCall& call);

/// Describes how a failed program ended, with the last line of its standard error: "ended with
/// status 3: ImportError", "was killed by signal 11", "took more than 60 s".
std::string how_it_ended(const ProgramCall& call, const ProgramResult& result);

/// The file that `program` names: itself if it contains a slash, else the first match in PATH;
/// empty if there is none that can be executed.
std::string program_file(const std::string& program);

}  // namespace spillway
