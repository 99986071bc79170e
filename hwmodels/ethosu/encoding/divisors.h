// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/palette.h"

namespace spillway::ethosu {

/// The number of ways to write an index:
/// * codings 0 to 5 write the quotient by 2^0 to 2^5 in unary, and the remainder;
/// * codings 6 to 11 do the same for quotients of at most two;
/// * coding 12 writes the index uncompressed.
constexpr std::int32_t weight_codings = 13;
constexpr std::int32_t first_truncated = 6;
constexpr std::int32_t raw_coding = 12;
/// The number of ways to write the length of a run of zeros: as a unary quotient by 2^0 to 2^3, and
/// the remainder.
constexpr std::int32_t run_codings = 4;

/// A stretch of values that are written in the same way. `end` is the index behind its last value.
struct CodedStretch {
  std::int32_t coding = 0;
  std::size_t end = 0;
};

/// The number of low bits of an index that `coding` writes separately. `coding` must not be
/// raw_coding.
constexpr std::int32_t divisor_bits(std::int32_t coding) { return coding % first_truncated; }

/// Whether `coding` limits quotients to at most two.
constexpr bool is_truncated(std::int32_t coding) {
  return coding >= first_truncated && coding != raw_coding;
}

/// The stretches into which `encoder` divides a section's indices. `raw_bits` is Palette::raw_bits.
std::vector<CodedStretch> weight_stretches(const std::vector<std::uint16_t>& indices,
                                           std::int32_t raw_bits, WeightEncoder encoder);

/// Divides the runs of zeros before, between and after a section's weights into stretches. A change
/// of coding costs nothing where a stretch of `weights` ends, because a new slice begins there
/// anyway.
std::vector<CodedStretch> run_stretches(const std::vector<std::uint32_t>& runs,
                                        const std::vector<CodedStretch>& weights,
                                        WeightEncoder encoder);

}  // namespace spillway::ethosu
