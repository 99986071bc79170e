// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/stream.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/index.h"
#include "hwmodels/ethosu/encoding/divisors.h"

namespace spillway::ethosu {
namespace {

constexpr std::size_t most_slice_weights = 32767;
constexpr std::int64_t slice_header_bits = 23;
constexpr std::int64_t palette_header_bits = 13;
constexpr std::int64_t end_marker_bits = 3;
constexpr std::int64_t granule_bits = 128;
// A chunk is a group of weights or of runs of zeros that has a fixed number of slots, that is, bits
// for quotients in unary. A chunk of runs with the largest divisor has short_chunk_slots; all other
// chunks have chunk_slots.
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
  // A slice needs at least one weight. If all weights are zero, the first zero is that weight.
  if (section.indices.empty()) {
    section.indices.push_back(at(section.palette.index, largest_weight));
    section.runs.push_back(0);
    --run;
  }
  section.runs.push_back(run);
}

// Divides a section into slices. A slice ends where the coding of the weights or of the runs
// changes, or when the slice has as many weights as its header can count.
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
  // A weight with quotient q takes q / 2 + 1 of the chunk's slots, one bit each, and q - q / 2
  // further bits, which follow the slots.
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

}  // namespace

std::vector<StreamSection> encode_stream(const WeightSequence& weights, WeightEncoder encoder) {
  const std::vector<std::size_t> starts =
      encoder == WeightEncoder::vela_3 ? palette_sections(weights) : fixed_sections(weights.size());
  std::vector<StreamSection> sections;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::int16_t* begin = weights.data() + starts[i];
    const std::int16_t* end =
        weights.data() + (i + 1 < starts.size() ? starts[i + 1] : weights.size());
    StreamSection section;
    section.palette = make_palette(begin, end, encoder);
    if (section.palette.zero_runs) {
      take_indices_and_runs(begin, end, section);
    } else {
      take_indices(begin, end, section);
    }
    section.slices = cut(section, encoder);
    sections.push_back(std::move(section));
  }
  return sections;
}

Bytes stream_bytes(const std::vector<StreamSection>& sections) {
  if (sections.empty()) return 0;
  std::int64_t bits = end_marker_bits;
  for (const StreamSection& section : sections) {
    const auto entries = static_cast<std::int64_t>(section.palette.codes.size());
    bits += palette_header_bits + entries * section.palette.code_bits;
    for (const StreamSlice& slice : section.slices) {
      bits += slice_header_bits + weight_bits(section, slice) + run_bits(section, slice);
    }
  }
  return (bits + granule_bits - 1) / granule_bits * (granule_bits / 8);
}

}  // namespace spillway::ethosu
