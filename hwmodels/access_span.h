// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "hwmodels/program.h"

namespace spillway {

/// Bytes [begin, end) of one memory.
struct AccessSpan {
  std::size_t memory = 0;
  Bytes begin = 0;
  Bytes end = 0;
};

/// Returns the span from the lowest to the highest byte of an access. The strides of the access may
/// be negative.
inline AccessSpan span_of(const Access& access) {
  AccessSpan span{access.memory, static_cast<Bytes>(access.address),
                  static_cast<Bytes>(access.address)};
  const std::int64_t rows = (access.rows - 1) * access.row_stride;
  const std::int64_t planes = (access.planes - 1) * access.plane_stride;
  span.begin += std::min<std::int64_t>(0, rows) + std::min<std::int64_t>(0, planes);
  span.end += std::max<std::int64_t>(0, rows) + std::max<std::int64_t>(0, planes) + access.run;
  return span;
}

/// Adds a span to `spans`. If the last span of the list is of the same memory, and the new span
/// begins inside this last span or at its end, the last span is extended instead. So the list stays
/// short, because most blocks continue where the previous block ended or read the same bytes again.
inline void add_span(std::vector<AccessSpan>& spans, const AccessSpan& span) {
  AccessSpan* const last = spans.empty() ? nullptr : &spans.back();
  if (last != nullptr && last->memory == span.memory && last->begin <= span.begin &&
      span.begin <= last->end) {
    last->end = std::max(last->end, span.end);
  } else {
    spans.push_back(span);
  }
}

/// Returns the union of all spans, in order of memory and address. Spans that overlap or touch
/// become one span; empty spans are left out.
inline std::vector<AccessSpan> joined(std::vector<AccessSpan> spans) {
  std::sort(spans.begin(), spans.end(), [](const AccessSpan& a, const AccessSpan& b) {
    return std::make_pair(a.memory, a.begin) < std::make_pair(b.memory, b.begin);
  });
  std::vector<AccessSpan> result;
  for (const AccessSpan& span : spans) {
    if (span.begin < span.end) add_span(result, span);
  }
  return result;
}

}  // namespace spillway
