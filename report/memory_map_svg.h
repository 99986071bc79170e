// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/memory_map.h"

namespace spillway {

/// One memory as a picture: time across (operators), address up, one rectangle per tensor, coloured
/// by kind, with a tooltip of name, size, lifetime and readers; a dashed line marks the capacity.
/// A complete SVG element that can stand alone or inside HTML. Same map, same bytes.
std::string memory_map_svg(const MemoryMap& map, MemoryIndex memory);

/// Colours that people with any common colour blindness can tell apart (Okabe and Ito, 2008).
const char* kind_colour(TensorKind kind);

}  // namespace spillway
