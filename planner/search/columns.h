// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/search/fluid_problem.h"

namespace spillway::search {

/// What one operator reads or writes of a feature map: the processor's bytes if it lies in fast and
/// if it lies in slow memory.
struct MapAccess {
  std::int32_t op = 0;
  double fast_bytes = 0;
  double slow_bytes = 0;
  double slow_stall = 0;   // cycles, where it lies in slow memory
  double again_bytes = 0;  // slow bytes for every slice of the operator's weights but the first
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
  double slow_stall = 0;   // cycles, where they are read in place
  double slice_stall = 0;  // cycles of every slice but the first: maps are read again
};

/// A way for weights to reach the processor.
struct WeightWay {
  std::int32_t slices = 1;   // of equal depth
  std::int32_t buffers = 0;  // that the slices fill in turn; 0 = the weights stay in place
  std::int32_t ahead = 0;    // operators before its own during which the first slice may arrive
  bool together = false;     // the others may arrive as early; else each during the one before it
  bool filled = false;       // as many as there are buffers arrive early, not the first alone

  bool in_place() const { return buffers == 0; }
};

/// What a transfer of the DMA costs beside its bytes.
struct TransferCost {
  double latency_bytes = 0;  // that the slow port would have moved in the time of its latency
  double per_byte = 1;       // bytes that the slow port would have moved meanwhile
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
std::vector<WeightWay> weight_ways(const Weights& weights);

std::string label_of(const WeightWay& way);

/// What a way takes of the ports, the DMA and the room.
Choice weight_choice(const Weights& weights, const WeightWay& way, const TransferCost& cost);

/// One choice per way of weight_ways().
Object weight_choices(const Weights& weights, const TransferCost& cost);

}  // namespace spillway::search
