// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway {

/// A substitute for the network of the published xcore.ai tables, whose file is not public. It has
/// fourteen dense layers and four recurrent cells with the same number of operators of every kind,
/// the same arena (149,760 + 9,040 bytes) and the same bytes from flash. Its operators are already
/// those of the XMOS runtime.
Network split_arena_replica();

}  // namespace spillway
