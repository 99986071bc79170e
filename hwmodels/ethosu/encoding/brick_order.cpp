// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/brick_order.h"

#include <algorithm>

#include "base/rounding.h"

namespace spillway::ethosu {
namespace {

// The `count` output channels of one core: `first`, `first` + `step`, `first` + 2 * `step`, ...
struct CoreChannels {
  std::int32_t first = 0;
  std::int32_t step = 1;
  std::int32_t count = 0;
};

struct SubKernel {
  std::int32_t y = 0;
  std::int32_t x = 0;
  std::int32_t height = 1;
  std::int32_t width = 1;
};

class BrickWriter {
 public:
  BrickWriter(const WeightValues& values, const WeightOrder& order, const CoreChannels& channels,
              std::int32_t block_depth)
      : values_(values),
        order_(order),
        channels_(channels),
        block_depth_(block_depth),
        part_kernel_(order.traversal == Traversal::part_kernel),
        depthwise_(order.traversal == Traversal::depthwise),
        ifm_block_(part_kernel_ || order.ifm_bits == 16 ? 16 : 32),
        ifm_microblock_(depthwise_ ? 1 : 8) {}

  WeightSequence run() {
    for (std::int32_t ofm = 0; ofm < channels_.count; ofm += block_depth_) {
      ofm_begin_ = ofm;
      ofm_depth_ = std::min(block_depth_, channels_.count - ofm);
      if (depthwise_) {
        add_ifm_block(0, 1);
        continue;
      }
      for (std::int32_t ifm = 0; ifm < values_.inputs; ifm += ifm_block_) {
        const std::int32_t rest = values_.inputs - ifm;
        add_ifm_block(ifm, part_kernel_ ? std::min(ifm_block_, rest) : ifm_block_);
      }
    }
    return std::move(sequence_);
  }

 private:
  void add_ifm_block(std::int32_t ifm, std::int32_t depth) {
    const std::int32_t step_y = sub_kernel_extent / order_.dilation_y;
    const std::int32_t step_x = sub_kernel_extent / order_.dilation_x;
    for (std::int32_t y = 0; y < values_.height; y += step_y) {
      for (std::int32_t x = 0; x < values_.width; x += step_x) {
        const SubKernel kernel{y, x, std::min(step_y, values_.height - y),
                               std::min(step_x, values_.width - x)};
        if (part_kernel_) {
          for (std::int32_t part = 0; part < depth; part += ifm_microblock_) {
            add_sub_kernel(kernel, ifm + part, ifm_microblock_);
          }
        } else {
          add_sub_kernel(kernel, ifm, depth);
        }
      }
    }
  }

  std::int32_t tap_granule() const {
    if (part_kernel_) return order_.ifm_bits == 16 ? 2 : 4;
    return depthwise_ ? 4 : 1;
  }

  void add_sub_kernel(const SubKernel& kernel, std::int32_t ifm, std::int32_t depth) {
    const std::int32_t taps = round_up(kernel.height * kernel.width, tap_granule());
    const std::int32_t granule = order_.ofm_microblock_depth;
    for (std::int32_t ofm = 0; ofm < ofm_depth_; ofm += granule) {
      for (std::int32_t tap = 0; tap < taps; ++tap) {
        const std::int32_t row = tap / kernel.width;
        const bool inside = row < kernel.height;
        const std::int32_t offset =
            ((kernel.y + row) * values_.width + kernel.x + tap % kernel.width) * values_.inputs;
        for (std::int32_t part = 0; part < depth; part += ifm_microblock_) {
          add_tap_of_microblock(inside, offset, ifm + part, ofm_begin_ + ofm);
        }
      }
    }
  }

  // Adds the weights of one tap between a microblock of input channels, which begins at channel
  // `ifm`, and a microblock of output channels, which begins at channel `ofm`. If `inside` is
  // false, the tap lies outside the sub-kernel (part of a large kernel) and the weights are zeros.
  // If the block ends within the microblock of output channels, output channels of the next block
  // fill up the microblock.
  void add_tap_of_microblock(bool inside, std::int32_t tap_offset, std::int32_t ifm,
                             std::int32_t ofm) {
    const std::int32_t granule = order_.ofm_microblock_depth;
    const std::size_t at = sequence_.size();
    sequence_.resize(at +
                     static_cast<std::size_t>(granule) * static_cast<std::size_t>(ifm_microblock_));
    if (!inside || ifm >= values_.inputs) return;
    const std::int32_t inputs = std::min(ifm_microblock_, values_.inputs - ifm);
    const std::int32_t outputs = std::min(granule, channels_.count - ofm);
    std::int16_t* to = sequence_.data() + at;
    for (std::int32_t channel = 0; channel < outputs; ++channel, to += ifm_microblock_) {
      const std::int16_t* from =
          values_.of_output(channels_.first + (ofm + channel) * channels_.step) + tap_offset + ifm;
      std::copy_n(from, inputs, to);
    }
  }

  const WeightValues& values_;
  const WeightOrder& order_;
  const CoreChannels channels_;
  const std::int32_t block_depth_;
  const bool part_kernel_;
  const bool depthwise_;
  const std::int32_t ifm_block_;
  const std::int32_t ifm_microblock_;
  std::int32_t ofm_begin_ = 0;
  std::int32_t ofm_depth_ = 0;
  WeightSequence sequence_;
};

}  // namespace

std::int32_t weight_streams(const Config& config, std::int32_t outputs) {
  if (config.product != Product::u85) return std::min(config.cores, outputs);
  return config.weight_decoders;
}

WeightSequence brick_order(const Config& config, const WeightValues& values,
                           const WeightOrder& order, std::int32_t core) {
  if (config.product == Product::u85) return brick_order_u85(config, values, order, core);
  const std::int32_t cores = order.streams;
  const std::int32_t block_depth = (order.ofm_block_depth + cores - 1 - core) / cores;
  const std::int32_t count = std::max(0, (values.outputs - core + cores - 1) / cores);
  return BrickWriter(values, order, {core, cores, count}, std::max(1, block_depth)).run();
}

}  // namespace spillway::ethosu
