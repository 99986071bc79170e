// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace spillway {

/// As std::allocator, but that bytes which are given no value have none: who reads a file over them
/// need not have them zeroed first.
template <typename T>
struct UnsetAllocator : std::allocator<T> {
  template <typename U>
  // NOLINTNEXTLINE(readability-identifier-naming): containers ask for it by this name.
  struct rebind {
    using other = UnsetAllocator<U>;
  };

  template <typename U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <typename U, typename... Values>
  void construct(U* place, Values&&... values) {
    ::new (static_cast<void*>(place)) U(std::forward<Values>(values)...);
  }
};

/// Contents of a file.
using FileBytes = std::vector<std::uint8_t, UnsetAllocator<std::uint8_t>>;

}  // namespace spillway
