// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace spillway {

/// A view of bytes that another object owns. C++17 has no std::span.
struct ByteView {
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;

  const std::uint8_t* begin() const { return data; }
  const std::uint8_t* end() const { return data + size; }
  bool empty() const { return size == 0; }
};

}  // namespace spillway
