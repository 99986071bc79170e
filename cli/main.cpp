// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>
#include <iostream>

#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/defect.h"
#include "cli/command.h"
#include "cli/crash_report.h"

namespace {

constexpr int failed = static_cast<int>(spillway::ExitCode::run_failed);

int report(const std::exception& error) {
  std::fprintf(stderr, "spillway: %s\n", spillway::defect_message(error).c_str());
  return failed;
}

// The terminate handler. Runs for exceptions that nothing can catch, such as a lack of memory in
// the destructor of a library's object.
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

// Makes malloc keep freed memory for later allocations instead of returning it to the system.
// Otherwise a short run on a network file spends a fifth of its time on getting the same memory
// pages again. Blocks above `largest_kept` bytes are still returned at once.
void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int largest_kept = 32 << 20;
  ::mallopt(M_MMAP_THRESHOLD, largest_kept);
  ::mallopt(M_TRIM_THRESHOLD, 2 * largest_kept);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  std::set_terminate(report_and_leave);
  keep_freed_memory();
  try {
    spillway::cli::report_crashes();
    return static_cast<int>(
        spillway::cli::run_command_line({argv + 1, argv + argc}, {std::cout, std::cerr}));
  } catch (const std::exception& error) {
    return report(error);
  }
}
