// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/index.h"
#include "base/power_of_two.h"
#include "hwmodels/ethosu/encoding/stream.h"

namespace spillway::ethosu {
namespace {

constexpr std::size_t largest_palette = 32;
constexpr std::int64_t smallest_window = 32;
constexpr std::int64_t largest_window = 512;
constexpr std::int64_t palette_overhead = 20;  // estimated bits of a section's header

// Returns the number of bits per weight, if weights are stored as indices into a palette (list of
// weight values) of `size` entries. For more than 128 entries, returns 8: without a palette,
// every weight has 8 bits.
std::int64_t index_bits(std::int64_t size) {
  if (size > 128) return 8;
  return size <= 1 ? 0 : floor_log2(size - 1) + 1;
}

bool power_of_two_or_zero(std::int64_t value) {
  return value == 0 || (value > 0 && is_power_of_two(value));
}

/// Whether `taken` is a positive multiple of `window`, which is a power of two.
bool fills(std::int64_t taken, std::int64_t window) {
  return taken > 0 && (taken & (window - 1)) == 0;
}

class SectionSearch {
 public:
  explicit SectionSearch(const WeightSequence& values) : values_(values) { last_.fill(-1); }

  std::vector<std::size_t> run() {
    if (values_.empty()) return {};
    starts_.push_back(0);
    while (position_ < static_cast<std::int64_t>(values_.size())) {
      const bool new_colour = go_on();
      step(new_colour);
    }
    return std::move(starts_);
  }

 private:
  // Advances to the next weight at which a section can begin, or to the end of the values. Returns
  // whether this weight is not in the palette (list of weight values) of the present section.
  bool go_on() {
    const auto size = static_cast<std::int64_t>(values_.size());
    const auto lacks = static_cast<std::int32_t>(have_palette_ ? start_ : -1);
    const std::int64_t window = smallest() - 1;
    std::int64_t nonzeros = nonzeros_;
    std::int64_t taken = nonzeros - nonzeros_before_ - 1;
    bool new_colour = false;
    std::int64_t i = position_;
    for (; i < size; ++i) {
      const std::int16_t value = at(values_, i);
      std::int32_t& last = at(last_, value + largest_weight);
      new_colour = last < lacks;
      last = static_cast<std::int32_t>(i);
      nonzero_[static_cast<std::size_t>(nonzeros) % most_remembered] = static_cast<std::int32_t>(i);
      nonzeros += value != 0 ? 1 : 0;
      taken += value != 0 ? 1 : 0;
      if (new_colour || (taken & window) == 0) break;
    }
    position_ = i;
    nonzeros_ = nonzeros;
    return new_colour;
  }

  // Decides whether a section begins at or before the weight at `position_`, and then advances by
  // one weight. `new_colour` = the weight is not in the palette (list of weight values) of the
  // present section.
  void step(bool new_colour) {
    if (position_ == static_cast<std::int64_t>(values_.size())) return;
    nonzeros_earlier_ = nonzeros_ - (at(values_, position_) != 0 ? 1 : 0);
    const std::int64_t zeros = position_ - start_ - (nonzeros_earlier_ - nonzeros_before_);
    const std::int64_t mostly_zero = zeros > (position_ - start_) / 4 ? 1 : 0;
    if (new_colour) add_colour(mostly_zero);
    // A window is a number of nonzero weights after which a new section may begin. All windows are
    // multiples of the smallest window, so none of them is full unless the smallest window is full.
    if (fills(taken(), smallest())) {
      for (std::int64_t base = smallest_window; base <= largest_window; base *= 2) {
        try_window(base, mostly_zero);
      }
    }
    ++position_;
  }

  // Returns the number of nonzero weights from the start of the section up to the present weight,
  // minus one.
  std::int64_t taken() const { return nonzeros_ - nonzeros_before_ - 1; }

  std::int64_t smallest() const { return have_palette_ ? 2 * smallest_window : smallest_window; }

  // Counts a value that the palette (list of weight values) of the present section lacks. Begins a
  // new section if two conditions hold: the additional value makes indices one bit longer, and the
  // section has more than 512 nonzero weights or more than 32 palette values.
  void add_colour(std::int64_t mostly_zero) {
    ++palette_size_;
    if (!power_of_two_or_zero(palette_size_ - 1 - mostly_zero)) return;
    const bool long_enough = nonzeros_earlier_ - nonzeros_before_ > 512;
    if (!long_enough && palette_size_ - mostly_zero <= 32) return;
    starts_.push_back(static_cast<std::size_t>(position_));
    start_ = position_;
    have_palette_ = false;
    nonzeros_before_ = nonzeros_earlier_;
  }

  // Begins a section with the latest nonzero weights if a palette (list of weight values) for these
  // weights saves bits. The new section contains about `base` nonzero weights, or twice as many if
  // the present section has a palette.
  void try_window(std::int64_t base, std::int64_t mostly_zero) {
    const std::int64_t window = have_palette_ ? 2 * base : base;
    if (!fills(taken(), window)) return;
    const std::int64_t in_window = window + 2;
    const std::int64_t from = window_start(in_window);
    const std::int64_t colours = colours_that_pay(window, from, mostly_zero);
    if (colours == 0) return;
    palette_size_ = colours;
    have_palette_ = true;
    begin_at(from, in_window);
  }

  // Whether a palette (list of weight values) of `colours` values saves bits for `window` weights.
  // Bits are estimated as in Vela: a weight takes 15/16 of the bits of an index, or 90/16 bits if
  // there is no palette, and each value in the palette takes 8 bits. A palette with more values
  // never saves more bits.
  bool pays(std::int64_t window, std::int64_t colours, std::int64_t mostly_zero) const {
    const std::int64_t bits = 15 * index_bits(colours - mostly_zero);
    std::int64_t gain = 0;
    if (have_palette_) {
      // `>> 4` divides by 16 and rounds a negative gain down. The operator / would round it towards
      // zero.
      gain = (window * (15 * index_bits(palette_size_ - mostly_zero) - bits)) >> 4;
    } else if (colours - mostly_zero <= static_cast<std::int64_t>(largest_palette)) {
      gain = (window * (90 - bits)) >> 4;
    }
    return gain - 8 * colours - palette_overhead > 0;
  }

  // Returns the number of different values from position `from` on, or 0 if a palette of these
  // values does not save bits. Values of small magnitude are counted first, because they alone are
  // often too many for a palette that saves bits. The inner loop counts 64 values without branches,
  // so that compilers vectorise it.
  std::int64_t colours_that_pay(std::int64_t window, std::int64_t from,
                                std::int64_t mostly_zero) const {
    constexpr std::size_t part = 64;
    const auto first = static_cast<std::int32_t>(from);
    std::int64_t colours = 0;
    for (const std::size_t number : {3U, 4U, 2U, 5U, 1U, 6U, 0U, 7U}) {
      std::int32_t in_part = 0;
      for (std::size_t i = 0; i < part; ++i) {
        in_part += last_[number * part + i] >= first ? 1 : 0;
      }
      colours += in_part;
      if (!pays(window, colours, mostly_zero)) return 0;
    }
    return colours;
  }

  // Returns the position of the `count`-th last nonzero weight before or at the present position,
  // but at least the start of the section.
  std::int64_t window_start(std::int64_t count) const {
    if (nonzeros_ < count) return start_;
    return std::max<std::int64_t>(
        start_, nonzero_[static_cast<std::size_t>(nonzeros_ - count) % most_remembered]);
  }

  // Begins a section at `from`, which is at or past the start of the present section. If `from` is
  // past that start, the new section contains the last `nonzeros` nonzero weights.
  void begin_at(std::int64_t from, std::int64_t nonzeros) {
    if (from > start_) nonzeros_before_ = nonzeros_ - nonzeros;
    start_ = from;
    if (starts_.back() != static_cast<std::size_t>(from)) {
      starts_.push_back(static_cast<std::size_t>(from));
    }
  }

  // The number of nonzero weights whose positions are remembered. Even the largest window (number
  // of weights after which a new section may begin) contains fewer nonzero weights.
  static constexpr std::size_t most_remembered = 4 * largest_window;

  const WeightSequence& values_;
  // Per value: the last position at which the value occurs; -1 = none. The search examines the
  // array in eight groups of 64 entries; the last entry is unused.
  std::array<std::int32_t, 2 * largest_weight + 2> last_{};
  std::array<std::int32_t, most_remembered> nonzero_{};  // positions of the latest nonzero weights
  std::vector<std::size_t> starts_;
  std::int64_t position_ = 0;
  std::int64_t start_ = 0;  // start of the present section
  // Numbers of nonzero weights: up to the present weight, up to the preceding weight, and up to the
  // start of the present section.
  std::int64_t nonzeros_ = 0, nonzeros_earlier_ = 0, nonzeros_before_ = 0;
  bool have_palette_ = false;
  std::int64_t palette_size_ = 0;
};

}  // namespace

std::vector<std::size_t> palette_sections(const WeightSequence& values) {
  return SectionSearch(values).run();
}

std::vector<std::size_t> fixed_sections(std::size_t values) {
  constexpr std::size_t distance = 131072;
  std::vector<std::size_t> starts;
  for (std::size_t start = 0; start < values; start += distance) starts.push_back(start);
  return starts;
}

}  // namespace spillway::ethosu
