// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway {

/// Makes a substitute for the network of the published xcore.ai tables, because the network's file
/// is not public. The substitute has fourteen dense layers and four recurrent cells. It has the
/// same number of operators of every kind, the same arena (149,760 bytes in SRAM and 9,040 bytes in
/// external RAM, if the arena is split) and the same bytes loaded from flash as the published
/// network. Its operators are those of the XMOS runtime, as if it were compiled.
Network split_arena_replica();

}  // namespace spillway
