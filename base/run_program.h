// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace spillway {

/// The call of a user's program. No shell is used, so the program gets the words unchanged.
struct ProgramCall {
  // The words of the command line. The first one is the program, which is looked up in PATH if it
  // contains no slash.
  std::vector<std::string> words;
  // The text for the program's standard input.
  std::string input;
  // The program is killed after this time, in seconds.
  double seconds = 60;
  // The program is killed if it writes more than this number of bytes to its standard output.
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
  // The exit code, the number of the signal, or errno, depending on `end`.
  int code = 0;
  std::string output;
  // The last kilobytes of the program's standard error.
  std::string errors;

  bool is_ok() const { return end == ProgramEnd::exited && code == 0; }
};

/// A function that tells the user about a program that has run for five seconds. It is called once
/// per program.
using WaitNotice = std::function<void(const ProgramCall& call)>;

/// Sets the function that is called from now on. An empty `function` means that none is called.
void set_wait_notice(WaitNotice function);

/// Runs the program until it ends or reaches a limit. The program gets a process group of its own.
/// Before this function returns, it kills all processes of the group, so processes that the program
/// has started do not go on. If the calling process ends, the program is killed, too. Throws
/// UserError(run_failed) if the system has no more processes or pipes.
ProgramResult run_program(const ProgramCall& call);

/// Describes how a program failed, for messages: "ended with status 3: ImportError", "was killed by
/// signal 11", "took more than 60 s". The text after the colon is the last line of its standard
/// error.
std::string how_it_ended(const ProgramCall& call, const ProgramResult& result);

/// The path of the file that is run for the name `program`: the name itself if it contains a slash,
/// otherwise the first match in PATH. Empty if there is no such file that can be executed.
std::string program_file(const std::string& program);

}  // namespace spillway
