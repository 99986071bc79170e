// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway::cli {

/// Makes a crash (a signal such as SIGSEGV, also of a stack that is full) one message of a defect
/// and the exit code of a failed run. Sanitized builds report crashes themselves.
void report_crashes();

}  // namespace spillway::cli
