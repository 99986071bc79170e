// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

namespace spillway {

/// Produces the numbers of CPython's `random` module after `random.seed(seed)`: MT19937 seeded by
/// array, and `randint` by rejection on `getrandbits`.
class PythonRandom {
 public:
  explicit PythonRandom(std::uint32_t seed);

  /// Returns a uniform number in [low, high]; high >= low, and high - low is below 2^31.
  std::int64_t randint(std::int64_t low, std::int64_t high);

 private:
  std::mt19937 engine_;
};

}  // namespace spillway
