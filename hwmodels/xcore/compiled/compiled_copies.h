// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// Each function returns the kernel of one kind of operator of any version of xformer: a pad
/// (XC_pad, XC_pad_v2) or a slice (XC_slice, XC_strided_slice). Throws UserError(input_file) for
/// malformed options and for copies that do not fill the output.
KernelSpec compiled_pad(const Network& network, const Operator& op);
KernelSpec compiled_slice(const Network& network, const Operator& op);

/// Returns `value`, a number that describes a copy (bytes, rows or an address). Rejects values that
/// are negative or above 256 Mi, so that products cannot overflow.
std::int32_t bounded_copy(const CompiledOptions& options, std::int64_t value);

/// Checks that an operator's copies fill its output exactly: `rows` copies of `row_bytes`, and
/// `beside` bytes that do not come from these copies.
void require_fills_output(const CompiledOptions& options, const Network& network,
                          const Operator& op, std::int64_t rows, std::int64_t row_bytes,
                          std::int64_t beside);

}  // namespace spillway::xcore
