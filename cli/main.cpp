// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>
#include <iostream>

#include <unistd.h>

#include "base/defect.h"
#include "cli/command.h"
#include "cli/crash_report.h"

namespace {

constexpr int failed = static_cast<int>(spillway::ExitCode::run_failed);

int report(const std::exception& error) {
  std::fprintf(stderr, "spillway: %s\n", spillway::defect_message(error).c_str());
  return failed;
}

// Where no handler can be reached: destructors of libraries that run out of memory.
[[noreturn]] void report_and_leave() {
  try {
    std::rethrow_exception(std::current_exception());
  } catch (const std::exception& error) {
    report(error);
  } catch (...) {
    std::fputs("spillway: a defect of Spillway: an exception without a message\n", stderr);
  }
  ::_exit(failed);
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  std::set_terminate(report_and_leave);
  try {
    spillway::cli::report_crashes();
    return static_cast<int>(
        spillway::cli::run_command_line({argv + 1, argv + argc}, {std::cout, std::cerr}));
  } catch (const std::exception& error) {
    return report(error);
  }
}
