// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "traces/network.h"

namespace spillway::xcore {

/// Returns how many loads of a compiled network can start early because the file has a wait for
/// them (XC_ld_weights of type 2, or loads with early_load_name, with an XC_ld_weights_wait).
std::size_t early_loads(const Network& compiled);

/// Returns an order of the operators of a compiled network, as indices. Every load stands directly
/// before the first operator that reads its data. `early` has an element for each load that
/// early_loads() counts, in the order of their first readers. If the element is true, the load
/// stands at the earliest position at which the flash has ended the previous load, and only the
/// wait for this load stands directly before the reader. All other operators keep their order.
std::vector<std::int32_t> load_order(const Network& compiled, const std::vector<bool>& early);

/// Returns the pairs of tensors that must have the same place: each operand of a wait, and the
/// result of the wait for this operand.
std::vector<std::pair<TensorIndex, TensorIndex>> load_aliases(const Network& compiled);

}  // namespace spillway::xcore
