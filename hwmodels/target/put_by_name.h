// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

namespace spillway {

/// Replaces the element of `things` that has the same name as `thing`. If no element has this name,
/// appends `thing`.
template <typename T>
void put_by_name(std::vector<T>& things, T thing) {
  for (T& present : things) {
    if (present.name != thing.name) continue;
    present = std::move(thing);
    return;
  }
  things.push_back(std::move(thing));
}

}  // namespace spillway
