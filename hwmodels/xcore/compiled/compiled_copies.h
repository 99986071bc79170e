// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// XC_pad, XC_pad_v2, XC_slice and XC_strided_slice as any generation of xformer wrote them. Throw
/// UserError(input_file) for malformed options and for copies that do not make the output.
KernelSpec compiled_pad(const Network& network, const Operator& op);
KernelSpec compiled_slice(const Network& network, const Operator& op);

/// Bytes, rows and addresses of copies, 0 to 256 MiB.
std::int32_t bounded_copy(const CompiledOptions& options, std::int64_t value);

/// What the copies of an operator write must be its output, no more and no less: `rows` copies of
/// `row_bytes` and `beside` bytes of something else.
void require_fills_output(const CompiledOptions& options, const Network& network,
                          const Operator& op, std::int64_t rows, std::int64_t row_bytes,
                          std::int64_t beside);

}  // namespace spillway::xcore
