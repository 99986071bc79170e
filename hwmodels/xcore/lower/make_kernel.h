// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernels/kernel.h"
#include "hwmodels/xcore/kernels/operator_data_size.h"
#include "hwmodels/xcore/kernels/work_split.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Returns the kernel of operator `op` of a lowered or compiled network. Throws
/// UserError(input_file) for a compiled operator with malformed options.
KernelSpec make_kernel(const Network& network, const Operator& op, const Threading& threads);

/// Returns the number of entries in the thread table of a lowered or compiled operator; 0 if the
/// operator has no thread table.
std::int32_t thread_entries(const Network& network, const Operator& op, const Threading& threads);

/// Adds a tensor of kind operator_data as last input of every operator for which the runtime
/// allocates persistent data in the arena. The size of the tensor is OperatorDataSize::host, the
/// size on a 64-bit host computer.
void add_operator_data(Network& network, const Threading& threads);

/// Returns the operator's tensor of kind operator_data; no_tensor if it has none.
TensorIndex operator_data_of(const Network& network, const Operator& op);

}  // namespace spillway::xcore
