// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway::search {

/// Bytes that the processor itself reads or writes during an operator, block re-reads and what
/// short bursts waste included.
struct Access {
  std::int32_t op = 0;
  double fast_bytes = 0;
  double slow_bytes = 0;
  double stall_cycles = 0;  // that no port is the reason of: another start of the pipeline
  double map_stall = 0;     // the same, of waiting for maps, or for weights; the shorter of both
  double weight_stall = 0;  // hides behind the longer
  double again_bytes = 0;  // of slow memory, once more for every slice of the weights but the first
  double more_slices = 0;  // of the weights, beside the first
};

/// A transfer of the DMA: its bytes move, in any shares, during operators [first, last] and keep
/// both ports busy. `bytes` holds the latency too, as the bytes that the slow port would have moved
/// in that time. With first > last nothing hides it: operator `first` waits for all of it.
struct Transfer {
  std::int32_t first = 0;
  std::int32_t last = 0;
  double bytes = 0;
};

/// Room in fast memory during operators [first, last].
struct Room {
  std::int32_t first = 0;
  std::int32_t last = 0;
  Bytes bytes = 0;
};

/// During operator `op` a result takes the bytes of its operand, where both are in fast memory.
struct SharedRoom {
  std::int32_t op = 0;
  std::int32_t operand = 0;  // objects
  std::int32_t result = 0;
  Bytes bytes = 0;
};

/// One way to hold an object: where it lies when, and what that moves.
struct Choice {
  std::string label;
  std::vector<Room> rooms;
  std::vector<Access> accesses;
  std::vector<Transfer> transfers;
};

/// The room that a choice takes during `op`.
Bytes room_during(const Choice& choice, std::int32_t op);

/// A feature map, the weights of an operator or anything else that takes room: exactly one of its
/// choices is taken.
struct Object {
  std::string name;
  std::vector<Choice> choices;
};

/// The fluid model of a network on a chip with a fast and a slow memory. Operators run in order;
/// an operator takes the largest of its compute time, the time of its bytes over the fast port and
/// that of its bytes over the slow port, those of the DMA included, and its stalls. Maps in slow
/// memory are read once per slice of the weights. The time that is to be
/// minimised is the sum over all operators and of what the DMA moves while the processor waits.
struct FluidProblem {
  std::vector<double> compute_cycles;  // per operator, with all operands at hand
  std::vector<Object> objects;
  double fast_bytes_per_cycle = 1;
  double slow_bytes_per_cycle = 1;  // at most fast_bytes_per_cycle
  Bytes capacity = 0;               // of the fast memory
  std::int32_t in_flight = 0;       // transfers go in the order of their first operators, and the
                                    // next operators wait where more of them are outstanding, up
                                    // to 8; 0 = in any shares and any order
  std::vector<SharedRoom> shared = {};  // an object is the result of one at most
};

/// Per object, the index of the choice that is taken.
using Selection = std::vector<std::int32_t>;

/// One object that takes another of its choices.
struct Change {
  std::int32_t object = 0, choice = 0;
};

/// A 64-bit hash that stands for a selection in the table of known selections; collisions are so
/// unlikely that they are ignored. The hash is a sum over objects, so that the key of a changed
/// selection follows from the changed objects alone.
class SelectionKey {
 public:
  explicit SelectionKey(const Selection& selection) {
    for (std::size_t i = 0; i < selection.size(); ++i) {
      sum_ += mixed(static_cast<std::int32_t>(i), selection[i]);
    }
  }
  /// The key of `from` after `changes`; this object must be the key of `from`.
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
  /// The finalizer of SplitMix64.
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

/// Cycles of a selection. In any order, transfers are served by earliest deadline, which is
/// optimal: what finds room in the slack of both ports costs nothing, what finds some only where
/// the fast port is the bottleneck costs its time there, the rest the time of the slow port.
double total_cycles(const FluidProblem& problem, const Selection& selection);

/// The largest number of bytes by which an operator's residencies exceed the capacity, that of the
/// problem or another one; 0 = fits.
Bytes excess_bytes(const FluidProblem& problem, const Selection& selection);
Bytes excess_bytes(const FluidProblem& problem, const Selection& selection, Bytes capacity);

}  // namespace spillway::search
