// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

/// The entries of a possibly absent vector of a flatbuffer.
template <typename Vector>
std::uint32_t size_or_zero(const Vector* vector) {
  return vector == nullptr ? 0 : vector->size();
}

}  // namespace spillway
