// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hwmodels/ethosu/emit/byte_owners.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"

namespace spillway::ethosu {

/// Constants that lie together: the weights of an operation, a table, a constant map, or a tensor
/// that a transfer copies as a whole.
struct ConstantChunk {
  Place place;                       // where the plan has them; `size` bytes
  std::optional<Address> in_file{};  // where the compiled file has them in region 0
  bool copied = false;               // their bytes are those of the file
};

/// Lays out the constants of a plan in region 0 of a file. They keep the order of the compiled
/// file. Constants that the compiled file does not have follow in the order of the plan.
class PlannedConstants {
 public:
  PlannedConstants() = default;

  /// Chunks begin at multiples of `alignment` bytes. `unread` are ranges of the compiled file that
  /// no command reads; they get room in the layout, too.
  PlannedConstants(std::vector<ConstantChunk> chunks, const std::vector<ByteRange>& unread,
                   Bytes alignment);

  /// The address of `place` in region 0. None if no constants are there.
  std::optional<Address> address_of(const Place& place) const;

  /// Address in region 0 of each range in `unread`.
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

  std::vector<Room> rooms_;  // by place in the plan
  std::vector<Address> unread_;
  Bytes alignment_ = 1;
  Address end_ = 0;
};

/// The bytes of region 0 of a file, written chunk by chunk.
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
