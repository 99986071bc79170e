// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "planner/plan_network.h"

namespace spillway::search {

/// The number of rows per stripe for each operator that runs faster in stripes; the key is the
/// operator. Stripes have smaller blocks, which can keep the engines busier.
using StripeHeights = std::map<std::int32_t, std::int32_t>;

/// Returns stripe heights for those operators of `plan` outside cascades that run faster in
/// stripes. Five simulated runs divide all operators that may run in stripes into 2, 3, 4, 6 and 8
/// stripes. The operators run one after the other, so the stripe height of each operator is chosen
/// by its own cycles. `whole` has the cycles of all operators of `plan`; if `whole` is empty, or if
/// `weights` has no function for cascades or timings, returns an empty map.
StripeHeights suiting_stripes(const Plan& plan, const std::vector<double>& whole,
                              const WeightPlanning& weights);

/// Returns a copy of `plan` in which the operators of `heights` run in stripes of these heights.
/// Operators in cascades of `plan` do not change. Operators whose weights come through fewer
/// buffers than slices do not change either, because their slices would be fetched again for every
/// stripe.
Plan in_stripes(const Plan& plan, const StripeHeights& heights);

/// Removes from `heights` the operators that did not gain by their stripes. `whole` and `striped`
/// are the cycles of all operators without and with stripes. An operator gains if it and the next
/// operator together take fewer cycles, because stripes also change when the next operator can
/// start. Removes all operators if `striped` is empty.
void drop_slower_stripes(const std::vector<double>& whole, const std::vector<double>& striped,
                         StripeHeights& heights);

}  // namespace spillway::search
