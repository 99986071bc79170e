// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway::sim {

/// Tells AddressSanitizer where the stack of the calling thread is. Must be called after SystemC
/// has run: SystemC announces the stacks of its coroutines to AddressSanitizer, but does not
/// announce the switch back to the program's own stack. Without this call a later exception would
/// be reported as an overflow. Does nothing in builds without AddressSanitizer.
void name_stack_to_sanitizer();

}  // namespace spillway::sim
