// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernel.h"

namespace spillway::xcore {

/// Kernels that only move bytes; one thread whatever `threads` says.
KernelSpec pad_kernel(const Network& network, const Operator& op, std::int32_t threads);
KernelSpec pad_3_to_4_kernel(const Network& network, const Operator& op, std::int32_t threads);
KernelSpec slice_kernel(const Network& network, const Operator& op, std::int32_t threads);
KernelSpec concat_kernel(const Network& network, const Operator& op, std::int32_t threads);
KernelSpec broadcast_kernel(const Network& network, const Operator& op, std::int32_t threads);
KernelSpec split_kernel(const Network& network, const Operator& op, std::int32_t threads);
KernelSpec reshape_kernel(const Network& network, const Operator& op, std::int32_t threads);

}  // namespace spillway::xcore
