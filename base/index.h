// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace spillway {

/// Returns items[index] for an index of any integer or enumeration type. Tensors, operators and
/// memories have signed indices, in which -1 means "none", but containers use std::size_t. The
/// caller must make sure that the index is not negative.
template <typename Items, typename Index>
constexpr decltype(auto) at(Items& items, Index index) {
  return items[static_cast<std::size_t>(index)];
}

}  // namespace spillway
