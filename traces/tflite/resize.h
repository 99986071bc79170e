// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spillway {

/// Whether bytes can be moved in a verified .tflite. This requires that Spillway's schema knows
/// every table and field of the file, and that no contents lie outside of the tables.
bool can_resize(const std::vector<std::uint8_t>& file);

/// Changes the size of the contents of buffer number `number` to `size` bytes. All bytes behind the
/// contents move by a multiple of 16. Contents that grow get zeros at their end. can_resize() must
/// be true for the file, and the contents must not be empty.
void resize_contents(std::vector<std::uint8_t>& file, std::uint32_t number, std::size_t size);

}  // namespace spillway
