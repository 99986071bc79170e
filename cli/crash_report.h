// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway::cli {

/// Installs handlers for signals that report a crash, such as SIGSEGV (also for a stack overflow).
/// A crash then prints one message that reports a defect, and ends the program with the exit code
/// of a failed run. Does nothing in sanitized builds, because sanitizers report crashes themselves.
void report_crashes();

}  // namespace spillway::cli
