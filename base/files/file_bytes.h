// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace spillway {

/// An allocator like std::allocator that leaves elements without an initial value uninitialised. So
/// the memory for a file is not filled with zeros before the file is read into it.
template <typename T>
struct UnsetAllocator : std::allocator<T> {
  template <typename U>
  // NOLINTNEXTLINE(readability-identifier-naming): containers require this name.
  struct rebind {
    using other = UnsetAllocator<U>;
  };

  template <typename U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  // Constructs an element from a value of another type, such as a character of a stream.
  template <typename U, typename Value>
  void construct(U* place, Value&& value) {
    ::new (static_cast<void*>(place)) U(static_cast<U>(std::forward<Value>(value)));
  }
};

using FileBytes = std::vector<std::uint8_t, UnsetAllocator<std::uint8_t>>;

}  // namespace spillway
