// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway {

/// Makes a substitute for the network of the published xcore.ai tables, whose file is not public.
/// The substitute has fourteen dense layers and four recurrent cells. Its number of operators of
/// every kind, its arena (149,760 + 9,040 bytes) and its bytes from flash are those of the
/// published network. Its operators are already those of the XMOS runtime.
Network split_arena_replica();

}  // namespace spillway
