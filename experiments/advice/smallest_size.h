// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace spillway {

/// A search for the smallest good size: a size for which `is_good` returns true. Sizes are
/// identified by the numbers 0 to count - 1, in ascending order. `try_sizes` evaluates several
/// sizes in parallel. `is_good` must be called only for sizes that were evaluated before.
struct SizeTrials {
  std::size_t count = 0;
  std::function<void(const std::vector<std::size_t>& sizes)> try_sizes;
  std::function<bool(std::size_t size)> is_good;
};

/// The smallest good size that was found, and the sizes that were tried. Sizes are numbers from 0
/// to SizeTrials::count - 1.
struct SmallestSize {
  // Number of the smallest good size; none if no tried size is good.
  std::optional<std::size_t> size;
  std::vector<std::size_t> tried;  // numbers of the tried sizes, ascending
};

/// Finds the smallest good size with few trials:
/// 1. Tries the largest size, its half, a quarter and so on.
/// 2. Bisects between the smallest good size and the next smaller tried size.
/// 3. Tries the middle of the widest untried ranges below the smallest good size, and bisects again
///    if the middle is good.
///
/// If every size above a good size is good, the result is exact; otherwise a smaller, untried size
/// may be good. Tries fewer than a fifth of the sizes; if there are few sizes, tries as many sizes
/// as bisection needs.
SmallestSize find_smallest_size(const SizeTrials& trials);

}  // namespace spillway
