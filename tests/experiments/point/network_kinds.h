// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway::test {

/// The kind of a random network. Each kind tests one property that plans depend on:
/// * softmax: the maps between the operations of a softmax,
/// * narrow: the format of maps with few channels,
/// * sums: additions whose result overwrites an operand,
/// * mixed: all these properties.
struct NetworkKind {
  std::string name;
  enum class Of : std::uint8_t { softmax, narrow, sums, mixed } of = Of::softmax;
};

inline std::ostream& operator<<(std::ostream& out, const NetworkKind& kind) {
  return out << kind.name;
}

std::vector<NetworkKind> network_kinds();

/// Returns the random network of this kind for a seed. Equal arguments give equal networks.
Network network_of(const NetworkKind& kind, std::int32_t seed);

}  // namespace spillway::test
