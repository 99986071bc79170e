// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/weight_positions.h"

#include <algorithm>
#include <utility>

#include "hwmodels/ethosu/proof/weight_decoder.h"

namespace spillway::ethosu::proof {
namespace {

// The processor divides a kernel into parts. A part has at most this number of rows and columns.
constexpr std::int32_t kernel_part = 8;

std::int32_t up(std::int32_t value, std::int32_t step) { return (value + step - 1) / step * step; }

/// The place of a weight in its kernel. `row` and `column` count taps, without the gaps of a
/// dilation.
struct WeightPlace {
  std::int32_t output = 0, row = 0, column = 0, input = 0;
};

/// Puts the weights of all streams into their places in the kernel.
class Taker {
 public:
  Taker(const Operation& op, std::int32_t inputs) : window_(op.window) {
    weights_.outputs = op.ofm.depth;
    weights_.taps = window_.kernel_h * window_.kernel_w;
    weights_.inputs = inputs;
    const std::int64_t elements = std::int64_t{weights_.outputs} * weights_.taps * inputs;
    weights_.values.assign(static_cast<std::size_t>(elements), 0);
    taken_.assign(weights_.values.size(), false);
  }

  void begin(const std::vector<std::int16_t>& stream) {
    stream_ = &stream;
    next_ = 0;
  }
  // Ends a stream. If `padding` or more values of the stream have not been read, the stream is
  // wrong.
  void end(std::size_t padding) { failed_ |= stream_->size() - next_ >= padding; }

  // Reads the next weight of the stream and puts it into `place`.
  void take(const WeightPlace& place) {
    const std::int16_t weight = value();
    const std::int64_t tap = std::int64_t{place.row} * window_.kernel_w + place.column;
    const auto at = static_cast<std::size_t>(
        (std::int64_t{place.output} * weights_.taps + tap) * weights_.inputs + place.input);
    failed_ |= taken_[at] && weights_.values[at] != weight;
    weights_.values[at] = weight;
    taken_[at] = true;
  }

  // Skips `count` weights of the stream. They only fill up an incomplete group of taps or channels,
  // so they must be 0.
  void skip(std::int64_t count = 1) {
    for (; count > 0 && !failed_; --count) failed_ |= value() != 0;
  }

  std::optional<KernelWeights> finish() && {
    const bool all = std::find(taken_.begin(), taken_.end(), false) == taken_.end();
    if (failed_ || !all) return std::nullopt;
    return std::move(weights_);
  }

 private:
  std::int16_t value() {
    failed_ |= next_ >= stream_->size();
    return failed_ ? std::int16_t{0} : (*stream_)[next_++];
  }

  const Window& window_;
  KernelWeights weights_;
  std::vector<bool> taken_;
  const std::vector<std::int16_t>* stream_ = nullptr;
  std::size_t next_ = 0;
  bool failed_ = false;
};

/// A rectangle of the kernel's taps whose weights are consecutive in the stream.
struct KernelPart {
  std::int32_t y = 0, x = 0, height = 1, width = 1;
};

KernelPart part_at(const Window& window, std::int32_t y, std::int32_t x) {
  return {y, x, std::min(kernel_part / window.dilation_h, window.kernel_h - y),
          std::min(kernel_part / window.dilation_w, window.kernel_w - x)};
}

/// Reads the weight stream of one core of a U55 or U65 and gives each weight its place. Core `core`
/// has every `cores`-th output channel.
class CoreWalk {
 public:
  CoreWalk(const Config& config, const Operation& op, std::int32_t inputs, std::int32_t core,
           std::int32_t cores, Taker& taker)
      : op_(op),
        window_(op.window),
        inputs_(inputs),
        core_(core),
        cores_(cores),
        depthwise_(op.type == OperationType::depthwise),
        part_first_(op.part_kernel && !depthwise_),
        wide_(op.ifm.element_bytes == 2),
        step_(depthwise_ ? 1 : 8),
        together_(config.macs == 32 ? 4 : 8),
        channels_((op.ofm.depth - core + cores - 1) / cores),
        taker_(taker) {}

  void run() {
    const std::int32_t block = std::max(1, (op_.block.depth + cores_ - 1 - core_) / cores_);
    for (first_ = 0; first_ < channels_; first_ += block) {
      depth_ = std::min(block, channels_ - first_);
      walk_inputs();
    }
  }

 private:
  void walk_inputs() {
    const std::int32_t block = part_first_ || wide_ ? 16 : 32;
    for (std::int32_t input = 0; input < inputs_; input += block) {
      std::int32_t depth = part_first_ ? std::min(block, inputs_ - input) : block;
      if (depthwise_) depth = 1;
      for (std::int32_t y = 0; y < window_.kernel_h; y += kernel_part / window_.dilation_h) {
        for (std::int32_t x = 0; x < window_.kernel_w; x += kernel_part / window_.dilation_w) {
          walk_part(part_at(window_, y, x), input, depth);
        }
      }
    }
  }

  void walk_part(const KernelPart& part, std::int32_t input, std::int32_t depth) {
    if (!part_first_) return walk_outputs(part, input, depth);
    for (std::int32_t i = 0; i < depth; i += step_) walk_outputs(part, input + i, step_);
  }

  void walk_outputs(const KernelPart& part, std::int32_t input, std::int32_t depth) {
    const std::int32_t granule = depthwise_ ? 4 : !part_first_ ? 1 : wide_ ? 2 : 4;
    const std::int32_t taps = up(part.height * part.width, granule);
    for (std::int32_t output = 0; output < depth_; output += together_) {
      for (std::int32_t tap = 0; tap < taps; ++tap) {
        for (std::int32_t i = 0; i < depth; i += step_) {
          take_brick(part, tap, input + i, first_ + output);
        }
      }
    }
  }

  void take_brick(const KernelPart& part, std::int32_t tap, std::int32_t input,
                  std::int32_t first_output) {
    const std::int32_t row = tap / part.width;
    for (std::int32_t output = first_output; output < first_output + together_; ++output) {
      for (std::int32_t i = input; i < input + step_; ++i) {
        if (row < part.height && output < channels_ && i < inputs_) {
          taker_.take({core_ + output * cores_, part.y + row, part.x + tap % part.width, i});
        } else {
          taker_.skip();
        }
      }
    }
  }

  const Operation& op_;
  const Window& window_;
  const std::int32_t inputs_;
  const std::int32_t core_, cores_;
  const bool depthwise_, part_first_, wide_;
  const std::int32_t step_;      // number of input channels whose weights are consecutive
  const std::int32_t together_;  // number of output channels in a group
  const std::int32_t channels_;  // number of output channels of this core
  std::int32_t first_ = 0, depth_ = 0;
  Taker& taker_;
};

/// Reads the weights of one decoder of a U85 and gives each weight its place. Decoder `stream` of
/// `streams` decoders has every `streams`-th group of four output channels.
class DecoderWalk {
 public:
  DecoderWalk(const Config& config, const Operation& op, std::int32_t inputs, bool sparse,
              std::int32_t stream, std::int32_t streams, Taker& taker)
      : config_(config),
        op_(op),
        window_(op.window),
        inputs_(inputs),
        stream_(stream),
        streams_(streams),
        micro_(op.microblock.value_or(config.microblock).depth),
        depthwise_(op.type == OperationType::depthwise),
        part_first_(op.part_kernel && !depthwise_),
        sparse_(sparse),
        bits_(8 * op.ifm.element_bytes),
        taker_(taker) {}

  // In the fast format (every weight in the same number of bits), the weights of all decoders
  // alternate in a single stream. Returns the number of consecutive weights for the same decoder.
  std::int32_t weights_per_turn() const { return micro_ * inner() * granule() / streams_; }

  void run() {
    bool backwards = false;
    for (first_ = 0; first_ < op_.ofm.depth; first_ += op_.block.depth) {
      depth_ = std::min(op_.block.depth, op_.ofm.depth - first_);
      const std::int32_t block = input_block();
      const std::int32_t blocks = depthwise_ ? 1 : (inputs_ + block - 1) / block;
      for (std::int32_t i = 0; i < blocks; ++i) {
        walk_input((backwards ? blocks - 1 - i : i) * block);
      }
      backwards = !backwards;
    }
  }

 private:
  std::int32_t input_block() const {
    if (part_first_) return 16;
    if (sparse_) return bits_ == 8 ? 128 : 64;
    return bits_ == 32 || (config_.macs <= 256 && micro_ == 16) ? 32 : 64;
  }
  std::int32_t granule() const {
    if (depthwise_) return 10;
    return !part_first_ ? 1 : bits_ == 16 || sparse_ ? 10 : 5;
  }
  std::int32_t inner() const {
    if (depthwise_) return 1;
    return part_first_ && bits_ == 16 && !sparse_ ? 8 : input_block();
  }
  std::int32_t extra() const {
    if (!depthwise_ || (config_.macs <= 256 && bits_ == 8)) return 0;
    return config_.macs <= 512 ? 2 : 6;
  }

  void walk_input(std::int32_t input) {
    const std::int32_t depth = depthwise_ ? 1 : std::min(input_block(), inputs_ - input);
    for (std::int32_t x = 0; x < window_.kernel_w; x += kernel_part / window_.dilation_w) {
      for (std::int32_t y = 0; y < window_.kernel_h; y += kernel_part / window_.dilation_h) {
        for (std::int32_t part = 0; part < depth; part += inner()) {
          for (std::int32_t v = 0; v < depth_; v += micro_) {
            walk_micro(part_at(window_, y, x), input + part, first_ + v);
          }
        }
      }
    }
  }

  void walk_micro(const KernelPart& part, std::int32_t input, std::int32_t output) {
    const bool by_phase = depthwise_ || part_first_;
    const std::int32_t stride_h = by_phase ? window_.stride_h : 1;
    const std::int32_t stride_w = by_phase ? window_.stride_w : 1;
    std::int32_t missing = up(part.height * part.width, granule());
    for (std::int32_t py = 0; py < std::min(stride_h, part.height); ++py) {
      for (std::int32_t px = 0; px < std::min(stride_w, part.width); ++px) {
        bool turned = false;
        for (std::int32_t y = py; y < part.height; y += stride_h) {
          const std::int32_t columns = (part.width - px + stride_w - 1) / stride_w;
          for (std::int32_t k = 0; k < columns; ++k) {
            const std::int32_t x = px + (turned ? columns - 1 - k : k) * stride_w;
            take_tap(part.y + y, part.x + x, input, output);
            if (--missing % granule() == 0) skip_taps(extra());
          }
          turned = !turned;
        }
      }
    }
    if (missing > 0) skip_taps(missing + extra());
  }

  void skip_taps(std::int32_t taps) {
    taker_.skip(std::int64_t{taps} * inner() * micro_ / streams_);
  }

  void take_tap(std::int32_t y, std::int32_t x, std::int32_t input, std::int32_t output) {
    constexpr std::int32_t group = 4;
    const std::int32_t step = depthwise_ ? 1 : sparse_ ? 16 : 8;
    for (std::int32_t i = 0; i < inner(); i += step) {
      for (std::int32_t v = group * stream_; v < micro_; v += group * streams_) {
        for (std::int32_t c = output + v; c < output + v + group; ++c) {
          for (std::int32_t k = input + i; k < input + i + step; ++k) {
            if (c < op_.ofm.depth && k < inputs_) {
              taker_.take({c, y, x, k});
            } else {
              taker_.skip();
            }
          }
        }
      }
    }
  }

  const Config& config_;
  const Operation& op_;
  const Window& window_;
  const std::int32_t inputs_, stream_, streams_, micro_;
  const bool depthwise_, part_first_, sparse_;
  const std::int32_t bits_;
  std::int32_t first_ = 0, depth_ = 0;
  Taker& taker_;
};

// Splits a stream of the fast format (every weight in the same number of bits) into one stream per
// decoder. In `stream`, groups of `weights_per_turn` weights for the decoders alternate.
std::vector<std::vector<std::int16_t>> by_decoder(const std::vector<std::int16_t>& stream,
                                                  std::int32_t decoders,
                                                  std::int32_t weights_per_turn) {
  std::vector<std::vector<std::int16_t>> all(static_cast<std::size_t>(decoders));
  const auto step = static_cast<std::size_t>(weights_per_turn);
  for (std::size_t begin = 0, part = 0; begin < stream.size(); begin += step, ++part) {
    const std::size_t end = std::min(begin + step, stream.size());
    auto& own = all[part % all.size()];
    own.insert(own.end(), stream.begin() + static_cast<std::ptrdiff_t>(begin),
               stream.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return all;
}

}  // namespace

std::optional<KernelWeights> placed_weights(const Config& config, const Operation& op,
                                            const std::vector<std::vector<std::int16_t>>& streams,
                                            WeightFormat format) {
  const std::int32_t inputs = op.type == OperationType::depthwise ? 1 : op.ifm.depth;
  // The shape in a damaged file can need more weights than its streams contain. Such a file is
  // rejected here, before memory for the weights is reserved.
  std::int64_t given = 0;
  for (const std::vector<std::int16_t>& stream : streams) {
    given += static_cast<std::int64_t>(stream.size());
  }
  const std::int64_t taps = std::int64_t{op.window.kernel_h} * op.window.kernel_w;
  if (taps > given || taps * op.ofm.depth > given || taps * op.ofm.depth * inputs > given) {
    return std::nullopt;
  }
  Taker taker(op, inputs);
  const bool shared = format.fast && streams.size() == 1 && config.weight_decoders > 1;
  std::vector<std::vector<std::int16_t>> parts;
  if (shared) {
    const std::int32_t decoders = config.weight_decoders;
    const DecoderWalk walk(config, op, inputs, format.sparse, 0, decoders, taker);
    parts = by_decoder(streams[0], decoders, walk.weights_per_turn());
  }
  const auto& sequences = shared ? parts : streams;
  const auto count = static_cast<std::int32_t>(sequences.size());
  for (std::int32_t i = 0; i < count; ++i) {
    taker.begin(sequences[static_cast<std::size_t>(i)]);
    if (config.product == Product::u85) {
      DecoderWalk(config, op, inputs, format.sparse, i, count, taker).run();
    } else {
      CoreWalk(config, op, inputs, i, count, taker).run();
    }
    taker.end(format.fast ? fast_padding_limit() : 1);
  }
  return std::move(taker).finish();
}

}  // namespace spillway::ethosu::proof
