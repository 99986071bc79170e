// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/palette.h"

#include <algorithm>
#include <cstddef>

#include "base/index.h"

namespace spillway::ethosu {
namespace {

constexpr std::size_t most_entries = 32;
constexpr std::int32_t most_unused = 31;
constexpr std::int32_t largest_code = 511;
// The code (magnitude, and sign in the lowest bit) of minus zero, which no weight has. If the
// palette (list of weight values) has no entry for zero, a zero gets the index of this code.
constexpr std::int32_t unused_zero_code = 1;

using Frequencies = std::array<std::int64_t, 2 * largest_weight + 1>;  // count of each weight

struct Colour {
  std::int32_t code = 0;
  std::int64_t count = 0;
};

Frequencies frequencies(const std::int16_t* begin, const std::int16_t* end) {
  Frequencies result{};
  for (; begin != end; ++begin) ++at(result, *begin + largest_weight);
  return result;
}

std::int64_t zeros_in_company(const std::int16_t* begin, const std::int16_t* end) {
  std::int64_t zeros = 0;
  std::int64_t run = 0;
  for (; begin != end; ++begin) {
    run = *begin == 0 ? run + 1 : 0;
    if (run > 1) zeros += run == 2 ? 2 : 1;
  }
  return zeros;
}

bool worth_zero_runs(const std::int16_t* begin, const std::int16_t* end, const Frequencies& counts,
                     WeightEncoder encoder) {
  const std::int64_t zeros = at(counts, largest_weight);
  std::int64_t most = 0;  // how often the most frequent weight other than zero occurs
  for (std::int32_t weight = -largest_weight; weight <= largest_weight; ++weight) {
    if (weight != 0) most = std::max(most, at(counts, weight + largest_weight));
  }
  if (encoder == WeightEncoder::vela_3) return zeros > 4 * most;
  return zeros > 5 * most && zeros_in_company(begin, end) >= zeros / 2;
}

// Returns the colours (different weight values) of a section, the most frequent first. Of equally
// frequent weights, the weight with the larger code comes first. Zero is left out if `with_zero` is
// false.
std::vector<Colour> ranked(const Frequencies& counts, bool with_zero) {
  std::vector<Colour> colours;
  for (std::int32_t weight = -largest_weight; weight <= largest_weight; ++weight) {
    const std::int64_t count = at(counts, weight + largest_weight);
    if (count > 0 && (weight != 0 || with_zero)) colours.push_back({weight_code(weight), count});
  }
  std::sort(colours.begin(), colours.end(), [](const Colour& a, const Colour& b) {
    return a.count != b.count ? a.count > b.count : a.code > b.code;
  });
  return colours;
}

std::int32_t bits_above(std::int32_t least, std::int32_t code) {
  std::int32_t bits = least;
  while ((1 << bits) <= code) ++bits;
  return bits;
}

std::int32_t largest_of(const std::vector<Colour>& colours) {
  std::int32_t largest = 0;
  for (const Colour& colour : colours) largest = std::max(largest, colour.code);
  return largest;
}

// Returns the largest number of entries that a palette for weights with these colours (different
// weight values) can have. The number is at most 32. There are two reasons for fewer entries.
// First, there may be fewer than 32 colours. Second, weights outside the palette get indices after
// those of the palette, and no index may exceed 511. If the second reason leaves room for only one
// entry, the result is 0, because the format has no palette of one entry.
std::size_t most_entries_of(const std::vector<Colour>& colours) {
  if (colours.size() <= most_entries) return colours.size();
  const std::int32_t room =
      std::min<std::int32_t>(most_entries, largest_code - largest_of(colours));
  return room == 1 ? 0 : static_cast<std::size_t>(room);
}

// Whether `encoder` would write a palette with the first `entries` colours (different weight
// values). Vela 3.10 requires that more than half of the weights have these colours; Vela 4
// requires at least half.
bool worth_entries(const std::vector<Colour>& colours, std::size_t entries, WeightEncoder encoder) {
  std::int64_t total = 0;
  std::int64_t covered = 0;
  for (std::size_t i = 0; i < colours.size(); ++i) {
    total += colours[i].count;
    covered += i < entries ? colours[i].count : 0;
  }
  const std::int64_t half = total / 2;
  return encoder == WeightEncoder::vela_3 ? covered > half : covered >= half;
}

void fill_index(Palette& palette) {
  const auto entries = static_cast<std::int32_t>(palette.codes.size());
  for (std::int32_t weight = -largest_weight; weight <= largest_weight; ++weight) {
    const std::int32_t code = weight == 0 ? unused_zero_code : weight_code(weight);
    // This index is negative only for codes below unused_codes. The weights with these codes do not
    // occur in the section, so any index will do.
    const std::int32_t direct = std::max(0, code + entries - palette.unused_codes);
    at(palette.index, weight + largest_weight) = static_cast<std::uint16_t>(direct);
  }
  for (std::int32_t entry = entries; entry-- > 0;) {
    const std::int32_t code = at(palette.codes, entry);
    const std::int32_t weight = code % 2 != 0 ? -(code / 2) : code / 2;
    at(palette.index, weight + largest_weight) = static_cast<std::uint16_t>(entry);
  }
}

// Returns the palette whose entries are the first `entries` colours (different weight values); a
// palette without entries if `entries` is 0.
Palette palette_of(const std::vector<Colour>& colours, bool zero_runs, std::size_t entries) {
  Palette palette;
  palette.zero_runs = zero_runs;
  std::int32_t smallest = largest_code;
  for (const Colour& colour : colours) smallest = std::min(smallest, colour.code);
  palette.unused_codes = colours.empty() ? 0 : std::min(smallest, most_unused);
  for (std::size_t i = 0; i < entries; ++i) {
    palette.codes.push_back(static_cast<std::uint16_t>(colours[i].code));
  }
  if (entries == 1) palette.codes.push_back(0);  // the format has no palette of one entry
  const auto size = static_cast<std::int32_t>(palette.codes.size());
  if (size == 0) {
    palette.code_bits = palette.raw_bits = bits_above(2, largest_of(colours));
  } else {
    palette.code_bits =
        bits_above(2, *std::max_element(palette.codes.begin(), palette.codes.end()));
    if (entries == colours.size()) palette.raw_bits = bits_above(0, size - 1);
  }
  fill_index(palette);
  return palette;
}

}  // namespace

Palette make_palette(const std::int16_t* begin, const std::int16_t* end, WeightEncoder encoder) {
  const Frequencies counts = frequencies(begin, end);
  const bool zero_runs = worth_zero_runs(begin, end, counts, encoder);
  const std::vector<Colour> colours = ranked(counts, !zero_runs);
  const std::size_t entries = most_entries_of(colours);
  return palette_of(colours, zero_runs, worth_entries(colours, entries, encoder) ? entries : 0);
}

std::vector<Palette> possible_palettes(const std::int16_t* begin, const std::int16_t* end) {
  const Frequencies counts = frequencies(begin, end);
  std::vector<Palette> palettes;
  const std::int64_t zeros = at(counts, largest_weight);
  for (const bool zero_runs : {false, true}) {
    if (zero_runs && 8 * zeros < end - begin) continue;
    const std::vector<Colour> colours = ranked(counts, !zero_runs);
    const std::size_t entries = most_entries_of(colours);
    palettes.push_back(palette_of(colours, zero_runs, 0));
    if (entries > 0) palettes.push_back(palette_of(colours, zero_runs, entries));
  }
  return palettes;
}

}  // namespace spillway::ethosu
