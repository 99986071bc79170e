// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/stripes.h"

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/index.h"

namespace spillway::ethosu {
namespace {

// Returns a 3x3 convolution with stride 1 over `height` rows. Its output has the shape of its
// input.
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
  const std::vector<CascadeMember> cascade = {{&op}, {&op, 0}, {&op, 1}};
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
  const Operation first = striped(op, {0, 4}, {});
  EXPECT_EQ(first.window.pad_top, 1);
  EXPECT_EQ(first.window.pad_bottom, 0);
  EXPECT_EQ(first.ifm.height, 5);
  const Operation middle = striped(op, {4, 8}, {});
  EXPECT_EQ(middle.window.pad_top, 0);
  EXPECT_EQ(middle.window.pad_bottom, 0);
  EXPECT_EQ(middle.ifm.height, 6);
  EXPECT_EQ(middle.ifm.base[0], op.ifm.base[0] + static_cast<Address>(3 * op.ifm.stride_y));
  EXPECT_EQ(striped(op, {8, 12}, {}).window.pad_bottom, 1);
}

TEST(EthosUStripes, WrapAroundAtTheEndOfARollingBuffer) {
  const Operation op = same_convolution(12);
  // The stripe computes rows 4 to 7, so it reads rows 3 to 8. The rolling buffer has 7 rows, so
  // rows 7 and 8 are at the start of the buffer.
  const Operation stripe = striped(op, {4, 8}, {7, 0, 0});
  EXPECT_EQ(stripe.ifm.base[0], op.ifm.base[0] + static_cast<Address>(3 * op.ifm.stride_y));
  EXPECT_EQ(stripe.ifm.height0, 4);
  EXPECT_EQ(stripe.ifm.base[2], op.ifm.base[0]);
  EXPECT_EQ(striped(op, {8, 12}, {7, 0, 0}).ifm.base[0], op.ifm.base[0]) << "row 7 is at the start";
}

// Runs a cascade with a rolling buffer of `rows` rows between its first two operators. Returns how
// often the second operator reads a row that was already overwritten.
int rows_lost(const std::vector<CascadeMember>& cascade, const std::vector<std::int32_t>& heights,
              std::int32_t rows) {
  std::vector<std::int32_t> buffer(static_cast<std::size_t>(rows), -1);
  int lost = 0;
  for (const Stripe& stripe : stripe_order(cascade, heights)) {
    const Rows touched =
        stripe.op == 0 ? stripe.rows : rows_needed(*cascade[stripe.op].operation, stripe.rows);
    for (std::int32_t row = touched.begin; row < touched.end; ++row) {
      std::int32_t& held = at(buffer, row % rows);
      if (stripe.op == 0) held = row;
      if (stripe.op == 1 && held != row) ++lost;
    }
  }
  return lost;
}

TEST(EthosUStripes, RowsToHoldAreJustEnoughThatNoRowIsOverwrittenBeforeItIsRead) {
  for (const std::int32_t stride : {1, 2}) {
    for (const std::int32_t kernel : {1, 3, 5}) {
      for (std::int32_t first = 1; first < 8; ++first) {
        for (std::int32_t second = 1; second < 5; ++second) {
          const Operation writer = same_convolution(24);
          Operation reader = same_convolution(24 / stride);
          reader.ifm.height = 24;
          reader.window.stride_h = stride;
          reader.window.kernel_h = kernel;
          reader.window.pad_top = reader.window.pad_bottom = kernel / 2;
          const std::vector<CascadeMember> cascade = {{&writer}, {&reader, 0}};
          const std::vector<std::int32_t> held = rows_to_hold(cascade, {first, second});
          EXPECT_EQ(rows_lost(cascade, {first, second}, held[0]), 0);
          if (held[0] > 1) {
            EXPECT_GT(rows_lost(cascade, {first, second}, held[0] - 1), 0);
          }
          EXPECT_EQ(held[1], 0);
        }
      }
    }
  }
}

/// A residual connection: `writer` makes a map, `between` is a convolution of this map, and `sum`
/// adds the map to the result of the convolution.
struct Residual {
  Operation writer = same_convolution(24);
  Operation between = same_convolution(24);
  Operation sum;
  std::vector<CascadeMember> cascade;

  explicit Residual(std::int32_t kernel) {
    between.window.kernel_h = kernel;
    between.window.pad_top = between.window.pad_bottom = kernel / 2;
    sum = between;
    sum.type = OperationType::elementwise;
    sum.reads_ifm2 = true;
    sum.ifm2 = writer.ofm;
    cascade = {{&writer}, {&between, 0}, {&sum, 1, 0}};
  }
};

// Runs the residual connection with a rolling buffer of `rows` rows for the map of `writer`.
// Returns how often `between` or `sum` reads a row that was already overwritten.
int rows_lost_to_either(const Residual& net, const std::vector<std::int32_t>& heights,
                        std::int32_t rows) {
  std::vector<std::int32_t> buffer(static_cast<std::size_t>(rows), -1);
  int lost = 0;
  for (const Stripe& stripe : stripe_order(net.cascade, heights)) {
    const Rows touched = stripe.op == 1 ? rows_needed(net.between, stripe.rows) : stripe.rows;
    for (std::int32_t row = touched.begin; row < touched.end; ++row) {
      std::int32_t& held = at(buffer, row % rows);
      if (stripe.op == 0) held = row;
      if (held != row) ++lost;
    }
  }
  return lost;
}

TEST(EthosUStripes, AMapThatIsIfmAndLaterIfm2IsHeldUntilBothHaveReadIt) {
  for (const std::int32_t kernel : {1, 3, 5}) {
    for (std::int32_t first = 1; first < 6; ++first) {
      for (std::int32_t last = 1; last < 5; ++last) {
        const Residual net(kernel);
        const std::vector<std::int32_t> heights = {first, 2, last};
        const std::vector<std::int32_t> held = rows_to_hold(net.cascade, heights);
        EXPECT_EQ(rows_lost_to_either(net, heights, held[0]), 0);
        if (held[0] > 1) {
          EXPECT_GT(rows_lost_to_either(net, heights, held[0] - 1), 0);
        }
      }
    }
  }
}

TEST(EthosUStripes, TakeTheirIfm2FromARollingBuffer) {
  const Residual net(3);
  const Operation stripe = striped(net.sum, {4, 8}, {0, 6, 0});
  EXPECT_EQ(stripe.ifm2.base[0],
            net.sum.ifm2.base[0] + static_cast<Address>(4 * net.sum.ifm2.stride_y));
  EXPECT_EQ(stripe.ifm2.height0, 2);
  EXPECT_EQ(stripe.ifm2.base[2], net.sum.ifm2.base[0]);
}

TEST(EthosUStripes, RefuseARollingBufferOfFewerRowsThanTheyTake) {
  EXPECT_THROW(striped(same_convolution(12), {4, 8}, {5, 0, 0}), UserError);
}

}  // namespace
}  // namespace spillway::ethosu
