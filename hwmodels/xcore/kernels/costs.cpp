// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/kernels/costs.h"

#include <cassert>
#include <cmath>
#include <cstddef>

#include "base/index.h"

namespace spillway::xcore {
namespace {

// How many instructions a thread issues per tick of the published tables. The tile runs at 600 MHz
// and issues an instruction of the same thread every 5 cycles: 120 million slots per second,
// divided by 100 million ticks per second.
constexpr double slots_per_tick = 1.2;

// How many instructions a thread issues per tick on the board of 2022: 700 MHz and 8 threads in
// rotation give 87.5 million slots per second, divided by 100 million ticks per second.
constexpr double slots_per_tick_2022 = 0.875;

constexpr const char* counted = "instructions of the kernel in lib_nn";
constexpr const char* vww = "published table of MobileNetV1 0.25 96x96, 600 MHz, 1 thread";
constexpr const char* lstm_tables = "published invoke() table, arena in SRAM";
constexpr const char* assembler = "instructions of the kernel in lib_nn; no published time";
constexpr const char* slice_row = "published tables, a slice of two outputs: 106 to 110 ticks";
constexpr const char* board_2022 = "published times of a board of 2022, 700 MHz / 8";
constexpr const char* pads_2022 =
    "ten published PADs of a board of 2022, arena in SRAM, fitted within 0.4 %";
constexpr const char* voice_activity =
    "two published profiles of a voice-activity network, 8,812 and 8,641 ticks, within 2.4 %";
constexpr const char* guess = "one order-of-magnitude figure; no published time";

std::vector<CostEntry> make_table() {
  return {
      {Cost::conv_call, "conv2d_v2 per operator", 400, true, vww},
      {Cost::conv_pixel, "conv2d_v2 per output pixel", 45, true, vww},
      {Cost::conv_group, "conv2d_v2 per 16 outputs", 122, true,
       "published table, 1x1 convolution 256->256 on 3x3: 34,557 ticks"},
      {Cost::conv_chunk, "conv2d_v2 per 32 input bytes and 16 outputs", 20, true, counted},
      {Cost::conv_tail_output, "conv2d_v2 per output of the generic tail", 2, true, counted},
      {Cost::indirect_pixel, "im2col per pixel", 22, true, counted},
      {Cost::indirect_row, "im2col per kernel row", 2, true, counted},
      {Cost::indirect_tap, "im2col per tap", 5, true, counted},
      {Cost::indirect_extra_vector, "im2col per further 32 bytes of a tap", 3, true, counted},
      {Cost::padded_window, "padded im2col per window", 60, true, board_2022},
      {Cost::padded_tap, "padded im2col per tap, a call of memcpy or memset", 45, true, board_2022},
      {Cost::padded_byte, "padded im2col per byte", 0.75, true, board_2022},
      {Cost::depthwise_group, "depthwise per 16 channels", 130, true,
       "published table, average pool as depthwise: 2,550 ticks"},
      {Cost::depthwise_row, "depthwise per kernel row", 2, true, counted},
      {Cost::depthwise_tap, "depthwise per tap", 3, true, counted},
      {Cost::reference_depthwise_mac, "TFLM depthwise convolution per MAC", 108.2 * slots_per_tick,
       true, "published table, two depthwise layers left to TFLM: 108.2 ticks per MAC"},
      {Cost::reference_mac, "TFLM operator per MAC", 108.2 * slots_per_tick, true,
       "taken over from the depthwise convolution; a fully-connected layer of 2022 agrees"},
      {Cost::clamped_transform,
       "binary conv2d_v2 to int8 per 16 outputs, beside the int8 transform", 14, false, assembler},
      {Cost::binary_transform, "binary conv2d_v2 to bits per 16 outputs, beside the int8 transform",
       -19, false, assembler},
      {Cost::planned_group, "convolution before 2021-11 per 16 outputs", 34, false, assembler},
      {Cost::planned_row, "convolution before 2021-11 per kernel row", 4, false, assembler},
      {Cost::planned_tap, "convolution before 2021-11 per tap", 4, false, assembler},
      {Cost::conv_i16_chunk, "int16 conv2d_v2 per 16 input channels and 16 outputs", 18, false,
       assembler},
      {Cost::conv_i16_group, "int16 conv2d_v2 per 16 outputs", 122, false,
       "taken over from int8; the output transform has about 29 slots per loop"},
      {Cost::add_call, "add per operator", 22 + 385, true, lstm_tables},
      {Cost::add_vector, "add per 16 elements", 35, true, counted},
      {Cost::mul_call, "mul per operator", 42 + 375, true, lstm_tables},
      {Cost::mul_vector, "mul per 16 elements", 35, true, counted},
      {Cost::scalar_mul_element, "mul of 2023 per element", 16, false, "loop in C, counted"},
      {Cost::float_mac, "float convolutions and matrix products per MAC", 3.25, false, assembler},
      {Cost::lookup_call, "lookup per operator", 224, true, lstm_tables},
      {Cost::lookup_element, "lookup per element", 3.75, true, counted},
      {Cost::lookup_i16_element, "int16 lookup per element", 15 + 12.0 / 16, false, assembler},
      {Cost::add_i16_vector, "int16 add per 16 elements", 25, false, assembler},
      {Cost::mul_i16_vector, "int16 mul per 16 elements", 8, false, assembler},
      {Cost::unary_i16_call, "int16 elementwise operators per operator", 385, false,
       "taken over from the int8 add"},
      {Cost::requantize_vector, "requantize per 16 elements", 13, false, assembler},
      {Cost::quantize_element, "quantize per element", 16, false, assembler},
      {Cost::dequantize_element, "dequantize per element", 8, false, assembler},
      {Cost::expand_vector, "expand_8_to_16 per 16 bytes", 4, false, assembler},
      {Cost::byte_loop_call, "split and unpack per operator", 312, true, lstm_tables},
      {Cost::byte_loop_byte, "split and unpack per byte", 5.1, true, lstm_tables},
      {Cost::reshape_call, "reshape per operator", 90, true, voice_activity},
      {Cost::reshape_byte, "reshape per byte", 0.9, true, voice_activity},
      {Cost::reshape_call_2022, "reshape of 2022 per operator", 600, true, board_2022},
      {Cost::reshape_byte_2022, "reshape of 2022 per byte", 6.8, true, board_2022},
      {Cost::pad_call, "pad per operator", 100, true, vww},
      {Cost::pad_row, "pad per row", 125.3, true, "published table, first pad"},
      {Cost::pad_copy_vector, "pad per 32 bytes copied", 4, true, counted},
      {Cost::pad_fill_vector, "pad per 32 bytes filled", 2, true, counted},
      {Cost::pad_3_to_4_octet, "pad_3_to_4 per 8 pixels", 28, true, counted},
      {Cost::copy_call, "slice, concat, broadcast per operator", 105, true, slice_row},
      {Cost::copy_run, "slice, concat, broadcast per copy", 15, true, counted},
      {Cost::copy_vector, "slice, concat, broadcast per 32 bytes", 4, true, counted},
      {Cost::copy_byte, "unaligned copies per byte", 5.1, true, "byte loop of split and unpack"},
      {Cost::maxpool_tap, "maxpool2d per tap and 16 channels", 14, false, assembler},
      {Cost::planned_maxpool_tap, "maxpool2d before 2021-11 per tap and 16 channels", 4, false,
       assembler},
      {Cost::planned_avgpool_tap, "avgpool2d before 2021-11 per tap and 16 channels", 4, false,
       "taken over from the maxpool2d of its time"},
      {Cost::global_pool_group, "avgpool2d_global per 16 channels", 24, false, assembler},
      {Cost::global_pool_pixel, "avgpool2d_global per pixel and 16 channels", 17.0 / 16, false,
       assembler},
      {Cost::sign_vector, "bsign_8 per 32 elements", 5, false, assembler},
      {Cost::argmax_element, "argmax_16 per element", 8, false, "loop in C, counted"},
      {Cost::mean_element, "mean per element", 8, false, guess},
      {Cost::softmax_call, "XC_softmax per operator", 430.4, true,
       "published table, two classes: 392 ticks"},
      {Cost::softmax_element, "XC_softmax per element", 20, false, "loops in C, counted"},
      {Cost::transpose_element, "transpose per element", 8, false, "loop in C, counted"},
      {Cost::matrix_group, "matrix product per 16 outputs", 45, false,
       "output transform of the convolution without its glue"},
      {Cost::reference_call, "TFLM operator per call", 312, true,
       "taken over from split and unpack"},
      {Cost::reference_add_element, "TFLM add per element", 247.2, true, board_2022},
      {Cost::reference_mul_element, "TFLM mul per element", 90, false,
       "one of the three rescalings of an add"},
      {Cost::reference_function_element, "TFLM logistic and tanh per element", 1137.5, true,
       voice_activity},
      {Cost::reference_softmax_element, "TFLM softmax per element, and once per operator", 1137.5,
       true, board_2022},
      {Cost::reference_mean_element, "TFLM mean per input element", 152.2, true, board_2022},
      {Cost::reference_pad_copied, "TFLM pad per copied element", 19.05 * slots_per_tick_2022, true,
       pads_2022},
      {Cost::reference_pad_filled, "TFLM pad per padded element", 14.33 * slots_per_tick_2022, true,
       pads_2022},
      {Cost::reference_pad_pixel, "TFLM pad per output pixel", 16.3 * slots_per_tick_2022, true,
       pads_2022},
      {Cost::reference_element, "TFLM operator per element", 20, false, guess},
      {Cost::unmodelled_element, "operators without a model per element", 20, false, guess},
  };
}

}  // namespace

const std::vector<CostEntry>& cost_table() {
  static const std::vector<CostEntry> table = make_table();
  return table;
}

double slots_of(Cost cost) {
  const auto& entry = at(cost_table(), cost);
  assert(entry.cost == cost);
  return entry.slots;
}

SlotSum& SlotSum::add(Cost cost, double times) {
  const double slots = slots_of(cost) * times;
  slots_ += slots;
  if (at(cost_table(), cost).validated) return *this;
  unvalidated_ += std::abs(slots);
  marked_ = marked_ || times == 0;
  return *this;
}

SlotSum& SlotSum::add(const SlotSum& other) {
  slots_ += other.slots_;
  unvalidated_ += other.unvalidated_;
  marked_ = marked_ || other.marked_;
  return *this;
}

bool SlotSum::validated() const {
  constexpr double most = 0.1;
  return !marked_ && unvalidated_ <= most * slots_;
}

}  // namespace spillway::xcore
