// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hwmodels/ethosu/emit/byte_owners.h"
#include "hwmodels/ethosu/relink/arena_addresses.h"
#include "hwmodels/ethosu/relink/compiled_kernels.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"

namespace spillway::ethosu {

/// Constants in one contiguous range: the weights of an operation, a lookup table, a constant
/// feature map, or a tensor that a single DMA transfer copies.
struct ConstantChunk {
  Place place;                       // where the plan stores the constants
  std::optional<Address> in_file{};  // address in region 0 of the compiled file
  bool copied = false;               // the bytes are copied from the file, not encoded again
};

/// Gives the constants of a plan their addresses in region 0 of a file. Constants that the compiled
/// file also contains are first, in the order of this file. All other constants follow in the order
/// of their places in the plan.
class PlannedConstants {
 public:
  PlannedConstants() = default;

  /// Gives each chunk an address that is a multiple of `alignment` bytes. `unread` are the ranges
  /// of the compiled file that no command reads; these ranges get addresses, too.
  PlannedConstants(std::vector<ConstantChunk> chunks, const std::vector<ByteRange>& unread,
                   Bytes alignment);

  /// Returns the address in region 0 of the constants that the plan stores at `place`; nullopt if
  /// the plan stores no constants at `place`.
  std::optional<Address> address_of(const Place& place) const;

  /// Returns the new address in region 0 of each range that the constructor got in `unread`.
  const std::vector<Address>& unread() const { return unread_; }

  Bytes bytes() const { return static_cast<Bytes>(end_); }

 private:
  struct PlacedChunk {
    ConstantChunk chunk;
    Address address = 0;
  };

  static std::vector<PlacedChunk> without_overlaps(std::vector<ConstantChunk> chunks);
  void lay_out(const std::vector<ByteRange>& unread);
  Address next(Bytes bytes);

  std::vector<PlacedChunk> placed_;  // sorted by place in the plan
  std::vector<Address> unread_;
  Bytes alignment_ = 1;
  Address end_ = 0;
};

/// The contents of region 0 (constants) of a file, which are written chunk by chunk.
class ConstantsImage {
 public:
  explicit ConstantsImage(Bytes bytes)
      : bytes_(static_cast<std::size_t>(bytes)), written_(static_cast<std::size_t>(bytes)) {}

  /// Writes a chunk at `address`. Throws UserError(run_failed) if the chunk does not fit into the
  /// region, or if a byte of the chunk was written before with another value. The message names the
  /// operator `owner`.
  void write(Address address, const std::vector<std::uint8_t>& bytes, const std::string& owner);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::vector<bool> written_;
};

/// Returns the constants that the kernels and transfers of a plan read. Each chunk has its place in
/// the plan and its address in the compiled file. If several stripes read the same constants, the
/// result contains the chunk several times.
std::vector<ConstantChunk> constant_chunks(const WorkList& work, const CompiledKernels& kernels,
                                           const ArenaAddresses& addresses);

}  // namespace spillway::ethosu
