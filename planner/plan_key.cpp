// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_key.h"

#include <cstdint>
#include <utility>

namespace spillway {
namespace {

// The assertion fails if one of these structs gets a new member. plan_key() below must then include
// the new member.
static_assert(sizeof(Residency) == 48 && sizeof(Copy) == 20 && sizeof(WeightFlowSlice) == 32 &&
              sizeof(WeightFlow) == 56 && sizeof(Cascade) == 32 && sizeof(Plan) == 176);

/// Encodes integers as byte sequences of 1 to 10 bytes each. Small integers take few bytes, and
/// different lists of integers give different texts.
class Digits {
 public:
  explicit Digits(std::string begin) : text_(std::move(begin)), end_(text_.size()) {}

  template <typename... Numbers>
  void add(Numbers... numbers) {
    const std::size_t most = end_ + sizeof...(numbers) * most_bytes;
    if (text_.size() < most) text_.resize(2 * most);
    (add_one(static_cast<std::int64_t>(numbers)), ...);
  }
  template <typename Items, typename Write>
  void add_each(const Items& items, const Write& write) {
    add(items.size());
    for (const auto& item : items) write(item);
  }
  std::string text() const { return text_.substr(0, end_); }

 private:
  static constexpr std::size_t most_bytes = 10;  // maximum bytes of one number

  void add_one(std::int64_t number) {
    constexpr std::uint64_t low_bits = 0x7f;
    // Moves the sign to the lowest bit, so that small negative numbers take few bytes, too.
    std::uint64_t rest = (static_cast<std::uint64_t>(number) << 1U) ^
                         (number < 0 ? ~std::uint64_t{0} : std::uint64_t{0});
    for (; rest > low_bits; rest >>= 7U) text_[end_++] = static_cast<char>(rest | (low_bits + 1));
    text_[end_++] = static_cast<char>(rest);
  }

  std::string text_;  // has unused bytes at its end, so that it is seldom reallocated
  std::size_t end_;
};

}  // namespace

std::string plan_key(const std::string& inputs, const Plan& plan) {
  Digits digits(inputs + '\0');
  digits.add_each(plan.residencies, [&](const Residency& r) {
    digits.add(r.tensor, r.memory, r.offset, r.size, r.lower, r.upper, r.inside, r.kind,
               r.shared_until);
  });
  digits.add_each(plan.copies,
                  [&](const Copy& c) { digits.add(c.tensor, c.from, c.to, c.earliest, c.latest); });
  digits.add_each(plan.weights, [&](const WeightFlow& flow) {
    digits.add(flow.op);
    digits.add_each(flow.buffers, [&](std::int32_t buffer) { digits.add(buffer); });
    digits.add_each(flow.slices, [&](const WeightFlowSlice& slice) {
      digits.add(slice.first_channel, slice.weights, slice.scales, slice.fetch_at);
    });
  });
  digits.add_each(plan.cascades, [&](const Cascade& cascade) {
    digits.add(cascade.first_op, cascade.last_op);
    digits.add_each(cascade.stripe_heights, [&](std::int32_t rows) { digits.add(rows); });
  });
  digits.add_each(plan.outside, [&](TensorIndex tensor) { digits.add(tensor); });
  return digits.text();
}

}  // namespace spillway
