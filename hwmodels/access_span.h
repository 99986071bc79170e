// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "hwmodels/program.h"

namespace spillway {

/// Bytes of one memory, [begin, end).
struct AccessSpan {
  std::size_t memory = 0;
  Bytes begin = 0;
  Bytes end = 0;
};

/// Everything between the first and the last byte of an access.
inline AccessSpan span_of(const Access& access) {
  AccessSpan span{access.memory, static_cast<Bytes>(access.address),
                  static_cast<Bytes>(access.address)};
  const std::int64_t rows = (access.rows - 1) * access.row_stride;
  const std::int64_t planes = (access.planes - 1) * access.plane_stride;
  span.begin += std::min<std::int64_t>(0, rows) + std::min<std::int64_t>(0, planes);
  span.end += std::max<std::int64_t>(0, rows) + std::max<std::int64_t>(0, planes) + access.run;
  return span;
}

}  // namespace spillway
