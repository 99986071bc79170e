// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace spillway {

/// Sizes, numbered 0 .. count-1 in ascending order, among which the smallest good one is wanted.
/// `try_sizes` evaluates several sizes at once. `is_good` must be called only for sizes that were
/// tried.
struct SizeTrials {
  std::size_t count = 0;
  std::function<void(const std::vector<std::size_t>& sizes)> try_sizes;
  std::function<bool(std::size_t size)> is_good;
};

/// The result, and the sizes that were tried to find it.
struct SmallestSize {
  std::optional<std::size_t> size;  // none = no size that was tried is good enough
  std::vector<std::size_t> tried;   // ascending
};

/// Finds the smallest good size with few trials. First tries the largest size, its half, a quarter
/// and so on, and bisects between the smallest good size and the next smaller size that was tried.
/// Then tries sizes in the middle of the widest untried gaps below, and bisects again if one of
/// them is good. If every size above a good size is good, the result is exact; otherwise a smaller
/// size that was not tried may be good. Tries fewer than a fifth of the sizes; if there are few
/// sizes, as many as bisection needs.
SmallestSize find_smallest_size(const SizeTrials& trials);

}  // namespace spillway
