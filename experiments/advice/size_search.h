// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "experiments/advice/size_answer.h"

namespace spillway {

/// A size in bytes that counts as unlimited, and that users can still write on a command line.
constexpr Bytes unlimited_bytes = Bytes{1} << 30;

/// The sizes that may be simulated, in ascending order, and functions that simulate several sizes
/// and return the result of one size.
struct SizeSearch {
  std::vector<Bytes> sizes;
  std::function<void(const std::vector<Bytes>& sizes)> simulate;
  /// Returns the result of a simulated size; nothing if no plan fits this size.
  std::function<std::optional<SizedPoint>(Bytes size)> best;
};

/// Finds the smallest size that is fast enough. Also sets `cheaper` and `faster` of the answer, the
/// results with a smaller and with a larger memory. The answer includes all simulated sizes.
SizeAnswer smallest_for(const SizeQuestion& question, const SizedPoint& with_unlimited,
                        const SizeSearch& search);

/// Returns the sizes that may be simulated, in bytes. `peak` is the number of bytes that plans use
/// in unlimited memory. If the user gives no step, there are at most `most` sizes, or up to 128
/// sizes if `most` is lower. Sets first, last and step of `answers`. Throws UserError(usage) if the
/// question allows no size.
std::vector<Bytes> sizes_to_try(const SizeQuestion& question, Bytes peak, Bytes most,
                                SizeAnswers& answers);

}  // namespace spillway
