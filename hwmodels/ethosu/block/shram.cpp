// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/shram.h"

#include <algorithm>

#include "base/rounding.h"
#include "hwmodels/ethosu/block/npu_op.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t bank_bytes = 1024;
constexpr std::int32_t output_banks = 2;
constexpr std::int32_t table_banks = 2;
// The number of unused banks at the end of a buffer with more than 16 banks.
constexpr std::int32_t unused_end_banks = 2;

// The allocation granules of the internal buffer, in banks: the size of each kind of buffer must be
// a multiple of its granule.
struct Granules {
  std::int32_t ifm;             // for an IFM of 8 or 16 bits
  std::int32_t elementwise_32;  // for an IFM of 32 bits (elementwise operations)
  std::int32_t accumulator_32;
  std::int32_t accumulator_40;
};

// Returns the granules for the configuration's microblock (part of a block that the array computes
// at a time). The result has no meaning for U85, which has separate RAMs.
Granules granules_of(const Config& config) {
  switch (config.microblock.elements()) {
    case 4:
      return {2, 4, 4, 4};
    case 8:
      return {2, 4, 4, 8};
    case 16:
      return {4, 8, 8, 12};
    default:
      return {8, 16, 16, 20};
  }
}

std::int64_t double_buffer_banks(std::int64_t bytes, std::int64_t granule) {
  return round_up(2 * ceil_div(bytes, bank_bytes), granule);
}

std::int64_t ifm_banks(const ShramRules& rules, const BlockShape& ifm_block) {
  const std::int64_t pixel = round_up(std::int64_t{ifm_block.depth} * rules.ifm_bits / 8, 8);
  const std::int64_t bytes = std::int64_t{ifm_block.height} * ifm_block.width * pixel;
  return double_buffer_banks(bytes, rules.ifm_granule);
}

std::int64_t accumulator_banks(const ShramRules& rules, const BlockShape& ofm_block) {
  if (!rules.accumulates) return 0;
  const std::int64_t elements =
      std::int64_t{ofm_block.height} * ofm_block.width * round_up(ofm_block.depth, 8);
  return double_buffer_banks(elements * rules.accumulator_bits / 8, rules.accumulator_granule);
}

}  // namespace

ShramRules shram_rules(const Config& config, const Operation& op, bool table) {
  const Granules granules = granules_of(config);
  const std::int32_t unused = config.shram_kib > 16 ? unused_end_banks : 0;
  ShramRules rules;
  rules.banks = config.shram_kib - output_banks - std::max(unused, table ? table_banks : 0);
  rules.ifm_bits = op.ifm.element_bytes * 8;
  rules.ifm_granule = rules.ifm_bits == 32 ? granules.elementwise_32 : granules.ifm;
  rules.accumulator_bits = op.wide_accumulator ? 40 : 32;
  rules.accumulator_granule =
      op.wide_accumulator ? granules.accumulator_40 : granules.accumulator_32;
  if (op.type == OperationType::elementwise) {
    rules.accumulates = false;
    // If one operand is a scalar in a register, the other operand gets the whole buffer. Unary
    // operations get buffers for two operands, as in Arm's compiler.
    rules.ifm_operands = has_scalar(op) ? 1 : 2;
  }
  return rules;
}

bool fits_shram(const ShramRules& rules, const BlockShape& ofm_block, const BlockShape& ifm_block) {
  return ifm_banks(rules, ifm_block) * rules.ifm_operands + accumulator_banks(rules, ofm_block) <=
         rules.banks;
}

ShramLayout lay_out_shram(const ShramRules& rules, const BlockShape& ofm_block,
                          const BlockShape& ifm_block) {
  const auto end = static_cast<std::int32_t>(output_banks + rules.banks);
  const auto ifm = static_cast<std::int32_t>(output_banks + ifm_banks(rules, ifm_block));
  ShramLayout layout;
  layout.ifm_end = rules.accumulates ? ifm : end;
  layout.ifm2_begin = ifm;
  layout.accumulator_begin = end - static_cast<std::int32_t>(accumulator_banks(rules, ofm_block));
  return layout;
}

}  // namespace spillway::ethosu
