// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spillway {

/// Whether bytes can be moved in a verified .tflite. The schema of this project must know every
/// table and every field of the file, and all contents must lie in its tables.
bool can_resize(const std::vector<std::uint8_t>& file);

/// Gives the contents of buffer number `number` another size. All bytes behind the contents move by
/// a multiple of 16. Contents that grow get zeros at their end. Requires can_resize(). The contents
/// must not be empty before.
void resize_contents(std::vector<std::uint8_t>& file, std::uint32_t number, std::size_t size);

}  // namespace spillway
