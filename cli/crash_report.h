// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway::cli {

/// Installs handlers for signals of crashes, such as SIGSEGV (which a stack overflow also causes).
/// After a crash, a handler prints one message that reports a defect of Spillway, and ends the
/// program with the exit code of a failed run. Does nothing in sanitized builds, because sanitizers
/// report crashes themselves.
void report_crashes();

}  // namespace spillway::cli
