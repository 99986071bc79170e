// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/palette.h"

namespace spillway::ethosu {

/// The number of codings, that is, of ways to write the index that stands for a weight:
/// * codings 0 to 5 divide the index by 2^0 to 2^5, and write the quotient in unary and the
///   remainder in binary;
/// * codings 6 to 11 have the same divisors, but allow only quotients up to two, in fewer bits;
/// * coding 12 writes the index uncompressed.
constexpr std::int32_t weight_codings = 13;
constexpr std::int32_t first_truncated = 6;
constexpr std::int32_t raw_coding = 12;
/// The number of codings for the length of a run of zeros. Coding k (0 to 3) divides the length by
/// 2^k, and writes the quotient in unary and the remainder in binary.
constexpr std::int32_t run_codings = 4;

/// Consecutive values that have the same coding (way to write a number). `end` is the index after
/// the last of these values.
struct CodedStretch {
  std::int32_t coding = 0;
  std::size_t end = 0;
};

/// Returns the number of low bits of an index that `coding` writes as the remainder, which is log2
/// of the divisor. `coding` must not be raw_coding.
constexpr std::int32_t divisor_bits(std::int32_t coding) { return coding % first_truncated; }

/// Whether `coding` can write only quotients up to two.
constexpr bool is_truncated(std::int32_t coding) {
  return coding >= first_truncated && coding != raw_coding;
}

/// Returns the stretches of equal coding into which `encoder` divides the indices of a section's
/// weights. `raw_bits` is Palette::raw_bits.
std::vector<CodedStretch> weight_stretches(const std::vector<std::uint16_t>& indices,
                                           std::int32_t raw_bits, WeightEncoder encoder);

/// Returns the number of bits that the indices of a section's weights take if all of them have the
/// same coding (way to write a number), namely the coding with the fewest bits. `raw_bits` is
/// Palette::raw_bits. `indices` must not be empty.
std::int64_t bits_in_one_coding(const std::vector<std::uint16_t>& indices, std::int32_t raw_bits);

/// Returns the stretches of equal coding into which `encoder` divides a section's runs of zeros.
/// `runs` has the lengths of the runs before, between and after the section's weights. `weights` is
/// the result of weight_stretches() for the section. A new slice begins at every end of a stretch
/// of `weights`. So WeightEncoder::vela_3 counts no bits for a change of the runs' coding there.
std::vector<CodedStretch> run_stretches(const std::vector<std::uint32_t>& runs,
                                        const std::vector<CodedStretch>& weights,
                                        WeightEncoder encoder);

}  // namespace spillway::ethosu
