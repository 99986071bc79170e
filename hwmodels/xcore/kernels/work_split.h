// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/xcore/parameters.h"

namespace spillway::xcore {

/// How hardware threads share an operator.
struct Threading {
  std::int32_t count = 1;
  // Whether several threads share the channel groups of a convolution with a single output pixel,
  // as in xformer since 2024-10. In older versions one thread computes this pixel.
  bool split_one_pixel = true;
  // True = the runtime allocates each C++ object and each parameter struct of a convolution
  // separately, as before 2023.
  bool separate_objects = false;
  // True = XC_concat runs on one thread and so stores no division of its work, as before 2024-10.
  bool concat_on_one_thread = false;
  // True = the work of a compiled file's kernels is divided again, among another number of threads.
  // False = the division in the file is kept.
  bool replanned = false;
};

/// Returns how threads share operators on a tile with the parameters `core`. `threads` is the
/// number of threads, unless `core` has a number that the user chose for a compiled file.
Threading threading_of(const XcoreParameters& core, std::int32_t threads);

/// The part [begin, end) of a dimension that one thread works on.
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

/// Divides an output image among at most `threads` threads, by the first of these rules that
/// applies:
/// * A single pixel is divided by channel groups.
/// * If the number of rows is a multiple of `threads`, the image is divided by rows.
/// * If the number of columns is a multiple of `threads`, the image is divided by columns.
/// * The image is divided by the larger dimension, rows if both are equal.
std::vector<ConvWork> split_image(std::int32_t rows, std::int32_t columns, std::int32_t groups,
                                  std::int32_t threads);

}  // namespace spillway::xcore
