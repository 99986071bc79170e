// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway::test {

/// The kind of a random network. The plans of each kind depend mainly on one property: the maps
/// between the operations of a softmax, the format of narrow maps, or sums that overwrite an
/// operand. Networks of the kind `mixed` have all these operators between convolutions.
struct NetworkKind {
  std::string name;
  enum class Of : std::uint8_t { softmax, narrow, sums, mixed } of = Of::softmax;
};

inline std::ostream& operator<<(std::ostream& out, const NetworkKind& kind) {
  return out << kind.name;
}

std::vector<NetworkKind> network_kinds();

/// Returns the network of a kind and a seed. Equal arguments give equal networks.
Network network_of(const NetworkKind& kind, std::int32_t seed);

}  // namespace spillway::test
