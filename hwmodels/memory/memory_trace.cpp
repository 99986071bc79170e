// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memory_trace.h"

#include <algorithm>
#include <utility>

namespace spillway {

RequestSource split_requests(RequestSource requests, Bytes granule) {
  const auto step = static_cast<Address>(granule);
  return [requests = std::move(requests), step,
          rest = TraceRequest{}]() mutable -> std::optional<TraceRequest> {
    if (rest.bytes == 0) {
      const auto next = requests();
      if (!next) return std::nullopt;
      rest = *next;
    }
    TraceRequest piece = rest;
    piece.bytes = std::min(rest.bytes, static_cast<Bytes>(step - rest.address % step));
    rest.address += static_cast<Address>(piece.bytes);
    rest.bytes -= piece.bytes;
    return piece;
  };
}

}  // namespace spillway
