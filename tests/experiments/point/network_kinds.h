// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway::test {

/// Networks whose plans depend on one thing: the maps between the operations of one operator, the
/// format of narrow maps, results in place, or all of them between convolutions.
struct NetworkKind {
  std::string name;
  enum class Of : std::uint8_t { softmax, narrow, sums, mixed } of = Of::softmax;
};

inline std::ostream& operator<<(std::ostream& out, const NetworkKind& kind) {
  return out << kind.name;
}

std::vector<NetworkKind> network_kinds();

/// The network of a kind and a seed: the same one every time.
Network network_of(const NetworkKind& kind, std::int32_t seed);

}  // namespace spillway::test
