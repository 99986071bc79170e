// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "planner/plan_network.h"

namespace spillway::search {

/// Rows of the stripes that suit operators better than whole maps: smaller blocks can keep the
/// engines busier. Per operator.
using StripeHeights = std::map<std::int32_t, std::int32_t>;

/// Of the operators of `plan` outside cascades. They run one after the other, so each is judged by
/// its own cycles in five runs of all of them in stripes of the same share.
StripeHeights suiting_stripes(const Plan& plan, const WeightPlanning& weights);

/// `plan` with the operators of `heights` that are outside its cascades in such stripes, one after
/// the other; but for those whose slices of weights take turns in buffers: they would come again
/// for every stripe.
Plan in_stripes(const Plan& plan, const StripeHeights& heights);

}  // namespace spillway::search
