// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/xcore/parameters.h"

namespace spillway::xcore {

/// Hardware threads that share an operator.
struct Threading {
  std::int32_t count = 1;
  // A single output pixel is divided by channel groups, as in xformer since 2024-10. Before, one
  // thread computed it.
  bool split_one_pixel = true;
  // Convolutions consist of objects that are allocated one by one, as in the runtime before 2023.
  bool separate_objects = false;
  // XC_concat keeps no work per thread, as before 2024-10.
  bool concat_on_one_thread = false;
  // Kernels of a compiled file are divided anew, and not as in the file.
  bool replanned = false;
};

/// Returns how `threads` threads share operators on such a core.
Threading threading_of(const XcoreParameters& core, std::int32_t threads);

/// The half-open range of one thread.
struct Span {
  std::int32_t begin = 0;
  std::int32_t end = 0;

  std::int32_t size() const { return end - begin; }
};

/// Output pixels and channel groups that one thread computes.
struct ConvWork {
  Span rows, columns, groups;

  std::int64_t pixels() const { return std::int64_t{rows.size()} * columns.size(); }
};

/// Divides `count` items among at most `threads`; the first threads get the remainder: 48 over 5 ->
/// 10, 10, 10, 9, 9; 3 over 5 -> 1, 1, 1.
std::vector<Span> share(std::int32_t count, std::int32_t threads);

/// Splits an output image by rows or columns. A dimension that is divisible by the number of
/// threads is preferred, rows first; otherwise the larger one. A single pixel is split by channel
/// groups.
std::vector<ConvWork> split_image(std::int32_t rows, std::int32_t columns, std::int32_t groups,
                                  std::int32_t threads);

}  // namespace spillway::xcore
