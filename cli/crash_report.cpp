// SPDX-License-Identifier: Apache-2.0
#include "cli/crash_report.h"

#include <array>
#include <csignal>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "base/build_id.h"
#include "base/diagnostics.h"
#include "base/version.h"

namespace spillway::cli {
namespace {

[[maybe_unused]] constexpr std::array crashes = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/// Returns the message that a crash prints. The message is composed before any crash, because a
/// signal handler must not allocate memory.
std::string& crash_message() {
  static std::string text;
  return text;
}

[[noreturn, maybe_unused]] void report_crash(int /*signal*/) {
  const std::string& text = crash_message();
  static_cast<void>(::write(STDERR_FILENO, text.data(), text.size()) > 0);
  ::_exit(static_cast<int>(ExitCode::run_failed));
}

}  // namespace

void report_crashes() {
#ifndef SPILLWAY_SANITIZED
  crash_message() = fmt::format(
      "spillway: the program crashed: Spillway has a defect, or a library ran out of "
      "memory\nplease report the crash with the command line, the files that it names, and this "
      "line: version {}, build {}\n",
      version(), build_id());
  static std::array<char, 64 * 1024> stack_of_handler;
  stack_t stack{};
  stack.ss_sp = stack_of_handler.data();
  stack.ss_size = stack_of_handler.size();
  ::sigaltstack(&stack, nullptr);
  for (const int crash : crashes) {
    struct sigaction action {};
    action.sa_handler = report_crash;
    action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    ::sigaction(crash, &action, nullptr);
  }
#endif
}

}  // namespace spillway::cli
