// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "experiments/advice/size_answer.h"

namespace spillway {

/// Stands for no limit. A command line can give this size.
constexpr Bytes roomy_bytes = Bytes{1} << 30;

/// The sizes that may be simulated, in ascending order, and the function that simulates one.
struct SizeSearch {
  std::vector<Bytes> sizes;
  std::function<void(const std::vector<Bytes>& sizes)> simulate;
  /// The result of a simulated size. There is none if no plan fits.
  std::function<std::optional<SizedPoint>(Bytes size)> best;
};

/// The smallest size that is fast enough, its neighbours, and every size that was simulated.
SizeAnswer smallest_for(const SizeQuestion& question, const SizedPoint& roomy,
                        const SizeSearch& search);

/// The sizes that the question allows, where a plan without a limit takes `peak` bytes. Without a
/// step of the user's they are at most `most`. Fills in first, last and step of `answers`. Throws
/// UserError(usage) where the question allows none.
std::vector<Bytes> sizes_to_try(const SizeQuestion& question, Bytes peak, Bytes most,
                                SizeAnswers& answers);

}  // namespace spillway
