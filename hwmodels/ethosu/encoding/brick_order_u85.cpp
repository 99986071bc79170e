// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/rounding.h"
#include "hwmodels/ethosu/encoding/brick_order.h"

namespace spillway::ethosu {
namespace {

// Groups of `channel_group` output channels are distributed among the streams in rotation.
constexpr std::int32_t channel_group = 4;

// The step sizes of the loops that write the weights.
struct Geometry {
  std::int32_t ifm_block = 64;
  std::int32_t ifm_part = 64;
  std::int32_t ifm_step = 8;  // consecutive input channels of one output channel
  std::int32_t tap_granule = 1;
  std::int32_t depthwise_extra = 0;  // zero taps after each group of tap_granule taps
  std::int32_t stride_y = 1;
  std::int32_t stride_x = 1;
};

Geometry geometry_of(const Config& config, const WeightOrder& order) {
  Geometry geometry;
  const bool wide = order.ifm_bits == 16;
  if (order.sparse) geometry.ifm_step = 16;
  if (order.traversal == Traversal::part_kernel) {
    geometry.ifm_block = 16;
    geometry.tap_granule = wide || order.sparse ? 10 : 5;
  } else if (order.sparse) {
    geometry.ifm_block = order.ifm_bits == 8 ? 128 : 64;
  } else if (order.ifm_bits == 32 || (config.macs <= 256 && order.ofm_microblock_depth == 16)) {
    geometry.ifm_block = 32;
  }
  geometry.ifm_part =
      order.traversal == Traversal::part_kernel && wide && !order.sparse ? 8 : geometry.ifm_block;
  if (order.traversal == Traversal::depthwise) {
    geometry.ifm_part = 1;
    geometry.ifm_step = 1;
    geometry.tap_granule = 10;
    const bool none = config.macs <= 256 && order.ifm_bits == 8;
    geometry.depthwise_extra = none ? 0 : config.macs <= 512 ? 2 : 6;
  }
  if (order.traversal != Traversal::depth_first) {
    geometry.stride_y = order.stride_y;
    geometry.stride_x = order.stride_x;
  }
  return geometry;
}

class U85BrickWriter {
 public:
  U85BrickWriter(const Config& config, const WeightValues& values, const WeightOrder& order,
                 std::int32_t stream)
      : values_(values),
        order_(order),
        geometry_(geometry_of(config, order)),
        depthwise_(order.traversal == Traversal::depthwise),
        stream_(stream) {}

  WeightSequence run() {
    bool backwards = false;
    for (std::int32_t ofm = 0; ofm < values_.outputs; ofm += order_.ofm_block_depth) {
      ofm_begin_ = ofm;
      ofm_depth_ = std::min(order_.ofm_block_depth, values_.outputs - ofm);
      add_ofm_block(backwards);
      backwards = !backwards;
    }
    return std::move(sequence_);
  }

 private:
  void add_ofm_block(bool backwards) {
    const std::int32_t block = geometry_.ifm_block;
    const std::int32_t blocks = depthwise_ ? 1 : (values_.inputs + block - 1) / block;
    for (std::int32_t i = 0; i < blocks; ++i) {
      add_ifm_block((backwards ? blocks - 1 - i : i) * block);
    }
  }

  void add_ifm_block(std::int32_t ifm) {
    const std::int32_t step_y = sub_kernel_extent / order_.dilation_y;
    const std::int32_t step_x = sub_kernel_extent / order_.dilation_x;
    const std::int32_t depth = depthwise_ ? 1 : std::min(geometry_.ifm_block, values_.inputs - ifm);
    for (std::int32_t x = 0; x < values_.width; x += step_x) {
      for (std::int32_t y = 0; y < values_.height; y += step_y) {
        sub_y_ = y;
        sub_x_ = x;
        sub_height_ = std::min(step_y, values_.height - y);
        sub_width_ = std::min(step_x, values_.width - x);
        for (std::int32_t part = 0; part < depth; part += geometry_.ifm_part) {
          for (std::int32_t v = 0; v < ofm_depth_; v += order_.ofm_microblock_depth) {
            add_microblock(ifm + part, ofm_begin_ + v);
          }
        }
      }
    }
  }

  void add_microblock(std::int32_t ifm, std::int32_t ofm) {
    missing_taps_ = round_up(sub_height_ * sub_width_, geometry_.tap_granule);
    for (std::int32_t phase_y = 0; phase_y < geometry_.stride_y; ++phase_y) {
      for (std::int32_t phase_x = 0; phase_x < geometry_.stride_x; ++phase_x) {
        add_phase(phase_y, phase_x, ifm, ofm);
      }
    }
    if (missing_taps_ > 0) add_zero_taps(missing_taps_ + geometry_.depthwise_extra);
  }

  // Adds the taps whose row has the remainder `phase_y` when divided by the vertical stride, and
  // whose column has the remainder `phase_x` when divided by the horizontal stride. Every second
  // row of these taps is added in reverse order.
  void add_phase(std::int32_t phase_y, std::int32_t phase_x, std::int32_t ifm, std::int32_t ofm) {
    const std::int32_t rows = taps_of_phase(sub_height_, phase_y, geometry_.stride_y);
    const std::int32_t columns = taps_of_phase(sub_width_, phase_x, geometry_.stride_x);
    for (std::int32_t row = 0; row < rows; ++row) {
      for (std::int32_t i = 0; i < columns; ++i) {
        const std::int32_t column = row % 2 != 0 ? columns - 1 - i : i;
        const std::int32_t y = sub_y_ + phase_y + row * geometry_.stride_y;
        const std::int32_t x = sub_x_ + phase_x + column * geometry_.stride_x;
        add_tap((y * values_.width + x) * values_.inputs, ifm, ofm);
        --missing_taps_;
        if (missing_taps_ % geometry_.tap_granule == 0) add_zero_taps(geometry_.depthwise_extra);
      }
    }
  }

  static std::int32_t taps_of_phase(std::int32_t extent, std::int32_t phase, std::int32_t stride) {
    return phase < extent ? (extent - phase + stride - 1) / stride : 0;
  }

  void add_tap(std::int32_t tap_offset, std::int32_t ifm, std::int32_t ofm) {
    for (std::int32_t inner = 0; inner < geometry_.ifm_part; inner += geometry_.ifm_step) {
      for (std::int32_t group = channel_group * stream_; group < order_.ofm_microblock_depth;
           group += channel_group * order_.streams) {
        for (std::int32_t channel = 0; channel < channel_group; ++channel) {
          add_weights(tap_offset, ifm + inner, ofm + group + channel);
        }
      }
    }
  }

  void add_weights(std::int32_t tap_offset, std::int32_t ifm, std::int32_t ofm) {
    const std::size_t at = sequence_.size();
    sequence_.resize(at + static_cast<std::size_t>(geometry_.ifm_step));
    if (ofm >= values_.outputs || ifm >= values_.inputs) return;
    const std::int32_t count = std::min(geometry_.ifm_step, values_.inputs - ifm);
    std::copy_n(values_.of_output(ofm) + tap_offset + ifm, count, sequence_.data() + at);
  }

  void add_zero_taps(std::int32_t taps) {
    const std::int32_t zeros =
        taps * geometry_.ifm_part * order_.ofm_microblock_depth / order_.streams;
    sequence_.resize(sequence_.size() + static_cast<std::size_t>(zeros));
  }

  const WeightValues& values_;
  const WeightOrder& order_;
  const Geometry geometry_;
  const bool depthwise_;
  const std::int32_t stream_;
  std::int32_t ofm_begin_ = 0;
  std::int32_t ofm_depth_ = 0;
  std::int32_t sub_y_ = 0;
  std::int32_t sub_x_ = 0;
  std::int32_t sub_height_ = 1;
  std::int32_t sub_width_ = 1;
  std::int32_t missing_taps_ = 0;
  WeightSequence sequence_;
};

}  // namespace

bool u85_is_sparse(const WeightValues& values) {
  constexpr std::int32_t group = 4;
  constexpr std::int32_t most = 2;
  if (values.inputs <= most) return true;
  for (std::size_t tap = 0; tap < values.values.size();
       tap += static_cast<std::size_t>(values.inputs)) {
    for (std::int32_t input = 0; input < values.inputs; input += group) {
      const std::int16_t* first = values.values.data() + tap + input;
      const std::int32_t count = std::min(group, values.inputs - input);
      if (count - std::count(first, first + count, 0) > most) return false;
    }
  }
  return true;
}

WeightSequence brick_order_u85(const Config& config, const WeightValues& values,
                               const WeightOrder& order, std::int32_t stream) {
  return U85BrickWriter(config, values, order, stream).run();
}

std::size_t u85_weights_per_turn(const Config& config, const WeightOrder& order) {
  const Geometry geometry = geometry_of(config, order);
  return static_cast<std::size_t>(order.ofm_microblock_depth * geometry.ifm_part *
                                  geometry.tap_granule / order.streams);
}

}  // namespace spillway::ethosu
