// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// The bytes that a pad writes: `start` zeros, `rows` copies of `run` bytes with `between` zeros in
/// between, `end` zeros.
struct PadRuns {
  std::int32_t start = 0, between = 0, run = 0, rows = 0, end = 0;
};

KernelSpec pad_of(const PadRuns& runs);

/// Adds the cost of `runs` copies of `bytes` each. A copy moves vectors of 32 bytes if `bytes` is a
/// multiple of 4, otherwise single bytes.
void add_copies(SlotSum& cost, double runs, std::int64_t bytes);

/// Returns the kernel that makes the copy `part` for each of `rows` rows.
CopyKernel row_copies(std::int64_t rows, const CopyPart& part);

/// Each function returns the kernel of one kind of operator that only moves bytes. All of these
/// kernels run on one thread. `threads` only tells whether the runtime is older than 2023
/// (Threading::separate_objects).
KernelSpec pad_kernel(const Network& network, const Operator& op, const Threading& threads);
KernelSpec pad_3_to_4_kernel(const Network& network, const Operator& op, const Threading& threads);
KernelSpec slice_kernel(const Network& network, const Operator& op, const Threading& threads);
KernelSpec concat_kernel(const Network& network, const Operator& op, const Threading& threads);
KernelSpec broadcast_kernel(const Network& network, const Operator& op, const Threading& threads);
KernelSpec split_kernel(const Network& network, const Operator& op, const Threading& threads);
KernelSpec reshape_kernel(const Network& network, const Operator& op, const Threading& threads);

}  // namespace spillway::xcore
