// SPDX-License-Identifier: Apache-2.0
// Reads with Request::kept: they occupy the read buffer until the master has used their bytes.
#include <algorithm>

#include "sim/port/port.h"

namespace spillway::sim {

void Port::use_from(Request& request, Picoseconds from, Picoseconds duration) {
  if (!request.kept) return;
  const Picoseconds now = this->now();
  // Grants that are due before `now` must not use the space that is released at `now`.
  serve(now, now);
  request.used_from = request.used = from;
  request.use_time = duration;
  for (const Request::Delivered& read : request.delivered) use(request, read.bytes, read.done);
  request.delivered.clear();
  arbiter_.forget_ready(request);
  // The buffer may now have space for this request or for the next request of its master.
  wake_.notify();
}

void Port::use(Request& request, Bytes bytes, Picoseconds done) {
  request.used =
      std::max(request.used, done) + request.use_time * bytes / std::max<Bytes>(request.total, 1);
  read_buffers_[request.window].complete(request.used);
}

// Handles the delivery of a part of a read with Request::kept: the part stays in the buffer until
// it has been used.
void Port::keep(Request& request, Bytes bytes, Picoseconds done) {
  if (request.used_from < 0) {
    request.delivered.push_back({bytes, done});
  } else {
    use(request, bytes, done);
  }
}

}  // namespace spillway::sim
