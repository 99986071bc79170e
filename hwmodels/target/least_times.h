// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace spillway {

/// Lower bounds, in cycles, for a sequence of kernels that run one after the other. In the names of
/// the members, "end" is the time at which all work has ended. "ask" is the first time at which the
/// processor can request the constants of the next kernel. "ask" can be earlier than "end", because
/// the processor reads the constants of a kernel's first block during the last blocks of the
/// previous kernel. A member `x_after_y` is the least time from "y" of the work before the sequence
/// to "x" of the sequence. For example, `ask_after_end` is the least time from the end of the work
/// before the sequence until the constants of the work after the sequence can be requested.
struct LeastTimes {
  static constexpr double none = -std::numeric_limits<double>::infinity();

  double end_after_end = 0;
  double end_after_ask = none;
  double ask_after_end = none;
  double ask_after_ask = 0;
};

/// Returns the bounds of an alternative that is not possible. The bounds are infinite, so that
/// either() ignores this alternative.
constexpr LeastTimes impossible_times() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {infinity, infinity, infinity, infinity};
}

/// Returns the bounds of the kernels of `one` followed by the kernels of `other`.
inline LeastTimes one_then_other(const LeastTimes& one, const LeastTimes& other) {
  const auto both = [](double end, double after_end, double ask, double after_ask) {
    return std::max(end + after_end, ask + after_ask);
  };
  return {both(one.end_after_end, other.end_after_end, one.ask_after_end, other.end_after_ask),
          both(one.end_after_ask, other.end_after_end, one.ask_after_ask, other.end_after_ask),
          both(one.end_after_end, other.ask_after_end, one.ask_after_end, other.ask_after_ask),
          both(one.end_after_ask, other.ask_after_end, one.ask_after_ask, other.ask_after_ask)};
}

/// Returns the bounds of work that is done in one of two possible ways: the smaller bound of each
/// kind.
inline LeastTimes either(const LeastTimes& one, const LeastTimes& other) {
  return {std::min(one.end_after_end, other.end_after_end),
          std::min(one.end_after_ask, other.end_after_ask),
          std::min(one.ask_after_end, other.ask_after_end),
          std::min(one.ask_after_ask, other.ask_after_ask)};
}

/// Lower bounds, in cycles, of an operator that runs in stripes. `all` is the time that all stripes
/// take. `ask_after` is the time from the start until the processor can request the constants of
/// the work after the last stripe.
struct LeastStripes {
  static constexpr double never = std::numeric_limits<double>::infinity();

  double all = never, ask_after = never;
};

struct LeastOperator {
  LeastTimes alone;  // the operator runs as a whole or in slices of its output channels
  // The bounds in `alone`. Here, end_after_end is at least the time that the operator takes because
  // the processor has to read the operator's command words.
  LeastTimes with_command_reads;
  // The bounds in a cascade (operators that run in turns, stripe by stripe), by the position of the
  // operator: the first index tells whether it is the first operator of the cascade, the second
  // index whether it is the last one; see striped(). The position matters because the first
  // operator reads whole maps and the last operator writes a whole map; all other maps are kept
  // only in part, a few rows at a time.
  std::array<std::array<LeastStripes, 2>, 2> stripes;

  const LeastStripes& striped(bool first, bool last) const {
    return stripes[first ? 1 : 0][last ? 1 : 0];
  }
};

/// Lower bounds of the operators of a network that run one after the other.
struct LeastWork {
  std::vector<LeastOperator> operators;  // empty = unknown
  // `commands_latency` is the number of cycles until the first command words have arrived; 0 if the
  // command words do not lie in the memory of the constants, or if kernels overlap.
  // `constants_latency` is the number of cycles until the first constants have arrived.
  double commands_latency = 0, constants_latency = 0;
  // The largest number of bytes of weights that the processor can read ahead, before it reads the
  // feature maps of the same operator.
  double buffered_weights = 0;
};

}  // namespace spillway
