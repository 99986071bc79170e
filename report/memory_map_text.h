// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/memory_map.h"
#include "report/printout.h"

namespace spillway {

/// A memory's map as text, similar to TensorFlow Lite Micro's. It has the memory's size, a letter
/// per tensor, and one row per step: the operator's number, the live bytes, and the map of `width`
/// columns. `.` stands for free bytes, `!` for bytes that two tensors claim. Letters repeat after
/// 62 tensors. At the default width, lines have at most 80 columns; long names lose their
/// beginnings.
Printout memory_map_text(const MemoryMap& map, MemoryIndex memory, std::size_t width = 56);

}  // namespace spillway
