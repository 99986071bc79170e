// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// The rules by which an operation of U55 or U65 divides the internal buffer (SHRAM) into buffers.
/// A bank of SHRAM has 1 KiB. The figures are those of Arm's public compiler (Vela 3.10,
/// architecture_features.py).
struct ShramRules {
  std::int32_t banks = 24;       // for IFM and accumulators together
  std::int32_t ifm_granule = 4;  // an IFM buffer has a multiple of this many banks
  std::int32_t accumulator_granule = 8;
  std::int32_t accumulator_bits = 32;
  std::int32_t ifm_bits = 8;
  bool accumulates = true;        // false for elementwise operations
  std::int32_t ifm_operands = 1;  // number of buffered input maps
};

/// Returns the rules for `op`. `table` says whether a lookup table of 2 KiB takes the last banks.
ShramRules shram_rules(const Config& config, const Operation& op, bool table);

/// Whether two IFM blocks per buffered input map (double buffering) and two blocks of accumulators
/// fit into `rules.banks`.
bool fits_shram(const ShramRules& rules, const BlockShape& ofm_block, const BlockShape& ifm_block);

/// How an operation divides the internal buffer, in banks of 1 KiB. The three numbers are the
/// values of the registers IFM_IB_END, IFM2_IB_START and AB_START.
struct ShramLayout {
  std::int32_t ifm_end = 0;
  std::int32_t ifm2_begin = 0;  // elementwise operations only
  std::int32_t accumulator_begin = 0;
};

/// Returns the layout of the internal buffer for blocks that fits_shram() accepts. The order from
/// the lowest bank to the highest bank is: output, IFM, free banks, accumulators, tables.
ShramLayout lay_out_shram(const ShramRules& rules, const BlockShape& ofm_block,
                          const BlockShape& ifm_block);

}  // namespace spillway::ethosu
