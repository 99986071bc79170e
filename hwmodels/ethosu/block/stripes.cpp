// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/stripes.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostics.h"

namespace spillway::ethosu {
namespace {

class StripeOrder {
 public:
  StripeOrder(const std::vector<const Operation*>& cascade,
              const std::vector<std::int32_t>& heights)
      : cascade_(cascade), heights_(heights), done_(cascade.size(), 0) {}

  std::vector<Stripe> run() {
    const std::size_t last = cascade_.size() - 1;
    while (done_[last] < cascade_[last]->ofm.height) next_stripe(last);
    return std::move(order_);
  }

 private:
  void next_stripe(std::size_t op) {
    const std::int32_t begin = done_[op];
    const Rows rows{begin, std::min(begin + heights_[op], cascade_[op]->ofm.height)};
    if (op > 0) {
      const std::int32_t needed = rows_needed(*cascade_[op], rows).end;
      while (done_[op - 1] < needed) next_stripe(op - 1);
    }
    order_.push_back({op, rows});
    done_[op] = rows.end;
  }

  const std::vector<const Operation*>& cascade_;
  const std::vector<std::int32_t>& heights_;
  std::vector<std::int32_t> done_;  // rows computed, per operation
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

Rows rows_needed(const Operation& operation, const Rows& ofm) {
  if (operation.type == OperationType::elementwise) return ofm;
  const Window& window = operation.window;
  const std::int32_t begin = ofm.begin * window.stride_h - window.pad_top;
  const std::int32_t end = (ofm.end - 1) * window.stride_h - window.pad_top + window.extent_h();
  return {std::max(0, begin), std::min(operation.ifm.height, end)};
}

std::vector<Stripe> stripe_order(const std::vector<const Operation*>& cascade,
                                 const std::vector<std::int32_t>& heights) {
  return StripeOrder(cascade, heights).run();
}

std::vector<std::int32_t> rows_to_hold(const std::vector<const Operation*>& cascade,
                                       const std::vector<std::int32_t>& heights) {
  std::vector<std::int32_t> held(cascade.size(), 0);
  std::vector<std::int32_t> done(cascade.size(), 0);
  for (const Stripe& stripe : stripe_order(cascade, heights)) {
    const std::size_t reader = stripe.op + 1;
    if (reader < cascade.size()) {
      const Rows next{done[reader],
                      std::min(done[reader] + heights[reader], cascade[reader]->ofm.height)};
      const std::int32_t oldest = rows_needed(*cascade[reader], next).begin;
      held[stripe.op] = std::max(held[stripe.op], stripe.rows.end - oldest);
    }
    done[stripe.op] = stripe.rows.end;
  }
  return held;
}

Operation striped(const Operation& whole, const Rows& rows, std::int32_t ifm_rows,
                  std::int32_t ofm_rows) {
  Operation stripe = whole;
  stripe.ofm = rows_of(whole.ofm, rows, ofm_rows);
  if (whole.type == OperationType::elementwise) {
    if (whole.reads_ifm) stripe.ifm = rows_of(whole.ifm, rows, ifm_rows);
    if (whole.reads_ifm2 && whole.ifm2.height > 1) stripe.ifm2 = rows_of(whole.ifm2, rows, 0);
    return stripe;
  }
  const Rows needed = rows_needed(whole, rows);
  stripe.ifm = rows_of(whole.ifm, needed, ifm_rows);
  const Window& window = whole.window;
  const std::int32_t begin = rows.begin * window.stride_h - window.pad_top;
  const std::int32_t end = (rows.end - 1) * window.stride_h - window.pad_top + window.extent_h();
  stripe.window.pad_top = std::max(0, -begin);
  stripe.window.pad_bottom = std::max(0, end - whole.ifm.height);
  return stripe;
}

}  // namespace spillway::ethosu
