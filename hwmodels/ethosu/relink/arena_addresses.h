// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// An address in a region of a command stream.
struct RegionAddress {
  std::uint8_t region = 0;
  Address address = 0;
};

/// Translates the places of feature maps and buffers in a plan into addresses in the arenas of a
/// file. An address in the arena is the planned address minus the lowest planned address, rounded
/// down to 16 bytes. An address in the fast arena (arena in fast memory) is the planned address.
class ArenaAddresses {
 public:
  ArenaAddresses(const Network& network, const Plan& plan, const TensorAddresses& addresses,
                 const Target& target);

  RegionAddress region_address_of(const Place& place) const;

  /// If `place` holds a copy of constants at `time`, returns the place from which these constants
  /// are copied. Otherwise, returns `place`.
  Place source_of(const Place& place, TimeStep time) const;

  /// Returns the places from which the plan copies constants (Plan::copies). Each of these
  /// constants is copied as a whole in a single transfer. Weights that are fetched in slices are
  /// not included.
  std::vector<Place> copied_constants() const;

  Bytes arena_bytes() const { return arena_bytes_; }
  Bytes fast_bytes() const { return fast_bytes_; }

 private:
  void find_constants(const Network& network, const Target& target);
  void measure_arenas();

  const Plan& plan_;
  const TensorAddresses& addresses_;
  std::uint8_t arena_ = 0, fast_ = 0;  // memories of arena and fast arena
  std::vector<bool> is_constant_;      // per residency: whether it stores constants, not a copy
  Address arena_begin_ = 0;
  Bytes arena_bytes_ = 0, fast_bytes_ = 0;
};

}  // namespace spillway::ethosu
