// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hwmodels/ethosu/emit/byte_owners.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"

namespace spillway::ethosu {

/// Constants in one contiguous range: the weights of an operation, a table, a constant map, or a
/// tensor that a single transfer copies.
struct ConstantChunk {
  Place place;                       // the place in the plan, of `size` bytes
  std::optional<Address> in_file{};  // the address in region 0 of the compiled file
  bool copied = false;               // the bytes are copied from the file, not encoded again
};

/// Lays out the constants of a plan in region 0 of a file. Constants of the compiled file keep the
/// file's order. Other constants follow in the order of the plan.
class PlannedConstants {
 public:
  PlannedConstants() = default;

  /// Begins chunks at multiples of `alignment` bytes. `unread` are ranges of the compiled file that
  /// no command reads; the layout reserves space for them as well.
  PlannedConstants(std::vector<ConstantChunk> chunks, const std::vector<ByteRange>& unread,
                   Bytes alignment);

  /// The address of `place` in region 0; nothing if no constants lie at `place`.
  std::optional<Address> address_of(const Place& place) const;

  /// The address in region 0 of each range in `unread`.
  const std::vector<Address>& unread() const { return unread_; }

  Bytes bytes() const { return static_cast<Bytes>(end_); }

 private:
  struct Room {
    ConstantChunk chunk;
    Address address = 0;
  };

  static std::vector<Room> without_overlaps(std::vector<ConstantChunk> chunks);
  void lay_out(const std::vector<ByteRange>& unread);
  Address next(Bytes bytes);

  std::vector<Room> rooms_;  // sorted by place in the plan
  std::vector<Address> unread_;
  Bytes alignment_ = 1;
  Address end_ = 0;
};

/// The bytes of region 0 of a file, written chunk by chunk.
class ConstantsImage {
 public:
  explicit ConstantsImage(Bytes bytes)
      : bytes_(static_cast<std::size_t>(bytes)), written_(static_cast<std::size_t>(bytes)) {}

  /// Writes a chunk at `address`. Throws UserError(run_failed) if an address of the chunk already
  /// has a different byte; the message names the operator `owner`.
  void write(Address address, const std::vector<std::uint8_t>& bytes, const std::string& owner);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::vector<bool> written_;
};

}  // namespace spillway::ethosu
