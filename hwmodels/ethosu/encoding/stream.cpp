// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/stream.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/encoding/divisors.h"

namespace spillway::ethosu {
namespace {

constexpr std::size_t most_slice_weights = 32767;
constexpr std::int64_t slice_header_bits = 23;
constexpr std::int64_t palette_header_bits = 13;
constexpr std::int64_t end_marker_bits = 3;
constexpr std::int64_t granule_bits = 128;
// A chunk is a group of weights, or a group of runs of zeros. The quotients of a chunk are written
// in unary with a fixed number of bits, called slots. Chunks of runs with the largest divisor have
// short_chunk_slots; all other chunks have chunk_slots.
constexpr std::int64_t chunk_slots = 12;
constexpr std::int64_t short_chunk_slots = 8;

std::int64_t whole_chunks(std::int64_t slots, std::int64_t chunk) {
  return (slots + chunk - 1) / chunk * chunk;
}

void take_indices(const std::int16_t* begin, const std::int16_t* end, StreamSection& section) {
  section.indices.resize(static_cast<std::size_t>(end - begin));
  std::transform(begin, end, section.indices.begin(), [&](std::int16_t weight) {
    return at(section.palette.index, weight + largest_weight);
  });
}

void take_indices_and_runs(const std::int16_t* begin, const std::int16_t* end,
                           StreamSection& section) {
  std::uint32_t run = 0;
  for (; begin != end; ++begin) {
    if (*begin == 0) {
      ++run;
      continue;
    }
    section.indices.push_back(at(section.palette.index, *begin + largest_weight));
    section.runs.push_back(run);
    run = 0;
  }
  // A slice must have at least one weight. If all weights are zero, the first zero is written as a
  // weight, not as a part of a run.
  if (section.indices.empty()) {
    section.indices.push_back(at(section.palette.index, largest_weight));
    section.runs.push_back(0);
    --run;
  }
  section.runs.push_back(run);
}

// Divides a section into slices. A slice ends where the coding (way to write a number) of the
// weights or of the runs changes, or when the slice has as many weights as its header can count.
std::vector<StreamSlice> cut(const StreamSection& section, WeightEncoder encoder) {
  const std::vector<CodedStretch> weights =
      weight_stretches(section.indices, section.palette.raw_bits, encoder);
  const std::vector<CodedStretch> runs = run_stretches(section.runs, weights, encoder);
  std::vector<StreamSlice> slices;
  auto weight = weights.begin();
  auto run = runs.begin();
  std::size_t position = 0;
  while (position < section.indices.size()) {
    StreamSlice slice{position, std::min(position + most_slice_weights, weight->end),
                      weight->coding, 0};
    if (run != runs.end()) {
      slice.end = std::min(slice.end, run->end);
      slice.run_coding = run->coding;
    }
    position = slice.end;
    if (weight->end == position) ++weight;
    if (run != runs.end() && run->end == position) ++run;
    slices.push_back(slice);
  }
  return slices;
}

// Returns the sum of `of(value)` over all values.
template <typename Value, typename Of>
std::int64_t sum(const Value* begin, const Value* end, const Of& of) {
  return std::transform_reduce(begin, end, std::int64_t{0}, std::plus<>(), of);
}

std::int64_t weight_bits(const StreamSection& section, const StreamSlice& slice) {
  const auto count = static_cast<std::int64_t>(slice.end - slice.begin);
  if (slice.weight_coding == raw_coding) return count * section.palette.raw_bits;
  const std::int32_t divisor = divisor_bits(slice.weight_coding);
  const std::uint16_t* const begin = section.indices.data() + slice.begin;
  const std::uint16_t* const end = section.indices.data() + slice.end;
  if (is_truncated(slice.weight_coding)) {
    const std::int64_t second_bits =
        sum(begin, end, [=](std::uint32_t index) { return index >> divisor > 0 ? 1U : 0U; });
    return whole_chunks(count, chunk_slots) + second_bits + count * divisor;
  }
  // A weight with quotient q takes q / 2 + 1 slots (bits) of the chunk, and q - q / 2 further bits,
  // which follow the slots.
  const std::int64_t quotients =
      sum(begin, end, [=](std::uint32_t index) { return index >> divisor; });
  const std::int64_t halves =
      sum(begin, end, [=](std::uint32_t index) { return index >> divisor >> 1; });
  return whole_chunks(halves + count, chunk_slots) + quotients - halves + count * divisor;
}

std::int64_t run_bits(const StreamSection& section, const StreamSlice& slice) {
  if (section.runs.empty()) return 0;
  const std::size_t first = slice.begin == 0 ? 0 : slice.begin + 1;
  const auto count = static_cast<std::int64_t>(slice.end + 1 - first);
  const std::int32_t divisor = slice.run_coding;
  const std::int64_t slots =
      count + sum(section.runs.data() + first, section.runs.data() + slice.end + 1,
                  [=](std::uint32_t run) { return run >> divisor; });
  const bool short_chunk = slice.run_coding == run_codings - 1;
  return whole_chunks(slots, short_chunk ? short_chunk_slots : chunk_slots) +
         count * slice.run_coding;
}

std::int64_t palette_bits(const Palette& palette) {
  return palette_header_bits + static_cast<std::int64_t>(palette.codes.size()) * palette.code_bits;
}

// Returns the bits of a section with its headers.
std::int64_t section_bits(const StreamSection& section) {
  std::int64_t bits = palette_bits(section.palette);
  for (const StreamSlice& slice : section.slices) {
    bits += slice_header_bits + weight_bits(section, slice) + run_bits(section, slice);
  }
  return bits;
}

StreamSection section_without_slices(const std::int16_t* begin, const std::int16_t* end,
                                     Palette palette) {
  StreamSection section;
  section.palette = std::move(palette);
  if (section.palette.zero_runs) {
    take_indices_and_runs(begin, end, section);
  } else {
    take_indices(begin, end, section);
  }
  return section;
}

// Encodes the section with each of possible_palettes(), and returns the result with the fewest
// bits. To save time, a palette (list of weight values) is skipped if it is expected to need over
// 3 % more bits than another palette. Palettes with runs of zeros are compared only with each
// other, and so are palettes without runs, because the expected number does not contain the bits of
// the runs.
StreamSection smallest_section(const std::int16_t* begin, const std::int16_t* end) {
  constexpr double most_above = 1.03;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  std::vector<std::pair<StreamSection, std::int64_t>> estimated;
  std::array<std::int64_t, 2> least_estimate = {most, most};
  for (Palette& palette : possible_palettes(begin, end)) {
    StreamSection section = section_without_slices(begin, end, std::move(palette));
    const std::int64_t bits = palette_bits(section.palette) +
                              bits_in_one_coding(section.indices, section.palette.raw_bits);
    std::int64_t& least = least_estimate[section.palette.zero_runs ? 1 : 0];
    least = std::min(least, bits);
    estimated.emplace_back(std::move(section), bits);
  }
  StreamSection smallest;
  std::int64_t least = most;
  for (auto& [section, estimate] : estimated) {
    const std::int64_t limit = least_estimate[section.palette.zero_runs ? 1 : 0];
    if (static_cast<double>(estimate) > most_above * static_cast<double>(limit)) continue;
    section.slices = cut(section, WeightEncoder::vela_3);
    const std::int64_t bits = section_bits(section);
    if (bits >= least) continue;
    least = bits;
    smallest = std::move(section);
  }
  return smallest;
}

// Divides the weights into sections that begin at `starts`. `encode(begin, end)` encodes the
// section with the weights [begin, end).
template <typename Encode>
std::vector<StreamSection> encode_sections(const WeightSequence& weights,
                                           const std::vector<std::size_t>& starts,
                                           const Encode& encode) {
  std::vector<StreamSection> sections;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : weights.size();
    sections.push_back(encode(weights.data() + starts[i], weights.data() + end));
  }
  return sections;
}

// Returns the weights encoded by smallest_section(). If the encoder of Vela 3.10 divides the stream
// into several sections and needs fewer bytes, its stream is returned instead.
std::vector<StreamSection> smallest_stream(const WeightSequence& weights) {
  std::vector<StreamSection> smallest =
      encode_sections(weights, fixed_sections(weights.size()), smallest_section);
  if (palette_sections(weights).size() > 1) {
    std::vector<StreamSection> divided = encode_stream(weights, WeightEncoder::vela_3);
    if (stream_bytes(divided) < stream_bytes(smallest)) smallest = std::move(divided);
  }
  return smallest;
}

}  // namespace

std::vector<StreamSection> encode_stream(const WeightSequence& weights, WeightEncoder encoder) {
  if (encoder == WeightEncoder::smallest) return smallest_stream(weights);
  const std::vector<std::size_t> starts =
      encoder == WeightEncoder::vela_3 ? palette_sections(weights) : fixed_sections(weights.size());
  return encode_sections(weights, starts, [&](const std::int16_t* begin, const std::int16_t* end) {
    StreamSection section = section_without_slices(begin, end, make_palette(begin, end, encoder));
    section.slices = cut(section, encoder);
    return section;
  });
}

Bytes stream_bytes(const std::vector<StreamSection>& sections) {
  if (sections.empty()) return 0;
  std::int64_t bits = end_marker_bits;
  for (const StreamSection& section : sections) bits += section_bits(section);
  return (bits + granule_bits - 1) / granule_bits * (granule_bits / 8);
}

}  // namespace spillway::ethosu
