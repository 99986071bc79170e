// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "planner/plan.h"

namespace spillway {

/// A slot of a lifetime during which a buffer is inactive, apart from the bytes of its window, if
/// it has one. MiniMalloc's column `gaps`. Spillway's planners keep the buffer's room throughout,
/// which is valid for every gap.
struct LifetimeGap {
  TimeStep lower = 0;
  TimeStep upper = 0;  // half-open
  Bytes window_begin = 0;
  Bytes window_end = 0;  // half-open; 0 = no window
};

/// `2-5 8-9@0:64`: slots separated by blanks, with the window behind `@`. Nothing when malformed.
std::optional<std::vector<LifetimeGap>> parse_gaps(std::string_view text);

}  // namespace spillway
