// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway::search {

/// Bytes that the processor itself reads or writes during an operator. Bytes that are read again
/// for further blocks count again, and so do the bytes that short bursts waste.
struct Access {
  std::int32_t op = 0;
  double fast_bytes = 0;
  double slow_bytes = 0;
  /// Cycles of waiting that no port causes, for example for another start of the pipeline.
  double stall_cycles = 0;
  /// Cycles of waiting for feature maps and for weights. The waits for maps and for weights
  /// overlap, so only the longer one counts.
  double map_stall = 0;
  double weight_stall = 0;
  /// Bytes of slow memory that are read again for every slice of the weights but the first.
  double again_bytes = 0;
  double more_slices = 0;  // number of slices of the weights besides the first
};

/// A transfer of the DMA. Its bytes move during operators [first, last], in any shares, and keep
/// both ports busy. `bytes` includes the latency, as the bytes that the slow port could have moved
/// in that time. If first > last, the transfer is exposed: operator `first` waits for the complete
/// transfer.
struct Transfer {
  std::int32_t first = 0;
  std::int32_t last = 0;
  double bytes = 0;
};

/// Bytes of fast memory that are occupied during operators [first, last].
struct Occupancy {
  std::int32_t first = 0;
  std::int32_t last = 0;
  Bytes bytes = 0;
};

/// During operator `op` the result takes the bytes of the operand if both are in fast memory.
struct SharedBytes {
  std::int32_t op = 0;
  std::int32_t operand = 0;  // indices into FluidProblem::objects
  std::int32_t result = 0;
  Bytes bytes = 0;
};

/// One possible treatment of an object (a feature map or weights): in which memory it lies during
/// which operators, and which bytes have to be moved for this.
struct Choice {
  std::string label;
  std::vector<Occupancy> occupancies;
  std::vector<Access> accesses;
  std::vector<Transfer> transfers;
};

/// Returns the bytes of fast memory that a choice occupies during operator `op`.
Bytes occupied_bytes(const Choice& choice, std::int32_t op);

/// A feature map, the weights of an operator or anything else that occupies memory. Every selection
/// takes exactly one choice of each object.
struct Object {
  std::string name;
  std::vector<Choice> choices;
};

/// The fluid model of a network on a chip with a fast and a slow memory. Operators run in order.
/// The time of an operator is its stalls plus the maximum of three times: its compute time, the
/// time of the bytes over the fast port, and the time of the bytes over the slow port. The bytes
/// include those of DMA transfers. Maps in slow memory are read once per slice of the weights. The
/// search minimises the sum of the times of all operators and of the waits for DMA transfers.
struct FluidProblem {
  std::vector<double> compute_cycles;  // per operator, the cycles if all operands are in time
  std::vector<Object> objects;
  double fast_bytes_per_cycle = 1;
  double slow_bytes_per_cycle = 1;  // at most fast_bytes_per_cycle
  Bytes capacity = 0;               // of the fast memory
  // The largest number of outstanding transfers, at least 1. The DMA moves transfers in the order
  // of their first operators, and an operator waits while more transfers are outstanding.
  std::int32_t in_flight = 1;
  std::vector<SharedBytes> shared = {};  // a map is the result in at most one element
};

/// Per object of a fluid problem (a feature map or weights), the index of the choice that is taken.
using Selection = std::vector<std::int32_t>;

/// A change of a selection: the feature map or weights with index `object` take the choice with
/// index `choice`.
struct Change {
  std::int32_t object = 0, choice = 0;
};

/// A 64-bit hash that stands for a selection in the table of known selections; collisions are so
/// unlikely that they are ignored. The hash is a sum over objects (feature maps and weights), so
/// that the key of a changed selection follows from the changed objects alone.
class SelectionKey {
 public:
  explicit SelectionKey(const Selection& selection) {
    for (std::size_t i = 0; i < selection.size(); ++i) {
      sum_ += mixed(static_cast<std::int32_t>(i), selection[i]);
    }
  }
  /// Returns the key of `from` after `changes`; this SelectionKey must be the key of `from`.
  std::uint64_t with(const Selection& from, const std::vector<Change>& changes) const {
    std::uint64_t sum = sum_;
    for (const Change& change : changes) {
      sum -= mixed(change.object, from[static_cast<std::size_t>(change.object)]);
      sum += mixed(change.object, change.choice);
    }
    return sum;
  }
  std::uint64_t value() const { return sum_; }

 private:
  /// Returns a hash of (object, choice) by the finaliser of SplitMix64, which spreads small numbers
  /// over 64 bits.
  static std::uint64_t mixed(std::int32_t object, std::int32_t choice) {
    std::uint64_t bits = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(object)) << 32U) |
                         static_cast<std::uint32_t>(choice);
    bits += 0x9e3779b97f4a7c15U;
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31U);
  }

  std::uint64_t sum_ = 0;
};

/// Returns the cycles of a selection: the times of all operators, and the time for which they wait
/// for DMA transfers (InOrderDma::waits()).
double total_cycles(const FluidProblem& problem, const Selection& selection);

/// Returns the largest number of bytes by which the selected feature maps and weights exceed the
/// capacity during one operator; 0 = the selection fits. Without the third parameter, the capacity
/// is that of the problem.
Bytes excess_bytes(const FluidProblem& problem, const Selection& selection);
Bytes excess_bytes(const FluidProblem& problem, const Selection& selection, Bytes capacity);

}  // namespace spillway::search
