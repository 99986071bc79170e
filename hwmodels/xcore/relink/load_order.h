// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "traces/network.h"

namespace spillway::xcore {

/// How many loads of a compiled network are started before they are waited for (XC_ld_weights of
/// type 2 with an XC_ld_weights_wait).
std::size_t early_loads(const Network& compiled);

/// The operators of a compiled network, by number, with every load directly in front of the first
/// operator that reads what it loads. Of the loads that early_loads() counts, in the order of their
/// first reader, those in `early` start where the load before them has ended; the wait for them
/// stands in front of the reader. Other operators keep their order.
std::vector<std::int32_t> load_order(const Network& compiled, const std::vector<bool>& early);

/// Pairs of tensors that must lie in the same place: operands of waits and their results.
std::vector<std::pair<TensorIndex, TensorIndex>> loaded_in_place(const Network& compiled);

}  // namespace spillway::xcore
