// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/palette.h"

#include <algorithm>
#include <cstddef>

#include "base/index.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t most_entries = 32;
constexpr std::int32_t most_unused = 31;
constexpr std::int32_t largest_code = 511;
// The code of minus zero. A zero that is not in the palette gets the index of this code.
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

// Returns the different weights of a section, the most frequent first. Of equally frequent weights,
// the weight with the larger code comes first. Zero is left out if `with_zero` is false.
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

// Returns the largest number of entries that the palette can have. `only_palette` means that all
// weights of the section are in the palette. Otherwise, the weights outside the palette need
// indices, too. The larger their largest code `largest` is, the fewer entries the palette can have.
// Returns 0 instead of 1, because the format has no palette of one entry.
std::int32_t palette_room(bool only_palette, std::int32_t largest) {
  if (only_palette) return most_entries;
  const std::int32_t room = std::min(most_entries, largest_code - largest);
  return room == 1 ? 0 : room;
}

void choose_entries(const std::vector<Colour>& colours, std::int32_t room, WeightEncoder encoder,
                    Palette& palette) {
  std::int64_t total = 0;
  for (const Colour& colour : colours) total += colour.count;
  const std::size_t entries = std::min(static_cast<std::size_t>(room), colours.size());
  std::int64_t covered = 0;
  for (std::size_t i = 0; i < entries; ++i) covered += colours[i].count;
  const std::int64_t half = total / 2;
  if (encoder == WeightEncoder::vela_3 ? covered <= half : covered < half) return;
  for (std::size_t i = 0; i < entries; ++i) {
    palette.codes.push_back(static_cast<std::uint16_t>(colours[i].code));
  }
  if (entries == 1) palette.codes.push_back(0);  // the format has no palette of one entry
}

void fill_index(Palette& palette) {
  const auto entries = static_cast<std::int32_t>(palette.codes.size());
  for (std::int32_t weight = -largest_weight; weight <= largest_weight; ++weight) {
    const std::int32_t code = weight == 0 ? unused_zero_code : weight_code(weight);
    // The difference is negative only for unused codes, whose weights do not occur in the section.
    const std::int32_t direct = std::max(0, code + entries - palette.unused_codes);
    at(palette.index, weight + largest_weight) = static_cast<std::uint16_t>(direct);
  }
  for (std::int32_t entry = entries; entry-- > 0;) {
    const std::int32_t code = at(palette.codes, entry);
    const std::int32_t weight = code % 2 != 0 ? -(code / 2) : code / 2;
    at(palette.index, weight + largest_weight) = static_cast<std::uint16_t>(entry);
  }
}

}  // namespace

Palette make_palette(const std::int16_t* begin, const std::int16_t* end, WeightEncoder encoder) {
  const Frequencies counts = frequencies(begin, end);
  Palette palette;
  palette.zero_runs = worth_zero_runs(begin, end, counts, encoder);
  const std::vector<Colour> colours = ranked(counts, !palette.zero_runs);
  std::int32_t smallest = largest_code;
  std::int32_t largest = 0;
  for (const Colour& colour : colours) {
    smallest = std::min(smallest, colour.code);
    largest = std::max(largest, colour.code);
  }
  palette.unused_codes = colours.empty() ? 0 : std::min(smallest, most_unused);
  const bool only = !colours.empty() && colours.size() <= most_entries;
  choose_entries(colours, palette_room(only, largest), encoder, palette);
  if (!palette.codes.empty()) {
    largest = *std::max_element(palette.codes.begin(), palette.codes.end());
  }
  palette.code_bits = bits_above(2, largest);
  const auto entries = static_cast<std::int32_t>(palette.codes.size());
  if (only) {
    palette.raw_bits = bits_above(0, entries - 1);
  } else if (palette.codes.empty()) {
    palette.raw_bits = palette.code_bits;
  }
  fill_index(palette);
  return palette;
}

}  // namespace spillway::ethosu
