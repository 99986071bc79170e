// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/planned_constants.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "base/diagnostics.h"
#include "base/rounding.h"

namespace spillway::ethosu {
namespace {

constexpr Address behind_all = std::numeric_limits<Address>::max();

Address end_of(const Place& place) { return place.address + static_cast<Address>(place.size); }

bool lies_before(const Place& a, const Place& b) {
  return std::tie(a.memory, a.address) < std::tie(b.memory, b.address);
}

}  // namespace

PlannedConstants::PlannedConstants(std::vector<ConstantChunk> chunks,
                                   const std::vector<ByteRange>& unread, Bytes alignment)
    : rooms_(without_overlaps(std::move(chunks))), unread_(unread.size()), alignment_(alignment) {
  lay_out(unread);
}

// Merges chunks that share bytes, and returns the merged chunks in the order of their places.
// Chunks share bytes if several operations use the same constants.
std::vector<PlannedConstants::Room> PlannedConstants::without_overlaps(
    std::vector<ConstantChunk> chunks) {
  std::stable_sort(chunks.begin(), chunks.end(), [](const ConstantChunk& a, const auto& b) {
    return lies_before(a.place, b.place);
  });
  std::vector<Room> rooms;
  for (const ConstantChunk& chunk : chunks) {
    ConstantChunk* const before = rooms.empty() ? nullptr : &rooms.back().chunk;
    const bool shares = before != nullptr && before->place.memory == chunk.place.memory &&
                        chunk.place.address < end_of(before->place);
    if (!shares) {
      rooms.push_back({chunk, 0});
      continue;
    }
    const Address end = std::max(end_of(before->place), end_of(chunk.place));
    before->copied = before->copied && chunk.copied && before->place.size == chunk.place.size;
    before->place.size = static_cast<Bytes>(end - before->place.address);
  }
  return rooms;
}

void PlannedConstants::lay_out(const std::vector<ByteRange>& unread) {
  struct Turn {
    Address in_file = 0;
    std::size_t index = 0;
    bool is_unread = false;
  };
  std::vector<Turn> turns;
  for (std::size_t i = 0; i < rooms_.size(); ++i) {
    turns.push_back({rooms_[i].chunk.in_file.value_or(behind_all), i, false});
  }
  for (std::size_t i = 0; i < unread.size(); ++i) turns.push_back({unread[i].begin, i, true});
  std::stable_sort(turns.begin(), turns.end(),
                   [](const Turn& a, const Turn& b) { return a.in_file < b.in_file; });
  std::map<std::pair<Address, Bytes>, Address> copied;
  for (const Turn& turn : turns) {
    if (turn.is_unread) {
      const ByteRange& range = unread[turn.index];
      unread_[turn.index] = next(static_cast<Bytes>(range.end - range.begin));
      continue;
    }
    Room& room = rooms_[turn.index];
    const Bytes size = room.chunk.place.size;
    const auto known = copied.find({turn.in_file, size});
    const bool is_copy = room.chunk.copied && room.chunk.in_file.has_value();
    room.address = is_copy && known != copied.end() ? known->second : next(size);
    if (is_copy) copied[{turn.in_file, size}] = room.address;
  }
}

Address PlannedConstants::next(Bytes bytes) {
  const Address begin = end_;
  end_ += static_cast<Address>(round_up(bytes, alignment_));
  return begin;
}

std::optional<Address> PlannedConstants::address_of(const Place& place) const {
  const auto behind =
      std::upper_bound(rooms_.begin(), rooms_.end(), place,
                       [](const Place& a, const Room& b) { return lies_before(a, b.chunk.place); });
  if (behind == rooms_.begin()) return std::nullopt;
  const Room& room = *std::prev(behind);
  const bool inside =
      room.chunk.place.memory == place.memory && place.address < end_of(room.chunk.place);
  if (!inside) return std::nullopt;
  return room.address + (place.address - room.chunk.place.address);
}

void ConstantsImage::write(Address address, const std::vector<std::uint8_t>& bytes,
                           const std::string& owner) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t to = static_cast<std::size_t>(address) + i;
    const bool free = to < bytes_.size() && (!written_[to] || bytes_[to] == bytes[i]);
    if (!free) {
      throw UserError(ExitCode::run_failed, "the constants of operator '" + owner +
                                                "' do not fit where the plan has them");
    }
    bytes_[to] = bytes[i];
    written_[to] = true;
  }
}

}  // namespace spillway::ethosu
