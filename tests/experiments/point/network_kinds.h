// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway::test {

/// Networks whose plans depend mainly on one thing: the maps between the operations of one
/// operator, the format of narrow maps, or results that overwrite operands. The last kind has all
/// of these between convolutions.
struct NetworkKind {
  std::string name;
  enum class Of : std::uint8_t { softmax, narrow, sums, mixed } of = Of::softmax;
};

inline std::ostream& operator<<(std::ostream& out, const NetworkKind& kind) {
  return out << kind.name;
}

std::vector<NetworkKind> network_kinds();

/// The network of a kind and a seed; the same arguments give the same network.
Network network_of(const NetworkKind& kind, std::int32_t seed);

}  // namespace spillway::test
