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
  // Characters of a stream count as the bytes that they are.
  template <typename U, typename Value>
  void construct(U* place, Value&& value) {
    ::new (static_cast<void*>(place)) U(static_cast<U>(std::forward<Value>(value)));
  }
};

/// Contents of a file.
using FileBytes = std::vector<std::uint8_t, UnsetAllocator<std::uint8_t>>;

}  // namespace spillway
