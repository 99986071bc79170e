// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/kernels/convolution.h"

#include <algorithm>

#include "hwmodels/xcore/kernels/operator_data_size.h"
#include "hwmodels/xcore/kernels/weights.h"

namespace spillway::xcore {
namespace {

/// Returns the issue slots that the output transform of a binary convolution needs for `groups`
/// groups of 16 outputs, in addition to the slots of the int8 transform; 0 for other convolutions.
SlotSum transform_slots(const Convolution& conv, double groups) {
  SlotSum sum;
  if (conv.transform == OutputTransform::clamped) sum.add(Cost::clamped_transform, groups);
  if (conv.transform == OutputTransform::bits) sum.add(Cost::binary_transform, groups);
  return sum;
}

/// Returns the issue slots in which a kernel of the toolchain before 2021-11 computes 16 outputs of
/// one pixel.
SlotSum planned_group(const Convolution& conv) {
  SlotSum sum = transform_slots(conv, 1);
  sum.add(Cost::planned_group);
  if (conv.kind == ConvKind::depthwise) {
    return sum.add(Cost::depthwise_row, conv.kernel_h).add(Cost::depthwise_tap, conv.taps());
  }
  const double chunks = static_cast<double>(ceil_div(conv.tap_bytes, vector_bytes));
  return sum.add(Cost::planned_row, conv.kernel_h)
      .add(Cost::planned_tap, conv.taps())
      .add(Cost::conv_chunk, chunks * conv.taps());
}

/// Returns a sum of issue slots for the sake of SlotSum::validated() alone, which says whether
/// published times confirm the cost of the convolution. The sum is not the total of the
/// convolution: it leaves out, for example, the copying of windows to scratch memory.
SlotSum validation_of(const Convolution& conv, const SlotSum& call) {
  if (conv.planned) return planned_group(conv);
  double groups = 0;
  for (const ConvWork& work : conv.threads) {
    groups += static_cast<double>(work.pixels() * work.groups.size());
  }
  const auto chunks = static_cast<double>(ceil_div(conv.window_bytes(), vector_bytes));
  return SlotSum(call)
      .add(Cost::conv_group, groups)
      .add(Cost::conv_chunk, groups * chunks)
      .add(transform_slots(conv, groups));
}

/// Emits the loop nest of one thread. Accesses have the same order as in the real kernels: pixel by
/// pixel, 16 outputs at a time. For every 32 input bytes, a kernel reads the image and then 16
/// weight vectors.
class ConvThread {
 public:
  ConvThread(StepBuilder& steps, const Convolution& conv, const ConvPlaces& places,
             const XcoreParameters& core, const ConvWork& work, std::size_t thread)
      : steps_(steps), conv_(conv), places_(places), core_(core), work_(work) {
    places_.x = places_.x.at(conv.first_input + std::int64_t{work.rows.begin} * conv.row_step +
                             std::int64_t{work.columns.begin} * conv.pixel_step);
    places_.y = places_.y.at(conv.first_output + std::int64_t{work.rows.begin} * conv.out_row_step +
                             std::int64_t{work.columns.begin} * conv.out_pixel_step);
    places_.scratch = places_.scratch.at(static_cast<std::int64_t>(thread) * conv.scratch_bytes);
    work_data_ = places.data.at(-thread_entry_bytes(core.separate_kernel_objects) *
                                static_cast<std::int64_t>(thread + 1));
  }

  void emit() {
    if (work_.pixels() == 0 || work_.groups.size() == 0) return;
    steps_.loop(work_.rows.size());
    steps_.loop(work_.columns.size());
    if (!conv_.planned) steps_.slots(core_.conv_pixel_slots + core_.conv_glue_slots);
    if (!conv_.is_depthwise()) touch_input_objects();
    if (conv_.gathers() && !conv_.is_depthwise()) gather(0);
    const std::int32_t whole = conv_.outputs / group_outputs;
    const std::int32_t full_groups = std::min(work_.groups.end, whole) - work_.groups.begin;
    if (full_groups > 0) groups(work_.groups.begin, full_groups, group_outputs);
    if (work_.groups.end > whole) groups(whole, 1, conv_.outputs % group_outputs);
    steps_.end();
    steps_.end();
  }

 private:
  // Offsets, within the operator data, of the C++ objects that a kernel of the runtime before 2023
  // reads repeatedly. The objects have these sizes in bytes, in ascending order of addresses:
  // filter 20, aggregator 12, input handler 8, parameters of the aggregator 24, parameters of the
  // input handler 8, output transform 12, parameters of the output transform 8. Each object is
  // aligned to 16 bytes. In later runtimes, the operator data has only pointers, which a kernel
  // reads once per call.
  enum ObjectOffset : std::int64_t {
    filter = 0,
    aggregator = 32,
    input_handler = 48,
    aggregator_parameters = 64,
    input_parameters = 96,
    transform = 112,
    transform_parameters = 128,
  };

  /// Reads the objects of the input handler. The kernel Filter2D (dense convolutions) calls the
  /// input handler once per pixel. Filter2D_DW (depthwise convolutions) calls the input handler
  /// once per group of channels.
  void touch_input_objects() {
    if (!core_.separate_kernel_objects) return;
    steps_.read(places_.data.at(input_handler), 8);
    steps_.read(places_.data.at(input_parameters), 8);
  }

  void touch_aggregate_objects() {
    if (!core_.separate_kernel_objects) return;
    steps_.read(work_data_, 36);
    steps_.read(places_.data.at(filter), 20);
    steps_.read(places_.data.at(aggregator), 12);
    steps_.read(places_.data.at(aggregator_parameters), 24);
  }

  void touch_transform_objects() {
    if (!core_.separate_kernel_objects) return;
    steps_.read(places_.data.at(filter), 20);
    steps_.read(places_.data.at(transform), 12);
    steps_.read(places_.data.at(transform_parameters), 8);
  }

  /// Copies all taps of a window into the scratch buffer (im2col). Taps in the padding count as
  /// reads of the image, too. The error is small, because few windows contain padding. A padded
  /// depthwise kernel gathers one group of 16 channels at a time, in a loop over groups that begins
  /// with group `first`.
  void gather(std::int32_t first) {
    steps_.slots(gather_slots());
    steps_.loop(conv_.kernel_h);
    steps_.loop(conv_.kernel_w);
    const std::int64_t row = std::int64_t{conv_.kernel_w} * conv_.tap_bytes;
    if (conv_.kind == ConvKind::padded_depthwise) {
      steps_.read(
          places_.x.at(std::int64_t{first} * group_outputs), group_outputs,
          {conv_.row_step, conv_.pixel_step, group_outputs, conv_.tap_row_step, conv_.tap_step});
      steps_.write(places_.scratch, conv_.tap_bytes, {0, 0, 0, row, conv_.tap_bytes});
    } else {
      steps_.read(places_.x, conv_.tap_bytes,
                  {conv_.row_step, conv_.pixel_step, conv_.tap_row_step, conv_.tap_step});
      steps_.write(places_.scratch, conv_.tap_bytes, {0, 0, row, conv_.tap_bytes});
    }
    steps_.end();
    steps_.end();
  }

  double gather_slots() const {
    SlotSum sum;
    if (conv_.is_padded()) {
      return sum.add(Cost::padded_window)
          .add(Cost::padded_tap, conv_.taps())
          .add(Cost::padded_byte, conv_.window_bytes())
          .slots();
    }
    return sum.add(Cost::indirect_pixel)
        .add(Cost::indirect_row, conv_.kernel_h)
        .add(Cost::indirect_tap, conv_.taps())
        .add(Cost::indirect_extra_vector,
             static_cast<double>(conv_.taps() * (ceil_div(conv_.tap_bytes, vector_bytes) - 1)))
        .slots();
  }

  void groups(std::int32_t first, std::int32_t count, std::int32_t outputs) {
    steps_.loop(count);
    steps_.slots(group_slots(outputs));
    if (conv_.is_depthwise()) touch_input_objects();
    touch_aggregate_objects();
    switch (conv_.kind) {
      case ConvKind::padded_depthwise:
        gather(first);
        scratch_taps(first);
        break;
      case ConvKind::depthwise:
        depthwise_reads(first);
        break;
      case ConvKind::padded_indirect:
      case ConvKind::indirect:
        scratch_reads(first, outputs);
        break;
      case ConvKind::direct:
      case ConvKind::direct_i16:
        image_reads(first);
        break;
    }
    touch_transform_objects();
    const std::int32_t per_group = conv_.multiplier_bias_bytes();
    steps_.read(places_.multiplier_bias.at(std::int64_t{first} * per_group), per_group,
                {0, 0, per_group});
    const std::int32_t group_bytes = conv_.output_bytes(group_outputs);
    steps_.write(places_.y.at(std::int64_t{first} * group_bytes), conv_.output_bytes(outputs),
                 {conv_.out_row_step, conv_.out_pixel_step, group_bytes});
    steps_.end();
  }

  double group_slots(std::int32_t outputs) const {
    if (conv_.planned) return planned_group(conv_).slots();
    const auto chunks = static_cast<double>(ceil_div(conv_.window_bytes(), vector_bytes));
    SlotSum sum = transform_slots(conv_, 1);
    switch (conv_.kind) {
      case ConvKind::depthwise:
      case ConvKind::padded_depthwise:
        return sum.add(Cost::depthwise_group)
            .add(Cost::depthwise_row, conv_.kernel_h)
            .add(Cost::depthwise_tap, conv_.taps())
            .slots();
      case ConvKind::indirect:
      case ConvKind::padded_indirect:
        return core_.conv_group_slots + core_.conv_chunk_slots * (chunks - 1) +
               sum.add(Cost::conv_tail_output, outputs).slots();
      case ConvKind::direct_i16:
        return sum.add(Cost::conv_i16_group).add(Cost::conv_i16_chunk, chunks).slots();
      case ConvKind::direct:
        break;
    }
    return core_.conv_group_slots + core_.conv_chunk_slots * chunks + sum.slots();
  }

  void image_reads(std::int32_t first) {
    const std::int64_t chunks = ceil_div(conv_.tap_bytes, vector_bytes);
    const std::int64_t block = std::int64_t{vector_bytes} * group_outputs;
    const std::int64_t tap_weights = chunks * block;
    const std::int64_t row_weights = tap_weights * conv_.kernel_w;
    const std::int64_t group_weights = row_weights * conv_.kernel_h;
    steps_.loop(conv_.kernel_h);
    steps_.loop(conv_.kernel_w);
    steps_.loop(chunks);
    steps_.read(
        places_.x, vector_bytes,
        {conv_.row_step, conv_.pixel_step, 0, conv_.tap_row_step, conv_.tap_step, vector_bytes});
    steps_.read(places_.weights.at(first * group_weights), static_cast<std::int32_t>(block),
                {0, 0, group_weights, row_weights, tap_weights, block});
    steps_.end();
    steps_.end();
    steps_.end();
  }

  /// Reads a window that gather() has copied to scratch memory, and its weights. The kernel loads
  /// 16 weight vectors per 32 input bytes. It does so even if the last group has fewer than 16
  /// outputs: it then also reads bytes past the weights, which it does not use.
  void scratch_reads(std::int32_t first, std::int32_t outputs) {
    const std::int64_t window = conv_.window_bytes();
    const std::int64_t group_weights = window * group_outputs;
    const Place weights = places_.weights.at(first * group_weights);
    const std::int64_t chunks = window / vector_bytes;
    const std::int32_t chunk_weights = vector_bytes * outputs;
    if (chunks > 0) {
      steps_.loop(chunks);
      steps_.read(places_.scratch, vector_bytes, {0, 0, 0, vector_bytes});
      steps_.read(weights, vector_bytes * group_outputs, {0, 0, group_weights, chunk_weights});
      steps_.end();
    }
    const auto rest = static_cast<std::int32_t>(window % vector_bytes);
    if (rest == 0) return;
    steps_.read(places_.scratch.at(chunks * vector_bytes), vector_bytes);
    steps_.read(weights.at(chunks * chunk_weights), rest * group_outputs, {0, 0, group_weights});
  }

  /// Reads the image and the weights of a depthwise kernel. Every tap loads 32 bytes of the image
  /// and 32 bytes of weights, and uses 16 bytes of each.
  void depthwise_reads(std::int32_t first) {
    const std::int64_t row_weights = std::int64_t{group_outputs} * conv_.kernel_w;
    const std::int64_t group_weights = row_weights * conv_.kernel_h;
    steps_.loop(conv_.kernel_h);
    steps_.loop(conv_.kernel_w);
    steps_.read(
        places_.x.at(std::int64_t{first} * group_outputs), vector_bytes,
        {conv_.row_step, conv_.pixel_step, group_outputs, conv_.tap_row_step, conv_.tap_step});
    steps_.read(places_.weights.at(first * group_weights), vector_bytes,
                {0, 0, group_weights, row_weights, group_outputs});
    steps_.end();
    steps_.end();
  }

  /// Reads a window that gather() has copied into the scratch buffer, and the weights of the
  /// window. As in depthwise_reads(), every tap loads 32 bytes of the window and 32 bytes of
  /// weights.
  void scratch_taps(std::int32_t first) {
    const std::int64_t group_weights = std::int64_t{group_outputs} * conv_.taps();
    steps_.loop(conv_.taps());
    steps_.read(places_.scratch, vector_bytes, {0, 0, 0, group_outputs});
    steps_.read(places_.weights.at(first * group_weights), vector_bytes,
                {0, 0, group_weights, group_outputs});
    steps_.end();
  }

  StepBuilder& steps_;
  const Convolution& conv_;
  ConvPlaces places_;
  const XcoreParameters& core_;
  const ConvWork& work_;
  Place work_data_;
};

/// Copies the output of the previous phase (a convolution that computes some of the output pixels)
/// of a transposed convolution to the output of this phase. In the runtime, all other threads wait
/// for this copy. In this model, the other threads do not wait: the first thread makes the copy
/// before its own work, and it ends last in both cases, because it has the most work.
SlotSum copy_partial(StepBuilder& steps, const ConvPlaces& places) {
  const Bytes vectors = ceil_div(places.partial_bytes, vector_bytes);
  steps.loop(vectors);
  steps.slots(slots_of(Cost::copy_vector));
  steps.read(places.partial, vector_bytes, {vector_bytes});
  steps.write(places.y, vector_bytes, {vector_bytes});
  steps.end();
  return SlotSum().add(Cost::copy_vector, static_cast<double>(vectors));
}

}  // namespace

std::int32_t Convolution::multiplier_bias_bytes() const {
  if (kind == ConvKind::direct_i16) return 8 * group_outputs;
  switch (transform) {
    case OutputTransform::channelwise:
    case OutputTransform::clamped:
      return 2 * group_outputs * 3;
    case OutputTransform::bits:
      return 2 * group_outputs;
    case OutputTransform::group:
      break;
  }
  return 2 * group_outputs * 2;
}

std::int32_t Convolution::output_bytes(std::int32_t count) const {
  constexpr std::int32_t bits_of_byte = 8;
  if (transform == OutputTransform::bits) return count / bits_of_byte;
  return kind == ConvKind::direct_i16 ? 2 * count : count;
}

std::int64_t Convolution::macs() const {
  constexpr std::int64_t bits_of_byte = 8;
  std::int64_t per_output = is_depthwise() ? taps() : window_bytes();
  const bool binary = transform == OutputTransform::bits || transform == OutputTransform::clamped;
  if (binary) per_output *= bits_of_byte;
  if (kind == ConvKind::direct_i16) per_output /= 2;
  std::int64_t sum = 0;
  for (const ConvWork& work : threads) {
    const std::int32_t end = std::min(outputs, work.groups.end * group_outputs);
    sum += work.pixels() * std::max(0, end - work.groups.begin * group_outputs) * per_output;
  }
  return sum;
}

SlotSum emit_convolution(StepBuilder& steps, const Convolution& conv, const ConvPlaces& places,
                         const XcoreParameters& core) {
  constexpr std::int32_t data_bytes = 44;
  const std::int64_t entry = thread_entry_bytes(core.separate_kernel_objects);
  SlotSum call;
  call.add(Cost::conv_call);
  if (conv.kind == ConvKind::direct_i16) call.add(Cost::conv_i16_group, 0);
  for (std::size_t i = 0; i < conv.threads.size(); ++i) {
    steps.begin_thread();
    if (i == 0) {
      steps.slots(call.slots());
      steps.read(places.data, data_bytes);
      if (places.partial_bytes > 0 && !copy_partial(steps, places).validated()) {
        call.add(Cost::copy_vector, 0);
      }
    }
    steps.read(places.data.at(-entry * static_cast<std::int64_t>(i + 1)),
               static_cast<std::int32_t>(entry));
    ConvThread(steps, conv, places, core, conv.threads[i], i).emit();
  }
  return validation_of(conv, call);
}

}  // namespace spillway::xcore
