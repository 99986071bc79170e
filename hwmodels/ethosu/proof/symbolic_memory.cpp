// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/symbolic_memory.h"

#include <algorithm>

namespace spillway::ethosu::proof {
namespace {

bool follows(const Stretch& first, const Stretch& second) {
  if (!first.origin || !second.origin) return !first.origin && !second.origin;
  return first.origin->source == second.origin->source &&
         first.origin->offset + first.bytes == second.origin->offset;
}

void append(std::vector<Stretch>& stretches, const Stretch& next) {
  if (next.bytes == 0) return;
  if (!stretches.empty() && follows(stretches.back(), next)) {
    stretches.back().bytes += next.bytes;
  } else {
    stretches.push_back(next);
  }
}

}  // namespace

// Splits the piece (a range of bytes) that contains `address` into two pieces; the second piece
// begins at `address`. If no piece contains `address`, nothing changes.
void SymbolicMemory::split(Address address) {
  auto next = pieces_.lower_bound(address);
  if (next == pieces_.begin()) return;
  const auto piece = std::prev(next);
  if (piece->second.end <= address) return;
  Piece rest = piece->second;
  rest.origin.offset += static_cast<std::int64_t>(address - piece->first);
  piece->second.end = address;
  pieces_.emplace_hint(next, address, rest);
}

void SymbolicMemory::write(Address address, const Stretch& stretch) {
  const Address end = address + static_cast<Address>(stretch.bytes);
  split(address);
  split(end);
  pieces_.erase(pieces_.lower_bound(address), pieces_.lower_bound(end));
  if (stretch.origin) pieces_[address] = {end, *stretch.origin};
}

std::vector<Stretch> SymbolicMemory::read(Address address, std::int64_t bytes) const {
  std::vector<Stretch> stretches;
  const Address end = address + static_cast<Address>(bytes);
  auto piece = pieces_.upper_bound(address);
  if (piece != pieces_.begin()) --piece;
  Address at = address;
  for (; piece != pieces_.end() && piece->first < end; ++piece) {
    if (piece->second.end <= at) continue;
    const Address begin = std::max(at, piece->first);
    append(stretches, {static_cast<std::int64_t>(begin - at), std::nullopt});
    const Address stop = std::min(end, piece->second.end);
    Origin origin = piece->second.origin;
    origin.offset += static_cast<std::int64_t>(begin - piece->first);
    append(stretches, {static_cast<std::int64_t>(stop - begin), origin});
    at = stop;
  }
  append(stretches, {static_cast<std::int64_t>(end - at), std::nullopt});
  return stretches;
}

}  // namespace spillway::ethosu::proof
