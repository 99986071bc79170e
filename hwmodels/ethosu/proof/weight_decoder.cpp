// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/weight_decoder.h"

#include <cstddef>
#include <optional>
#include <utility>

namespace spillway::ethosu::proof {
namespace {

constexpr int no_zero_runs = 6;
constexpr int end_of_stream = 7;
constexpr int raw_weights = 7;
// In a slice, chunks of weights and chunks of runs of zeros alternate. If the weights read so far
// outnumber the runs by at least this number, the following chunk has no weights.
constexpr int most_ahead = 8;

// How a slice of the stream is stored: as chunks of weights and chunks of runs of zeros, in
// Golomb-Rice codes. A number (the index of a weight, or the length of a run) has been divided by a
// power of two. The quotient is stored in unary, the remainder in binary:
// * The slots are the bits of a chunk for the quotients. weight_slots and run_slots count them.
// * weight_bits and run_bits are the bits of each remainder.
// * If `truncated` is true, the quotients of weights are at most two and take fewer bits.
// * If `raw` is true, weights have no quotients: a chunk has weight_slots whole indices of
//   weight_bits bits each.
// * If `runs` is false, the slice has no runs.
struct Chunks {
  bool truncated = false;
  bool raw = false;
  int weight_slots = 12;
  int weight_bits = 0;
  bool runs = false;
  int run_slots = 12;
  int run_bits = 0;
};

Chunks chunks_of(int divisor, bool truncated, int raw_bits, int run_divisor) {
  Chunks chunks;
  chunks.raw = divisor == raw_weights;
  chunks.truncated = truncated;
  chunks.weight_bits = chunks.raw ? raw_bits : divisor;
  chunks.weight_slots = chunks.raw && raw_bits > 5 ? 8 : 12;
  chunks.runs = run_divisor != no_zero_runs;
  chunks.run_bits = chunks.runs ? run_divisor : 0;
  chunks.run_slots = chunks.run_bits < 3 ? 12 : 8;
  return chunks;
}

class BitReader {
 public:
  explicit BitReader(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

  // Returns the next `bits` bits (0 to 16) of the stream. After the last byte, all bits are 1, so
  // that the decoder finds the marker for the end of a stream.
  int get(int bits) {
    const std::size_t first = position_ / 8;
    if (first + 3 <= bytes_.size()) {
      const std::uint32_t ahead = bytes_[first] | std::uint32_t{bytes_[first + 1]} << 8U |
                                  std::uint32_t{bytes_[first + 2]} << 16U;
      const std::uint32_t wanted =
          ahead >> position_ % 8 & ((1U << static_cast<unsigned>(bits)) - 1);
      position_ += static_cast<std::size_t>(bits);
      return static_cast<int>(wanted);
    }
    int value = 0;
    for (int i = 0; i < bits; ++i) {
      cut_off_ |= position_ / 8 >= bytes_.size();
      const int bit = cut_off_ ? 1 : bytes_[position_ / 8] >> (position_ % 8) & 1;
      value |= bit << i;
      ++position_;
    }
    return value;
  }

  bool cut_off() const { return cut_off_; }

 private:
  const std::vector<std::uint8_t>& bytes_;
  std::size_t position_ = 0;
  bool cut_off_ = false;
};

class Decoder {
 public:
  explicit Decoder(const std::vector<std::uint8_t>& bytes) : in_(bytes) {}

  std::optional<std::vector<std::int16_t>> run() {
    for (int run_divisor = in_.get(3); run_divisor != end_of_stream; run_divisor = in_.get(3)) {
      read_slice(run_divisor);
      if (in_.cut_off()) return std::nullopt;
    }
    if (in_.cut_off()) return std::nullopt;
    return std::move(weights_);
  }

 private:
  void read_slice(int run_divisor) {
    const auto count = static_cast<std::size_t>(in_.get(15)) + 1;
    const int divisor = in_.get(3);
    const bool truncated = in_.get(1) == 1;
    const bool first = in_.get(1) == 1;
    if (first) read_palette();
    chunks_ = chunks_of(divisor, truncated, raw_bits(), run_divisor);
    quotients_.clear();
    runs_.clear();
    weight_count_ = count;
    run_count_ = chunks_.runs ? count + (first ? 1 : 0) : 0;
    read_chunks();
    if (!in_.cut_off()) append(first);
  }

  void read_palette() {
    unused_codes_ = in_.get(5);
    const int size = in_.get(5);
    code_bits_ = in_.get(3) + 2;
    palette_.assign(size == 0 ? 0 : static_cast<std::size_t>(size) + 1, 0);
    for (int& code : palette_) code = in_.get(code_bits_);
  }

  int raw_bits() const {
    if (palette_.empty()) return code_bits_;
    int bits = 0;
    while ((std::size_t{1} << bits) < palette_.size()) ++bits;
    return bits;
  }

  void read_chunks() {
    // The number of weights, and the number of runs of zeros, whose remainders have been read.
    std::size_t rests_read = 0;
    std::size_t run_rests_read = 0;
    bool again = true;
    quotient_ = 0;
    run_quotient_ = 0;
    while (again) {
      const int ahead =
          chunks_.runs ? static_cast<int>(quotients_.size()) - static_cast<int>(runs_.size()) : 0;
      const bool weights = ahead < most_ahead && quotients_.size() < weight_count_;
      const bool runs = chunks_.runs && ahead >= 0 && runs_.size() < run_count_;
      const std::size_t weights_before = quotients_.size();
      const std::size_t runs_before = runs_.size();
      std::vector<int> unary;
      if (weights && !chunks_.raw) unary = slots(chunks_.weight_slots);
      const std::vector<int> run_unary = runs ? slots(chunks_.run_slots) : std::vector<int>();
      if (weights) take_weights(unary);
      take_runs(run_unary);
      for (; rests_read < weights_before; ++rests_read) {
        quotients_[rests_read] =
            (quotients_[rests_read] << chunks_.weight_bits) + in_.get(chunks_.weight_bits);
      }
      for (; run_rests_read < runs_before; ++run_rests_read) {
        runs_[run_rests_read] =
            (runs_[run_rests_read] << chunks_.run_bits) + in_.get(chunks_.run_bits);
      }
      again = (weights || runs) && !in_.cut_off();
    }
  }

  std::vector<int> slots(int count) {
    std::vector<int> bits;
    bits.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) bits.push_back(in_.get(1));
    return bits;
  }

  void take_weights(const std::vector<int>& unary) {
    if (chunks_.raw) {
      for (int i = 0; i < chunks_.weight_slots && quotients_.size() < weight_count_; ++i) {
        quotients_.push_back(0);
      }
      return;
    }
    for (const int bit : unary) {
      const int value = bit == 0 ? 0 : 1 + in_.get(1);
      if (quotients_.size() == weight_count_) continue;
      quotient_ += value;
      if (value == 2 && !chunks_.truncated) continue;
      quotients_.push_back(quotient_);
      quotient_ = 0;
    }
  }

  void take_runs(const std::vector<int>& unary) {
    for (const int bit : unary) {
      if (runs_.size() == run_count_) continue;
      run_quotient_ += bit;
      if (bit == 1) continue;
      runs_.push_back(run_quotient_);
      run_quotient_ = 0;
    }
  }

  void append(bool first) {
    std::size_t run = 0;
    const auto zeros = [&] {
      if (chunks_.runs) weights_.insert(weights_.end(), static_cast<std::size_t>(runs_[run++]), 0);
    };
    if (first) zeros();
    for (const int index : quotients_) {
      weights_.push_back(weight_of(index));
      zeros();
    }
  }

  std::int16_t weight_of(int index) const {
    const auto entries = static_cast<int>(palette_.size());
    const int code = index < entries ? palette_[static_cast<std::size_t>(index)]
                                     : index - entries + unused_codes_;
    return static_cast<std::int16_t>(code % 2 != 0 ? -(code / 2) : code / 2);
  }

  BitReader in_;
  std::vector<std::int16_t> weights_;
  Chunks chunks_;
  std::vector<int> palette_;
  int unused_codes_ = 0;
  int code_bits_ = 2;
  std::vector<int> quotients_;
  std::vector<int> runs_;
  std::size_t weight_count_ = 0;
  std::size_t run_count_ = 0;
  int quotient_ = 0;
  int run_quotient_ = 0;
};

}  // namespace

std::optional<std::vector<std::int16_t>> decoded_weights(const std::vector<std::uint8_t>& bytes) {
  if (bytes.empty()) return std::vector<std::int16_t>();
  return Decoder(bytes).run();
}

}  // namespace spillway::ethosu::proof
