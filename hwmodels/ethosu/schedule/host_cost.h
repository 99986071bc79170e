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

/// Returns the cycles that the host needs for an operator that the NPU does not run. These are the
/// cycles of its dispatch, and cycles per multiply-accumulate or per output element, depending on
/// the type. The result is right only in its order of magnitude and is never zero.
Cycles host_cycles(const Network& network, const Operator& op, const HostSpec& host);

/// Returns a note for the operator that says how accurate host_cycles() is. For unknown types of
/// operators, the cycles are a guess.
const char* cost_note(OpType type);

/// Returns the host's memory accesses for an operator that runs on the host: its inputs are read
/// once and its outputs written once, at the places that `place_of` gives.
std::vector<Access> host_accesses(const Network& network, const Operator& op,
                                  const std::function<Place(TensorIndex)>& place_of);

/// Returns the cycles for cleaning or invalidating `bytes` of the host's data cache.
Cycles cache_maintenance_cycles(const HostSpec& host, Bytes bytes);

}  // namespace spillway::ethosu
