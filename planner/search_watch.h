// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/units.h"

namespace spillway {

/// How far a search is, one of allocations or, with a peak of 0, one of plans by time.
struct SearchProgress {
  std::int64_t nodes = 0;  // or plans
  Bytes peak = 0;          // of the best allocation so far
  Bytes lower_bound = 0;   // no allocation has a lower peak
};

/// While one exists, the searches of this process report to it. One at a time. Plans that
/// are searched to their end do not depend on it.
class SearchWatch {
 public:
  SearchWatch();
  virtual ~SearchWatch();
  SearchWatch(const SearchWatch&) = delete;
  SearchWatch& operator=(const SearchWatch&) = delete;

  /// Asked every few thousand nodes, or before every plan; false stops the search with the best
  /// that it has.
  virtual bool go_on(const SearchProgress& progress) = 0;
};

/// What the watch says; true where there is none.
bool search_goes_on(const SearchProgress& progress);

}  // namespace spillway
