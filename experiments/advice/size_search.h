// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "experiments/advice/size_answer.h"

namespace spillway {

/// A size in bytes that counts as unlimited. A command line can give it, too.
constexpr Bytes roomy_bytes = Bytes{1} << 30;

/// The sizes that may be simulated, in ascending order, and the function that simulates one.
struct SizeSearch {
  std::vector<Bytes> sizes;
  std::function<void(const std::vector<Bytes>& sizes)> simulate;
  /// The result of a simulated size. There is none if no plan fits.
  std::function<std::optional<SizedPoint>(Bytes size)> best;
};

/// Finds the smallest size that is fast enough. Fills in `cheaper` and `faster` of the answer, so
/// that the user can compare. The answer includes all simulated sizes.
SizeAnswer smallest_for(const SizeQuestion& question, const SizedPoint& roomy,
                        const SizeSearch& search);

/// The sizes to choose from, if a plan without a limit uses `peak` bytes. If the user gives no
/// step, there are at most `most` sizes. Sets first, last and step of `answers`. Throws
/// UserError(usage) if the question allows no size.
std::vector<Bytes> sizes_to_try(const SizeQuestion& question, Bytes peak, Bytes most,
                                SizeAnswers& answers);

}  // namespace spillway
