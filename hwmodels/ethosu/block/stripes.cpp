// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/stripes.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostics.h"

namespace spillway::ethosu {
namespace {

/// Returns the rows of the second operand that operation `member` of a cascade (operators that run
/// in turns, stripe by stripe) needs for rows `ofm` of its OFM.
Rows second_rows_needed(const CascadeMember& member, const Rows& ofm) {
  if (member.ifm2_is_chained) return ofm;
  const Operation& operation = *member.operation;
  const bool row_by_row = operation.type == OperationType::elementwise && operation.ifm2.height > 1;
  return row_by_row ? ofm : Rows{0, operation.ifm2.height};
}

class StripeOrder {
 public:
  StripeOrder(const std::vector<CascadeMember>& cascade, const std::vector<std::int32_t>& heights,
              RowsRule rule)
      : cascade_(cascade), heights_(heights), rule_(rule), done_(cascade.size(), 0) {}

  std::vector<Stripe> run() {
    const std::size_t last = cascade_.size() - 1;
    while (done_[last] < height_of(last)) next_stripe(last);
    return std::move(order_);
  }

 private:
  std::int32_t height_of(std::size_t op) const { return cascade_[op].operation->ofm.height; }

  void next_stripe(std::size_t op) {
    const std::int32_t begin = done_[op];
    const Rows rows{begin, std::min(begin + heights_[op], height_of(op))};
    const CascadeMember& member = cascade_[op];
    const std::int32_t before = static_cast<std::int32_t>(op) - 1;
    // If the previous operation writes IFM2, the operation that writes the IFM runs first.
    // Otherwise the previous operation runs first, even if this operation does not read the result,
    // because every operation of a cascade (operators that run in turns, stripe by stripe) must
    // run.
    const std::int32_t first = member.ifm2_from == before ? member.ifm_from : before;
    if (first >= 0) run_to(first, rows_needed(*member.operation, rows, rule_).end);
    if (member.ifm2_from >= 0) {
      run_to(member.ifm2_from, second_rows_needed(member, rows).end);
    }
    if (member.ifm_from >= 0 && member.ifm_from != first) {
      run_to(member.ifm_from, rows_needed(*member.operation, rows, rule_).end);
    }
    order_.push_back({op, rows});
    done_[op] = rows.end;
  }

  void run_to(std::int32_t op, std::int32_t rows) {
    const auto of = static_cast<std::size_t>(op);
    while (done_[of] < std::min(rows, height_of(of))) next_stripe(of);
  }

  const std::vector<CascadeMember>& cascade_;
  const std::vector<std::int32_t>& heights_;
  const RowsRule rule_;
  std::vector<std::int32_t> done_;  // number of rows computed so far, per operation
  std::vector<Stripe> order_;
};

FeatureMap rows_of(FeatureMap map, const Rows& rows, std::int32_t buffer_rows) {
  map.height = rows.end - rows.begin;
  map.height0 = map.height1 = map.height;
  std::int32_t first = rows.begin;
  if (buffer_rows > 0) {
    if (map.height > buffer_rows) {
      throw UserError(ExitCode::run_failed,
                      fmt::format("plan: a stripe takes {} rows of a rolling buffer of {}",
                                  map.height, buffer_rows));
    }
    first %= buffer_rows;
    map.base[2] = map.base[0];
    map.height0 = std::min(map.height, buffer_rows - first);
  }
  map.base[0] += static_cast<Address>(first * map.stride_y);
  return map;
}

}  // namespace

// With as_compiled, the end of the returned rows is computed as in Arm's compiler: `ofm.end` times
// the stride, plus the rows of padding that the whole map needs, minus the padding at the top. If
// the height of the map is no multiple of the stride, or if the kernel is lower than the stride,
// this end can lie past the last row that the windows reach.
Rows rows_needed(const Operation& operation, const Rows& ofm, RowsRule rule) {
  if (operation.type == OperationType::elementwise) return ofm;
  const Window& window = operation.window;
  const std::int32_t stride = window.stride_h;
  std::int32_t end = (ofm.end - 1) * stride + window.extent_h();
  if (rule == RowsRule::as_compiled) {
    const std::int32_t steps = (operation.ifm.height + stride - 1) / stride;
    end = ofm.end * stride +
          std::max(0, (steps - 1) * stride + window.extent_h() - operation.ifm.height);
  }
  return {std::max(0, ofm.begin * stride - window.pad_top),
          std::min(operation.ifm.height, end - window.pad_top)};
}

std::vector<Stripe> stripe_order(const std::vector<CascadeMember>& cascade,
                                 const std::vector<std::int32_t>& heights, RowsRule rule) {
  return StripeOrder(cascade, heights, rule).run();
}

std::vector<std::int32_t> rows_to_hold(const std::vector<CascadeMember>& cascade,
                                       const std::vector<std::int32_t>& heights, RowsRule rule) {
  std::vector<std::int32_t> held(cascade.size(), 0);
  std::vector<std::int32_t> done(cascade.size(), 0);
  for (const Stripe& stripe : stripe_order(cascade, heights, rule)) {
    const auto made_by = static_cast<std::int32_t>(stripe.op);
    for (std::size_t reader = stripe.op + 1; reader < cascade.size(); ++reader) {
      const CascadeMember& member = cascade[reader];
      const Operation& operation = *member.operation;
      if (done[reader] >= operation.ofm.height) continue;
      const Rows next{done[reader], std::min(done[reader] + heights[reader], operation.ofm.height)};
      const auto hold_from = [&](const Rows& needed) {
        held[stripe.op] = std::max(held[stripe.op], stripe.rows.end - needed.begin);
      };
      if (member.ifm_from == made_by) hold_from(rows_needed(operation, next, rule));
      if (member.ifm2_from == made_by) hold_from(second_rows_needed(member, next));
    }
    done[stripe.op] = stripe.rows.end;
  }
  return held;
}

Operation striped(const Operation& whole, const Rows& rows, const RowsHeld& held, RowsRule rule) {
  Operation stripe = whole;
  stripe.ofm = rows_of(whole.ofm, rows, held.ofm);
  if (whole.type == OperationType::elementwise) {
    if (whole.reads_ifm) stripe.ifm = rows_of(whole.ifm, rows, held.ifm);
    if (whole.reads_ifm2 && whole.ifm2.height > 1) {
      stripe.ifm2 = rows_of(whole.ifm2, rows, held.ifm2);
    }
    return stripe;
  }
  const Rows needed = rows_needed(whole, rows, rule);
  stripe.ifm = rows_of(whole.ifm, needed, held.ifm);
  const Window& window = whole.window;
  const std::int32_t begin = rows.begin * window.stride_h - window.pad_top;
  const std::int32_t end = (rows.end - 1) * window.stride_h - window.pad_top + window.extent_h();
  stripe.window.pad_top = std::max(0, -begin);
  stripe.window.pad_bottom = std::max(0, end - whole.ifm.height);
  return stripe;
}

}  // namespace spillway::ethosu
