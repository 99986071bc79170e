// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spillway {

/// Whether the schema of this project knows every table and every field of a verified .tflite, and
/// all contents lie in its tables. Only then can bytes be moved.
bool can_resize(const std::vector<std::uint8_t>& file);

/// Gives the contents of buffer `number` another size. Everything behind them moves by a multiple
/// of 16 bytes. Contents that grow get zeros at the end. Requires can_resize(); the contents must
/// not be empty.
void resize_contents(std::vector<std::uint8_t>& file, std::uint32_t number, std::size_t size);

}  // namespace spillway
