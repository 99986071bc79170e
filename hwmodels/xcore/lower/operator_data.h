// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernels/operator_data_size.h"
#include "hwmodels/xcore/kernels/work_split.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Threads that a lowered or compiled operator is written for.
std::int32_t thread_entries(const Network& network, const Operator& op, const Threading& threads);

/// Gives every operator that needs it a tensor of kind operator_data, of the host's size, as its
/// last input.
void add_operator_data(Network& network, const Threading& threads);

/// The operator's data tensor, or no_tensor.
TensorIndex operator_data_of(const Network& network, const Operator& op);

}  // namespace spillway::xcore
