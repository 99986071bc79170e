// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace spillway::xcore {

/// The constants from which the issue slots of a kernel are computed. In an issue slot, a hardware
/// thread issues one instruction.
enum class Cost : std::uint8_t {
  conv_call,
  conv_pixel,
  conv_group,
  conv_chunk,
  conv_tail_output,
  indirect_pixel,
  indirect_row,
  indirect_tap,
  indirect_extra_vector,
  padded_window,
  padded_tap,
  padded_byte,
  depthwise_group,
  depthwise_row,
  depthwise_tap,
  reference_depthwise_mac,
  reference_mac,
  clamped_transform,
  binary_transform,
  planned_group,
  planned_row,
  planned_tap,
  conv_i16_chunk,
  conv_i16_group,
  add_call,
  add_vector,
  mul_call,
  mul_vector,
  scalar_mul_element,
  float_mac,
  lookup_call,
  lookup_element,
  lookup_i16_element,
  add_i16_vector,
  mul_i16_vector,
  unary_i16_call,
  requantize_vector,
  quantize_element,
  dequantize_element,
  expand_vector,
  byte_loop_call,
  byte_loop_byte,
  reshape_call,
  reshape_byte,
  reshape_call_2022,
  reshape_byte_2022,
  pad_call,
  pad_row,
  pad_copy_vector,
  pad_fill_vector,
  pad_3_to_4_octet,
  copy_call,
  copy_run,
  copy_vector,
  copy_byte,
  maxpool_tap,
  planned_maxpool_tap,
  planned_avgpool_tap,
  global_pool_group,
  global_pool_pixel,
  sign_vector,
  argmax_element,
  mean_element,
  softmax_call,
  softmax_element,
  transpose_element,
  matrix_group,
  reference_call,
  reference_add_element,
  reference_mul_element,
  reference_function_element,
  reference_softmax_element,
  reference_mean_element,
  reference_pad_copied,
  reference_pad_filled,
  reference_pad_pixel,
  reference_element,
  unmodelled_element,
  count,
};

struct CostEntry {
  Cost cost;
  const char* name;  // as reports show it
  double slots;      // issue slots of one thread
  bool validated;    // confirmed by a published time
  const char* source;
};

/// The version of cost_table(). The version changes whenever a cost changes, because results with
/// different costs are not comparable.
constexpr const char* cost_table_version = "5";

const std::vector<CostEntry>& cost_table();

/// Returns the issue slots of `cost` (CostEntry::slots).
double slots_of(Cost cost);

/// The cost of a kernel in issue slots. Also keeps track of the slots that no published time
/// confirms.
class SlotSum {
 public:
  /// Adds `times` times the slots of `cost`. `times` = 0 adds no slots, but marks the complete sum
  /// as unvalidated if no published time confirms `cost`. A kernel calls add(cost, 0) if it adds
  /// the slots of `cost` in another place.
  SlotSum& add(Cost cost, double times = 1);
  SlotSum& add(const SlotSum& other);
  double slots() const { return slots_; }
  /// False if add() marked the sum, or if more than a tenth of the slots is unvalidated.
  bool validated() const;

 private:
  double slots_ = 0;
  double unvalidated_ = 0;
  bool marked_ = false;
};

}  // namespace spillway::xcore
