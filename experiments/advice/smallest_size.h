// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace spillway {

/// Sizes 0 .. count-1, ascending, of which it is asked which are good enough. `try_sizes` looks at
/// some of them at once, `is_good` is asked of those only.
struct SizeTrials {
  std::size_t count = 0;
  std::function<void(const std::vector<std::size_t>& sizes)> try_sizes;
  std::function<bool(std::size_t size)> is_good;
};

/// What was found, and on which evidence.
struct SmallestSize {
  std::optional<std::size_t> size;  // none = no size that was tried is good enough
  std::vector<std::size_t> tried;   // ascending
};

/// The smallest good size by bracketing: sizes that halve from the largest downwards, bisection
/// between the smallest good one and the bad one below it, then looks into the widest gaps below,
/// from which the bisection begins again wherever one is good after all. Where every size above a
/// good one is good as well, that is the smallest of all; otherwise it is the smallest of those
/// tried. Tries fewer than a fifth of the sizes, or where there are few of them, as many as
/// bisection takes.
SmallestSize find_smallest_size(const SizeTrials& trials);

}  // namespace spillway
