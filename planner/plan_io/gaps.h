// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "planner/plan.h"

namespace spillway {

/// A time range during which a live buffer is inactive. If the gap has a window, the bytes of the
/// window are in use during the gap, too. Gaps come from MiniMalloc's column `gaps`. Spillway's
/// planners reserve all bytes of the buffer during its gaps, which is always valid.
struct LifetimeGap {
  TimeStep lower = 0;
  TimeStep upper = 0;  // half-open
  Bytes window_begin = 0;
  Bytes window_end = 0;  // half-open; 0 = no window
};

/// Parses `2-5 8-9@0:64`: time ranges separated by blanks, each with an optional window behind `@`.
/// Returns nothing if the text is malformed.
std::optional<std::vector<LifetimeGap>> parse_gaps(std::string_view text);

}  // namespace spillway
