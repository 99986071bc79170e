// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/search/fluid/fluid_problem.h"

namespace spillway::search {

/// The access of one operator to a feature map: the bytes that the processor moves if the map lies
/// in fast memory and if it lies in slow memory.
struct MapAccess {
  std::int32_t op = 0;
  double fast_bytes = 0;
  double slow_bytes = 0;
  double slow_stall = 0;   // cycles, if the map lies in slow memory
  double again_bytes = 0;  // slow bytes for every slice of the operator's weights but the first
};

struct FeatureMap {
  std::string name;
  Bytes size = 0;
  std::vector<MapAccess> accesses;  // in order of operators, at most one per operator
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
  double slow_stall = 0;   // cycles, if the weights are read in place
  double slice_stall = 0;  // cycles of every slice but the first, because maps are read again
};

/// How the weights of an operator reach the processor: in place, or as slices through buffers.
struct WeightWay {
  std::int32_t slices = 1;   // of equal depth
  std::int32_t buffers = 0;  // filled by the slices in rotation; 0 = the weights stay in place
  std::int32_t ahead = 0;    // the first slice may arrive during so many operators before this one
  bool together = false;     // all slices may arrive that early; if false, each slice arrives
                             // during the slice before it
  bool filled = false;       // as many slices as there are buffers arrive early, not only the first

  bool in_place() const { return buffers == 0; }
};

/// The cost of a DMA transfer besides moving its bytes once.
struct TransferCost {
  double latency_bytes = 0;  // bytes that the slow port moves during the latency of the transfer
  double per_byte = 1;       // bytes that the slow port moves in the time of one byte of a transfer
};

/// The choices of a map that does not move: in slow memory or, all its life, in fast memory. Inputs
/// and outputs of the network have only the choice of slow memory.
Object whole_life_choices(const FeatureMap& map);

/// The choices of whole_life_choices() and those that move the map. After each access but the last,
/// the map stays in fast memory, is read from slow memory at the next access, or is fetched 1, 2 or
/// 4 operators before the next access. It is copied back to slow memory once if it is needed there.
/// If this makes more than 250 choices, the map is fetched 2 operators ahead or not at all.
Object interval_choices(const FeatureMap& map, const TransferCost& cost);

/// Returns the ways in which `weights` can reach the processor:
/// (1) in place, read again for every spatial block;
/// (2) in slices through one buffer, for which the processor waits, or through two buffers, of
/// which one is filled while the other is read; the first slice is exposed or fetched during the
/// operator before;
/// (3) completely, 1 to 8 operators ahead, in up to eight slices, of which all but the first may
/// still arrive while the operator runs.
std::vector<WeightWay> weight_ways(const Weights& weights);

std::string label_of(const WeightWay& way);

/// The accesses, transfers and fast memory that a way needs.
Choice weight_choice(const Weights& weights, const WeightWay& way, const TransferCost& cost);

/// Returns an object with one choice per way of weight_ways().
Object weight_choices(const Weights& weights, const TransferCost& cost);

}  // namespace spillway::search
