// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/memory_map.h"
#include "report/printout.h"

namespace spillway {

/// Returns the map of a memory as text, similar to the map of TensorFlow Lite Micro. The text
/// consists of the memory's size, a letter per tensor, and one row per step. A row has the
/// operator's number, the live bytes, and `width` columns for the addresses. In these columns, `.`
/// stands for free bytes, and `!` for bytes that two tensors occupy. Letters repeat after 62
/// tensors. At the default width, lines have at most 80 characters; long names are cut at their
/// beginning.
Printout memory_map_text(const MemoryMap& map, MemoryIndex memory, std::size_t width = 56);

}  // namespace spillway
