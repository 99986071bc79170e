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

constexpr Address after_all = std::numeric_limits<Address>::max();

Address end_of(const Place& place) { return place.address + static_cast<Address>(place.size); }

bool lies_before(const Place& a, const Place& b) {
  return std::tie(a.memory, a.address) < std::tie(b.memory, b.address);
}

}  // namespace

PlannedConstants::PlannedConstants(std::vector<ConstantChunk> chunks,
                                   const std::vector<ByteRange>& unread, Bytes alignment)
    : placed_(without_overlaps(std::move(chunks))), unread_(unread.size()), alignment_(alignment) {
  lay_out(unread);
}

// Merges chunks that share bytes, and returns the merged chunks in the order of their places.
// Chunks share bytes if several operations use the same constants.
std::vector<PlannedConstants::PlacedChunk> PlannedConstants::without_overlaps(
    std::vector<ConstantChunk> chunks) {
  std::stable_sort(chunks.begin(), chunks.end(), [](const ConstantChunk& a, const auto& b) {
    return lies_before(a.place, b.place);
  });
  std::vector<PlacedChunk> placed;
  for (const ConstantChunk& chunk : chunks) {
    ConstantChunk* const before = placed.empty() ? nullptr : &placed.back().chunk;
    const bool shares = before != nullptr && before->place.memory == chunk.place.memory &&
                        chunk.place.address < end_of(before->place);
    if (!shares) {
      placed.push_back({chunk, 0});
      continue;
    }
    const Address end = std::max(end_of(before->place), end_of(chunk.place));
    before->copied = before->copied && chunk.copied && before->place.size == chunk.place.size;
    before->place.size = static_cast<Bytes>(end - before->place.address);
  }
  return placed;
}

void PlannedConstants::lay_out(const std::vector<ByteRange>& unread) {
  struct Entry {
    Address in_file = 0;
    std::size_t index = 0;
    bool is_unread = false;
  };
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    entries.push_back({placed_[i].chunk.in_file.value_or(after_all), i, false});
  }
  for (std::size_t i = 0; i < unread.size(); ++i) entries.push_back({unread[i].begin, i, true});
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.in_file < b.in_file; });
  std::map<std::pair<Address, Bytes>, Address> copied;
  for (const Entry& entry : entries) {
    if (entry.is_unread) {
      const ByteRange& range = unread[entry.index];
      unread_[entry.index] = next(static_cast<Bytes>(range.end - range.begin));
      continue;
    }
    PlacedChunk& placed = placed_[entry.index];
    const Bytes size = placed.chunk.place.size;
    const auto known = copied.find({entry.in_file, size});
    const bool is_copy = placed.chunk.copied && placed.chunk.in_file.has_value();
    placed.address = is_copy && known != copied.end() ? known->second : next(size);
    if (is_copy) copied[{entry.in_file, size}] = placed.address;
  }
}

Address PlannedConstants::next(Bytes bytes) {
  const Address begin = end_;
  end_ += static_cast<Address>(round_up(bytes, alignment_));
  return begin;
}

std::optional<Address> PlannedConstants::address_of(const Place& place) const {
  const auto after = std::upper_bound(
      placed_.begin(), placed_.end(), place,
      [](const Place& a, const PlacedChunk& b) { return lies_before(a, b.chunk.place); });
  if (after == placed_.begin()) return std::nullopt;
  const PlacedChunk& found = *std::prev(after);
  const bool inside =
      found.chunk.place.memory == place.memory && place.address < end_of(found.chunk.place);
  if (!inside) return std::nullopt;
  return found.address + (place.address - found.chunk.place.address);
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
