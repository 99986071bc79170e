// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace spillway {

/// A program of the user's, run without a shell: words are handed to it as they are.
struct ProgramCall {
  std::vector<std::string> words;  // the program first, looked up in PATH where it has no slash
  std::string input;               // for its standard input
  double seconds = 60;             // that it may run
  std::size_t most_output = std::size_t{64} << 20;  // bytes that its standard output may have
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

/// Told of a program that has run for five seconds, once.
using WaitNotice = std::function<void(const ProgramCall& call)>;

/// Who is told from now on; an empty function for nobody.
void set_wait_notice(WaitNotice function);

/// Runs the program to its own end, whatever it has started, or to its limits. It has a process
/// group of its own, of which nothing is left when this returns, and ends when this process does.
/// Throws UserError(run_failed) when the system has no more processes or pipes.
ProgramResult run_program(const ProgramCall& call);

/// How a program that was not ok ended, with the last line of its standard error: "ended with
/// status 3: ImportError", "was killed by signal 11", "took more than 60 s".
std::string how_it_ended(const ProgramCall& call, const ProgramResult& result);

/// The file that `program` names: itself where it has a slash, else the first of PATH; empty when
/// there is none that can be run.
std::string program_file(const std::string& program);

}  // namespace spillway
