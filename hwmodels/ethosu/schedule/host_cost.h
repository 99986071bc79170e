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

/// Returns the cycles that the host CPU needs for an operator that the NPU does not run: the cycles
/// for starting any operator, plus cycles per multiply-accumulate, or per output element if the
/// operator has no multiply-accumulates. Only the order of magnitude of the result is reliable.
Cycles host_cycles(const Network& network, const Operator& op, const HostSpec& host);

/// Returns a note on the accuracy of host_cycles() for operators of `type`. For custom and unknown
/// types, the result of host_cycles() is only a guess.
const char* cost_note(OpType type);

/// Returns the memory accesses of an operator that runs on the host CPU: one read of each input and
/// one write of each output, at the places that `place_of` returns.
std::vector<Access> host_accesses(const Network& network, const Operator& op,
                                  const std::function<Place(TensorIndex)>& place_of);

/// Returns the cycles for cleaning or invalidating `bytes` bytes of the host CPU's data cache.
Cycles cache_maintenance_cycles(const HostSpec& host, Bytes bytes);

}  // namespace spillway::ethosu
