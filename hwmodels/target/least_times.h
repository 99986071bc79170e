// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace spillway {

/// Lower bounds, in cycles, of what kernels take that run one after the other. They are counted
/// from two times: the end of everything before, and when the processor could first ask for their
/// constants, which may be earlier: it reads those of a kernel's first block while the last blocks
/// of the kernel before are under way. Both are told, too, of what comes after them.
struct LeastTimes {
  static constexpr double none = -std::numeric_limits<double>::infinity();

  double end_after_end = 0;
  double end_after_ask = none;
  double ask_after_end = none;
  double ask_after_ask = 0;
};

/// Of ways that can never be gone.
constexpr LeastTimes impossible_times() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {infinity, infinity, infinity, infinity};
}

/// Of the kernels of one and then those of the other.
inline LeastTimes one_then_other(const LeastTimes& one, const LeastTimes& other) {
  const auto both = [](double end, double after_end, double ask, double after_ask) {
    return std::max(end + after_end, ask + after_ask);
  };
  return {both(one.end_after_end, other.end_after_end, one.ask_after_end, other.end_after_ask),
          both(one.end_after_ask, other.end_after_end, one.ask_after_ask, other.end_after_ask),
          both(one.end_after_end, other.ask_after_end, one.ask_after_end, other.ask_after_ask),
          both(one.end_after_ask, other.ask_after_end, one.ask_after_ask, other.ask_after_ask)};
}

/// Whichever way is gone.
inline LeastTimes either(const LeastTimes& one, const LeastTimes& other) {
  return {std::min(one.end_after_end, other.end_after_end),
          std::min(one.end_after_ask, other.end_after_ask),
          std::min(one.ask_after_end, other.ask_after_end),
          std::min(one.ask_after_ask, other.ask_after_ask)};
}

/// In stripes: all of them, and until the constants of what comes after the last one can be asked
/// for.
struct LeastStripes {
  static constexpr double never = std::numeric_limits<double>::infinity();

  double all = never, ask_after = never;
};

/// What an operator takes at least.
struct LeastOperator {
  LeastTimes alone;  // whole or in slices of its channels
  // As alone, but for the words of commands, which the processor has to wait for.
  LeastTimes told;
  // By its place in a cascade: the first operator reads whole maps, the last one writes one, those
  // between have no more than some rows of theirs.
  std::array<std::array<LeastStripes, 2>, 2> stripes;

  const LeastStripes& striped(bool first, bool last) const {
    return stripes[first ? 1 : 0][last ? 1 : 0];
  }
};

/// What the operators of a network take at least where they run one after the other.
struct LeastWork {
  std::vector<LeastOperator> operators;  // none = unknown
  // Cycles until a piece of the words of commands has come from their memory, where that is the one
  // of the constants; and until first constants have.
  double commands_latency = 0, constants_latency = 0;
};

}  // namespace spillway
