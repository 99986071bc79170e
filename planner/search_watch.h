// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/units.h"

namespace spillway {

/// The progress of a search. A search for offsets reports the peak of its best allocation so far. A
/// search that simulates plans reports `peak` = 0.
struct SearchProgress {
  std::int64_t nodes = 0;  // number of visited nodes, or of simulated plans
  Bytes peak = 0;          // of the best allocation so far
  Bytes lower_bound = 0;   // no allocation has a peak below this
};

/// Observes searches and can stop them. While an object of this class exists, all searches of the
/// process report to it. Only one such object may exist at a time. A search that is not stopped
/// gives the same result with and without an observer.
class SearchWatch {
 public:
  SearchWatch();
  virtual ~SearchWatch();
  SearchWatch(const SearchWatch&) = delete;
  SearchWatch& operator=(const SearchWatch&) = delete;

  /// Called every few thousand nodes, every million steps of a heuristic, and before every
  /// simulated plan. If the function returns false, the search stops and returns its best result so
  /// far.
  virtual bool go_on(const SearchProgress& progress) = 0;
};

/// Calls go_on() of the existing SearchWatch and returns its result. Returns true if no SearchWatch
/// exists.
bool search_goes_on(const SearchProgress& progress);

}  // namespace spillway
