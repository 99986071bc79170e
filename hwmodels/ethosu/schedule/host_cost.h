// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "base/units.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Cycles that the host takes for an operator that the NPU does not run: its dispatch, and cycles
/// per multiply-accumulate or per output element by kind of work. An order of magnitude, never
/// zero.
Cycles host_cycles(const Network& network, const Operator& op, const HostSpec& host);

/// How far host_cycles() can be trusted, as the note of the operator says it. For an unknown kind
/// of operator it is no more than a guess.
const char* cost_note(OpType type);

/// What the host moves for such an operator besides: its inputs read once and its outputs written
/// once, where `place_of` says that they lie.
std::vector<Access> host_accesses(const Network& network, const Operator& op,
                                  const std::function<Place(TensorIndex)>& place_of);

/// Cycles of cleaning or invalidating `bytes` of the host's data cache.
Cycles cache_maintenance_cycles(const HostSpec& host, Bytes bytes);

}  // namespace spillway::ethosu
