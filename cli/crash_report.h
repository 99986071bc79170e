// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway::cli {

/// Installs handlers that turn a crash (a signal such as SIGSEGV, also from a stack overflow) into
/// one message that reports a defect, and the exit code of a failed run. Does nothing in sanitized
/// builds, because sanitizers report crashes themselves.
void report_crashes();

}  // namespace spillway::cli
