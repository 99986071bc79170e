// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace spillway {

/// items[index] for an index of any integer or enumeration type. Tensors, operators and memories
/// are numbered with signed integers, because "none" is -1; the containers count in std::size_t.
/// The index must be a valid one: the caller has checked for "none".
template <typename Items, typename Index>
constexpr decltype(auto) at(Items& items, Index index) {
  return items[static_cast<std::size_t>(index)];
}

}  // namespace spillway
