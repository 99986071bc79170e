// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/units.h"
#include "planner/problem.h"
#include "planner/weight_policy.h"

namespace spillway::search {

/// A capacity of fast memory, in bytes, at which the search looks for plans. At every capacity, the
/// search changes the plans found so far; `cascades` and `stripes` say what else it tries.
struct Rung {
  Bytes capacity = 0;
  /// Also begin from new start selections (choices for all feature maps and weights) and try other
  /// cascades.
  bool cascades = false;
  bool stripes = false;  // determine new stripe heights for operators of the best plan
  // Whether this capacity was added to the regular ones: it is below a sixteenth of the live peak,
  // or it is from capacities_for_weights(). What the search finds at such a capacity does not
  // change its plans at other capacities.
  bool added = false;
};

/// Returns capacities, in ascending order, at which all weights of some operator fit into fast
/// memory beside the feature maps that are live while the operator runs. Every returned capacity is
/// above the live peak of the maps and at most 3/2 of this peak. If there are more than eight such
/// capacities, returns the smallest eight.
std::vector<Bytes> capacities_for_weights(const std::vector<Buffer>& buffers,
                                          const WeightNeeds& needs);

/// Returns the list of capacities up to `capacity`, in ascending order. Each element depends only
/// on the other arguments: the number of operators, the live peak (the largest number of bytes of
/// feature maps that are live at one step), and `for_weights` (capacities_for_weights()). A larger
/// memory therefore has all elements of a smaller memory, and its plans are never slower. Up to the
/// peak, the distance between elements is a sixteenth of the peak. Above the peak it is an eighth
/// of the peak, and it doubles with every doubling of the capacity. The highest element is eight
/// times the peak. There are two kinds of further elements: the capacities `for_weights` and, if a
/// sixteenth of the peak is more than 32 KiB, the parts 3/4, 1/2, 3/8, 1/4, ... of this sixteenth,
/// down to 32 KiB. Networks with many operators have fewer elements, and no further elements,
/// because the time for one capacity grows with the number of operators.
std::vector<Rung> capacity_ladder(Bytes live_peak, Bytes capacity, std::size_t operators,
                                  const std::vector<Bytes>& for_weights = {});

}  // namespace spillway::search
