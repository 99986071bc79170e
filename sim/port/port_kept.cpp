// SPDX-License-Identifier: Apache-2.0
// Kept reads: their bytes occupy the buffer until the master has used them.
#include <algorithm>

#include "sim/port/port.h"

namespace spillway::sim {

void Port::use_from(Request& request, Picoseconds from, Picoseconds duration) {
  if (!request.kept) return;
  const Picoseconds now = this->now();
  serve(now, now);  // grants before there is more room
  request.used_from = request.used = from;
  request.use_time = duration;
  for (const Request::Delivered& read : request.delivered) use(request, read.bytes, read.done);
  request.delivered.clear();
  forget_ready(request);
  // There may be room now for this request or for the next request of its master.
  wake_.notify();
}

void Port::use(Request& request, Bytes bytes, Picoseconds done) {
  request.used =
      std::max(request.used, done) + request.use_time * bytes / std::max<Bytes>(request.total, 1);
  read_buffers_[request.window].complete(request.used);
}

// A kept read has been delivered.
void Port::keep(Request& request, Bytes bytes, Picoseconds done) {
  if (request.used_from < 0) {
    request.delivered.push_back({bytes, done});
  } else {
    use(request, bytes, done);
  }
}

}  // namespace spillway::sim
