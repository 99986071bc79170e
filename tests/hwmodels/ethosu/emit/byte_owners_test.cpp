// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/emit/byte_owners.h"

#include <array>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace spillway::ethosu {
namespace {

constexpr Address bytes = 64;
constexpr int nobody = -1;

ByteRange arbitrary_range() {
  const auto begin = *rc::gen::inRange<Address>(0, bytes - 16);
  return {begin, begin + *rc::gen::inRange<Address>(0, 16)};
}

RC_GTEST_PROP(ByteOwners, AreTheLastWritersOfEveryByte, ()) {
  ByteOwners<int> owners;
  std::array<int, bytes> each{};
  each.fill(nobody);
  for (int writer = 0; writer < 30; ++writer) {
    const ByteRange asked = arbitrary_range();
    Address next = asked.begin;
    const auto expect_owner = [&](const ByteRange& part, int owner) {
      RC_ASSERT(part.begin == next);
      for (; next < part.end; ++next) RC_ASSERT(each.at(next) == owner);
    };
    owners.read(asked, expect_owner, [&](const ByteRange& part) { expect_owner(part, nobody); });
    RC_ASSERT(next == asked.end);
    const ByteRange written = arbitrary_range();
    owners.write(written, writer);
    for (Address at = written.begin; at < written.end; ++at) each.at(at) = writer;
  }
}

}  // namespace
}  // namespace spillway::ethosu
