// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/memory_map.h"

namespace spillway {

/// One memory in text, after TensorFlow Lite Micro's map: its size, a letter per tensor, then one
/// row per step with the operator's number, the bytes live and the map of `width` columns. `.` is
/// free, `!` bytes that two tensors claim. Letters repeat after 62 tensors. Lines have up to
/// 80 columns at the default width; long names lose their beginnings.
std::string memory_map_text(const MemoryMap& map, MemoryIndex memory, std::size_t width = 56);

}  // namespace spillway
