// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "hwmodels/ethosu/encoding/divisors.h"
#include "hwmodels/ethosu/encoding/stream.h"

namespace spillway::ethosu {
namespace {

constexpr int no_zero_runs = 6;
constexpr int end_of_stream = 7;
constexpr int raw_weights = 7;
// When the weights written so far outnumber the runs of zeros written so far by `most_ahead`, only
// runs are written next.
constexpr int most_ahead = 8;

// How a slice is written: as chunks of weights and chunks of runs of zeros, in Golomb-Rice codes. A
// number (the index of a weight, or the length of a run) is divided by a power of two. The quotient
// is written in unary, the remainder in binary:
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

class StreamBits {
 public:
  void put(std::uint64_t value, int bits) {
    for (int i = 0; i < bits; ++i) {
      if (count_ % 8 == 0) bytes_.push_back(0);
      bytes_.back() |= static_cast<std::uint8_t>((value >> i & 1) << (count_ % 8));
      ++count_;
    }
  }
  std::vector<std::uint8_t> finish() {
    put(end_of_stream, 3);
    while (count_ % 128 != 0) put(1, 1);
    return std::move(bytes_);
  }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t count_ = 0;
};

class SliceWriter {
 public:
  SliceWriter(const StreamSection& section, const StreamSlice& slice, StreamBits& out)
      : section_(section), out_(out), first_(slice.begin == 0) {
    indices_.assign(section.indices.begin() + static_cast<std::ptrdiff_t>(slice.begin),
                    section.indices.begin() + static_cast<std::ptrdiff_t>(slice.end));
    if (section.palette.zero_runs) {
      const std::size_t from = first_ ? 0 : slice.begin + 1;
      runs_.assign(section.runs.begin() + static_cast<std::ptrdiff_t>(from),
                   section.runs.begin() + static_cast<std::ptrdiff_t>(slice.end + 1));
    }
    const bool raw = slice.weight_coding == raw_coding;
    divisor_ = raw ? raw_weights : divisor_bits(slice.weight_coding);
    run_divisor_ = section.palette.zero_runs ? slice.run_coding : no_zero_runs;
    chunks_ = chunks_of(divisor_, is_truncated(slice.weight_coding), section.palette.raw_bits,
                        run_divisor_);
  }

  void write() {
    write_header();
    std::vector<std::size_t> weight_rests;
    std::vector<std::size_t> run_rests;
    bool again = true;
    while (again) {
      const int ahead =
          chunks_.runs ? static_cast<int>(weights_done_) - static_cast<int>(runs_done_) : 0;
      const bool weights = ahead < most_ahead && weights_done_ < indices_.size();
      const bool runs = chunks_.runs && ahead >= 0 && runs_done_ < runs_.size();
      const auto last_weights = std::exchange(weight_rests, {});
      const auto last_runs = std::exchange(run_rests, {});
      std::vector<bool> second;
      if (weights) weight_rests = put_weights(second);
      if (runs) run_rests = put_runs();
      for (const bool bit : second) out_.put(bit ? 1 : 0, 1);
      for (const std::size_t i : last_weights) out_.put(indices_[i], chunks_.weight_bits);
      for (const std::size_t i : last_runs) out_.put(runs_[i], chunks_.run_bits);
      again = weights || runs;
    }
  }

 private:
  void write_header() {
    const auto& palette = section_.palette;
    out_.put(static_cast<std::uint64_t>(run_divisor_), 3);
    out_.put(indices_.size() - 1, 15);
    out_.put(static_cast<std::uint64_t>(divisor_), 3);
    out_.put(chunks_.truncated ? 1 : 0, 1);
    out_.put(first_ ? 1 : 0, 1);
    if (!first_) return;
    out_.put(static_cast<std::uint64_t>(palette.unused_codes), 5);
    out_.put(palette.codes.empty() ? 0 : palette.codes.size() - 1, 5);
    out_.put(static_cast<std::uint64_t>(palette.code_bits - 2), 3);
    for (const std::uint16_t code : palette.codes) out_.put(code, palette.code_bits);
  }

  std::vector<std::size_t> put_weights(std::vector<bool>& second) {
    std::vector<std::size_t> finished;
    for (int slot = 0; slot < chunks_.weight_slots; ++slot) {
      if (weights_done_ == indices_.size()) {
        if (!chunks_.raw) out_.put(0, 1);
        continue;
      }
      if (chunks_.raw) {
        finished.push_back(weights_done_++);
        continue;
      }
      if (!in_weight_) {
        rest_ = indices_[weights_done_] >> chunks_.weight_bits;
        in_weight_ = true;
      }
      out_.put(rest_ > 0 ? 1 : 0, 1);
      if (rest_ > 0) second.push_back(rest_ > 1);
      if (rest_ < 2 || chunks_.truncated) {
        finished.push_back(weights_done_++);
        in_weight_ = false;
      } else {
        rest_ -= 2;
      }
    }
    return finished;
  }

  std::vector<std::size_t> put_runs() {
    std::vector<std::size_t> finished;
    for (int slot = 0; slot < chunks_.run_slots; ++slot) {
      if (runs_done_ == runs_.size()) {
        out_.put(0, 1);
        continue;
      }
      if (!in_run_) {
        run_rest_ = runs_[runs_done_] >> chunks_.run_bits;
        in_run_ = true;
      }
      out_.put(run_rest_ > 0 ? 1 : 0, 1);
      if (run_rest_ == 0) {
        finished.push_back(runs_done_++);
        in_run_ = false;
      } else {
        --run_rest_;
      }
    }
    return finished;
  }

  const StreamSection& section_;
  StreamBits& out_;
  bool first_;
  std::vector<std::uint16_t> indices_;
  std::vector<std::uint32_t> runs_;
  int divisor_ = 0;
  int run_divisor_ = no_zero_runs;
  Chunks chunks_;
  std::size_t weights_done_ = 0;
  std::size_t runs_done_ = 0;
  bool in_weight_ = false;
  bool in_run_ = false;
  int rest_ = 0;
  std::uint32_t run_rest_ = 0;
};

}  // namespace

std::vector<std::uint8_t> stream_bits(const std::vector<StreamSection>& sections) {
  if (sections.empty()) return {};
  StreamBits out;
  for (const StreamSection& section : sections) {
    for (const StreamSlice& slice : section.slices) SliceWriter(section, slice, out).write();
  }
  return out.finish();
}

}  // namespace spillway::ethosu
