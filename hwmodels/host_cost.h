// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target.h"
#include "traces/network.h"

namespace spillway {

/// Cycles that `op` takes on the host CPU: dispatch, elements of its outputs, MACs. Memory accesses
/// are part of it. Operators that only rename data (reshape) take the dispatch alone.
Cycles host_operator_cycles(const HostSpec& host, const Network& network, const Operator& op);

/// Cycles of cleaning or invalidating `bytes` of the host's data cache.
Cycles cache_maintenance_cycles(const HostSpec& host, Bytes bytes);

}  // namespace spillway
