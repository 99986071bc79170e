// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/buffer_reads.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace spillway::ethosu {
namespace {

struct Read {
  std::uint8_t memory;
  Address begin;
  Bytes bytes;
};

Read arbitrary_read() {
  return {static_cast<std::uint8_t>(*rc::gen::inRange(0, 2)), *rc::gen::inRange<Address>(0, 40),
          *rc::gen::inRange<Bytes>(1, 12)};
}

bool overlap(const Read& a, const Read& b) {
  return a.memory == b.memory && a.begin < b.begin + static_cast<Address>(b.bytes) &&
         b.begin < a.begin + static_cast<Address>(a.bytes);
}

RC_GTEST_PROP(BufferReads, FindTheLastReadOfAnyByte, ()) {
  BufferReads reads;
  std::vector<Read> all;
  for (std::int32_t step = 0; step < 30; ++step) {
    const Read asked = arbitrary_read();
    std::int32_t last = -1;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (overlap(all[i], asked)) last = static_cast<std::int32_t>(i);
    }
    RC_ASSERT(reads.last(asked.memory, asked.begin, asked.bytes, -1) == last);
    all.push_back(arbitrary_read());
    reads.add(all.back().memory, all.back().begin, all.back().bytes, step);
  }
}

}  // namespace
}  // namespace spillway::ethosu
