// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace spillway {

/// A program of the user and how to run it. No shell is used, so the program gets the words of the
/// command line unchanged.
struct ProgramCall {
  // The words of the command line. The first word is the program; if it contains no slash, the
  // program is looked up in PATH.
  std::vector<std::string> words;
  // The text for the program's standard input.
  std::string input;
  // The program is killed after this time, in seconds.
  double seconds = 60;
  // The program is killed after it has written more than this number of bytes to its standard
  // output.
  std::size_t most_output = std::size_t{64} << 20;
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
  // The exit code, the number of the signal, or the value of errno, depending on `end`.
  int code = 0;
  std::string output;
  // The last bytes of the program's standard error, at least the last 16 KiB.
  std::string errors;

  bool is_ok() const { return end == ProgramEnd::exited && code == 0; }
};

/// A function that tells the user that a program has been running for five seconds. run_program()
/// calls the function at most once per program.
using WaitNotice = std::function<void(const ProgramCall& call)>;

/// Sets the function that run_program() calls after five seconds. If `function` is empty,
/// run_program() calls no function.
void set_wait_notice(WaitNotice function);

/// Runs a program until it ends or reaches a limit. The program gets a process group of its own.
/// All processes of this group are killed before the function returns, so processes that the
/// program has started do not go on. If the calling process ends, the program is killed too. Throws
/// UserError(run_failed) if the system has no more processes or pipes.
ProgramResult run_program(const ProgramCall& call);

/// Returns a description of how a program failed, for messages: "ended with status 3: ImportError",
/// "was killed by signal 9 (Killed)", "took more than 60 s and was ended". If the program exited or
/// a signal killed it, the text after the colon is the last line of its standard error.
std::string describe_end(const ProgramCall& call, const ProgramResult& result);

/// Returns the path of the file that is run for the name `program`: the name itself if it contains
/// a slash, otherwise the first match in PATH. Returns an empty text if no such executable file
/// exists.
std::string program_file(const std::string& program);

}  // namespace spillway
