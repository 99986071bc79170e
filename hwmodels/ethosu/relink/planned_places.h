// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// An address in a region of a command stream.
struct RegionPlace {
  std::uint8_t region = 0;
  Address address = 0;
};

/// Translates the places of a plan into regions of a file. Constants are packed one behind the
/// other in region 0. Everything else keeps its address in the plan, less the lowest address of the
/// arena.
class PlannedPlaces {
 public:
  PlannedPlaces(const Network& network, const Plan& plan, const TensorAddresses& addresses,
                const Target& target);

  RegionPlace region_of(const Place& place) const;

  /// The place of the constants of which `place` holds a copy at `time`; `place` itself if it holds
  /// none.
  Place source_of(const Place& place, TimeStep time) const;

  bool is_constant_place(const Place& place) const { return constants_at(place) != nullptr; }

  Bytes arena_bytes() const { return arena_bytes_; }
  Bytes fast_bytes() const { return fast_bytes_; }
  Bytes constant_bytes() const { return constant_bytes_; }

 private:
  struct Constants {
    std::uint8_t memory = 0;
    Address begin = 0, end = 0;
    Address packed = 0;  // in region 0
  };

  const Constants* constants_at(const Place& place) const;
  void pack_constants(const Network& network, const Target& target);
  void measure_arenas();

  const Plan& plan_;
  const TensorAddresses& addresses_;
  std::uint8_t arena_ = 0, fast_ = 0;  // memories
  std::vector<Constants> constants_;   // by address
  std::vector<bool> is_constant_;      // per residency: it holds constants where they are stored
  Address arena_begin_ = 0;
  Bytes arena_bytes_ = 0, fast_bytes_ = 0, constant_bytes_ = 0;
};

/// The bytes of a file's constants, filled piece by piece.
class ConstantsImage {
 public:
  explicit ConstantsImage(Bytes bytes)
      : bytes_(static_cast<std::size_t>(bytes)), written_(static_cast<std::size_t>(bytes)) {}

  /// Throws UserError(run_failed) with the name `owner` if different bytes were written there
  /// before.
  void write(Address address, const std::vector<std::uint8_t>& bytes, const std::string& owner);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::vector<bool> written_;
};

}  // namespace spillway::ethosu
