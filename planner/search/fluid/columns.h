// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/search/fluid/fluid_problem.h"

namespace spillway::search {

/// The access of one operator to a feature map: the bytes that the processor moves if the map lies
/// in fast memory, and if the map lies in slow memory.
struct MapAccess {
  std::int32_t op = 0;
  double fast_bytes = 0;
  double slow_bytes = 0;
  double slow_stall = 0;  // cycles of waiting if the map lies in slow memory
  /// The bytes of the feature map that are read again from slow memory for every slice of the
  /// weights after the first.
  double again_bytes = 0;
};

struct FeatureMap {
  std::string name;
  Bytes size = 0;
  std::vector<MapAccess> accesses;  // in operator order, at most one access per operator
  enum class Origin : std::uint8_t { produced, network_input, network_output };
  Origin origin = Origin::produced;
};

struct Weights {
  std::string name;
  std::int32_t op = 0;
  Bytes size = 0;
  std::int32_t depth = 16;  // number of output channels of the operator
  /// The bytes that the processor reads from fast memory, and from slow memory if the weights are
  /// read in place. The processor reads the weights once per spatial block (block of rows and
  /// columns of the result).
  double fast_bytes = 0;
  double slow_bytes = 0;
  double slow_stall = 0;  // cycles of waiting if the weights are read in place
  /// Cycles of waiting for each slice after the first, because feature maps are read again for each
  /// slice.
  double slice_stall = 0;
};

/// How the weights of an operator reach the processor: in place, or as slices through buffers.
struct WeightDelivery {
  std::int32_t slices = 1;  // number of slices, with about equal numbers of channels
  /// Number of buffers that the slices fill in rotation; 0 = read in place.
  std::int32_t buffers = 0;
  /// Number of operators before the weights' operator during which the first slice may be fetched.
  std::int32_t ahead = 0;
  /// Whether all slices may be fetched as early as the first one. If false and there are several
  /// buffers, the slices after the first are fetched while the processor reads earlier slices,
  /// unless `filled` is true.
  bool together = false;
  /// Whether all buffers are filled early. If `filled` and `together` are false, only the first
  /// slice is fetched early.
  bool filled = false;

  bool in_place() const { return buffers == 0; }
};

/// The port time of a DMA transfer, as bytes that the slow port could move in this time: `slowdown`
/// times the bytes of the transfer, plus `latency_bytes`.
struct TransferCost {
  /// The latency of a transfer, as bytes that the slow port could move in this time.
  double latency_bytes = 0;
  /// Cycles of one transferred byte, divided by the cycles of a byte at the slow port's full rate.
  double slowdown = 1;
};

/// Returns the choices of a feature map that does not move: all its life in slow memory, or all its
/// life in fast memory. Inputs and outputs of the network have only the choice of slow memory.
Object whole_life_choices(const FeatureMap& map);

/// Returns the choices of whole_life_choices() and the choices that move the feature map. Between
/// two accesses there are three possibilities: the map stays in fast memory, it leaves fast memory
/// and is read from slow memory, or it is fetched to fast memory 1, 2 or 4 operators before the
/// later access. If the map is produced in fast memory and does not stay there until its last
/// access, it is copied to slow memory once. If there are more than 250 choices, the map is fetched
/// 2 operators ahead or not at all. If there are still too many, or if the map is an output of the
/// network, returns only whole_life_choices().
Object interval_choices(const FeatureMap& map, const TransferCost& cost);

/// Returns the deliveries of `weights` to the processor from which the search chooses:
/// - In place: the processor reads the weights again for every spatial block.
/// - In slices through one buffer, for which the processor waits, or through two buffers, of which
///   one is filled while the other is read. The processor waits for the first slice, or the first
///   slice is fetched during the preceding operator.
/// - Completely, 1, 2, 3, 4, 6 or 8 operators ahead, in up to eight slices. All slices but the
///   first may still be fetched while the operator runs.
std::vector<WeightDelivery> weight_deliveries(const Weights& weights);

std::string label_of(const WeightDelivery& delivery);

/// Returns the choice for `delivery`, with the accesses, transfers and fast memory that it needs.
Choice weight_choice(const Weights& weights, const WeightDelivery& delivery,
                     const TransferCost& cost);

}  // namespace spillway::search
