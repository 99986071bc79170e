// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace spillway {

/// Like std::allocator, but elements without an initial value stay uninitialised. So memory into
/// which a file is read is not filled with zeros first.
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
  // An element of another type, such as a character of a stream, is converted.
  template <typename U, typename Value>
  void construct(U* place, Value&& value) {
    ::new (static_cast<void*>(place)) U(static_cast<U>(std::forward<Value>(value)));
  }
};

using FileBytes = std::vector<std::uint8_t, UnsetAllocator<std::uint8_t>>;

}  // namespace spillway
