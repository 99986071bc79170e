// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway::sim {

/// Tells AddressSanitizer where this thread's stack is, after SystemC has run. SystemC names the
/// stacks of its coroutines, but gives none at the switch back to the program's own, and with that
/// a later exception is reported as an overflow. Does nothing in other builds.
void name_stack_to_sanitizer();

}  // namespace spillway::sim
