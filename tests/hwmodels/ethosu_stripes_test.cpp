// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "hwmodels/ethosu/stripes.h"

namespace spillway::ethosu {
namespace {

// A 3x3 convolution of stride 1 that keeps the shape of its map.
Operation same_convolution(std::int32_t height) {
  Operation op;
  op.ifm = dense_map(height, 8, 16, 1, Layout::nhcwb16, 0, 4096);
  op.ofm = dense_map(height, 8, 16, 1, Layout::nhcwb16, 0, 65536);
  op.window.kernel_h = op.window.kernel_w = 3;
  op.window.pad_top = op.window.pad_bottom = op.window.pad_left = op.window.pad_right = 1;
  return op;
}

TEST(EthosUStripes, CoverEveryRowOnceAndNeverRunBeforeTheirInput) {
  const Operation op = same_convolution(21);
  const std::vector<const Operation*> cascade = {&op, &op, &op};
  std::vector<std::int32_t> done(cascade.size(), 0);
  for (const Stripe& stripe : stripe_order(cascade, {4, 3, 5})) {
    EXPECT_EQ(stripe.rows.begin, done[stripe.op]);
    if (stripe.op > 0) {
      EXPECT_GE(done[stripe.op - 1], rows_needed(op, stripe.rows).end);
    }
    done[stripe.op] = stripe.rows.end;
  }
  for (const std::int32_t rows : done) EXPECT_EQ(rows, 21);
}

TEST(EthosUStripes, PadOnlyAtTheEdgesOfTheMap) {
  const Operation op = same_convolution(12);
  const Operation first = striped(op, {0, 4}, 0, 0);
  EXPECT_EQ(first.window.pad_top, 1);
  EXPECT_EQ(first.window.pad_bottom, 0);
  EXPECT_EQ(first.ifm.height, 5);
  const Operation middle = striped(op, {4, 8}, 0, 0);
  EXPECT_EQ(middle.window.pad_top, 0);
  EXPECT_EQ(middle.window.pad_bottom, 0);
  EXPECT_EQ(middle.ifm.height, 6);
  EXPECT_EQ(middle.ifm.base[0], op.ifm.base[0] + static_cast<Address>(3 * op.ifm.stride_y));
  EXPECT_EQ(striped(op, {8, 12}, 0, 0).window.pad_bottom, 1);
}

TEST(EthosUStripes, GoOnAtTheStartOfARollingBufferWhereTheyMeetItsEnd) {
  const Operation op = same_convolution(12);
  const Operation stripe = striped(op, {4, 8}, 7, 0);  // rows 3 to 8 of a buffer of 7
  EXPECT_EQ(stripe.ifm.base[0], op.ifm.base[0] + static_cast<Address>(3 * op.ifm.stride_y));
  EXPECT_EQ(stripe.ifm.height0, 4);
  EXPECT_EQ(stripe.ifm.base[2], op.ifm.base[0]);
  EXPECT_EQ(striped(op, {8, 12}, 7, 0).ifm.base[0], op.ifm.base[0]) << "row 7 is at the start";
}

TEST(EthosUStripes, RefuseARollingBufferOfFewerRowsThanTheyTake) {
  EXPECT_THROW(striped(same_convolution(12), {4, 8}, 5, 0), UserError);
}

}  // namespace
}  // namespace spillway::ethosu
