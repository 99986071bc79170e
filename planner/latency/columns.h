// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/latency/fluid_problem.h"

namespace spillway::latency {

/// What one operator reads or writes of a feature map: the processor's bytes if it lies in fast and
/// if it lies in slow memory.
struct MapAccess {
  std::int32_t op = 0;
  double fast_bytes = 0;
  double slow_bytes = 0;
};

struct FeatureMap {
  std::string name;
  Bytes size = 0;
  std::vector<MapAccess> accesses;  // in order of operators; of one operator at most one
  enum class Origin : std::uint8_t { produced, network_input, network_output };
  Origin origin = Origin::produced;
};

struct Weights {
  std::string name;
  std::int32_t op = 0;
  Bytes size = 0;
  std::int32_t depth = 16;  // output channels of the operator
  double fast_bytes = 0;    // read by the processor, once per spatial block
  double slow_bytes = 0;
};

/// What a transfer of the DMA costs beside its bytes.
struct TransferCost {
  double latency_bytes = 0;  // that the slow port would have moved in the time of its latency
};

/// Slow, or fast for life. Inputs and outputs of the network are in slow memory.
Object whole_life_choices(const FeatureMap& map);

/// The above, and between every two accesses: stay, leave and be read from slow memory, or come
/// back 1, 2 or 4 operators ahead; one copy back to slow memory where it is needed there. Maps with
/// so many accesses that this makes hundreds of choices come back 2 operators ahead or not at all.
Object interval_choices(const FeatureMap& map, const TransferCost& cost);

/// In place, read again for every spatial block; through one buffer of a slice, for which the
/// processor waits, or through two, of which one fills while the other is used, the first slice
/// exposed or fetched under the operator before; or fetched whole 1 to 8 operators ahead, where all
/// but the first of up to eight slices may still arrive while the operator runs.
Object weight_choices(const Weights& weights, const TransferCost& cost);

}  // namespace spillway::latency
