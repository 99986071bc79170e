// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway::sim {

/// Tells AddressSanitizer, after SystemC has run, where this thread's stack is. SystemC names the
/// stacks of its coroutines but none at the switch back to the program's own stack, so that a later
/// exception would be reported as an overflow. Does nothing in other builds.
void name_stack_to_sanitizer();

}  // namespace spillway::sim
