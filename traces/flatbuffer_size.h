// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

/// Returns the number of elements of a vector of a flatbuffer; 0 if the vector is absent.
template <typename Vector>
std::uint32_t size_or_zero(const Vector* vector) {
  return vector == nullptr ? 0 : vector->size();
}

}  // namespace spillway
