// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// How the processor's buffer is shared out for one kind of operation, in banks of 1 KiB. Figures
/// of Arm's public compiler (Vela 3.10, architecture_features.py).
struct ShramRules {
  std::int32_t banks = 24;       // that IFM, accumulators and tables share
  std::int32_t ifm_granule = 4;  // IFM buffers are a multiple of so many banks
  std::int32_t accumulator_granule = 8;
  std::int32_t accumulator_bits = 32;
  std::int32_t ifm_bits = 8;
  bool accumulates = true;        // elementwise operations do not
  std::int32_t ifm_operands = 1;  // maps that are buffered: two for elementwise operations
};

/// `table` = a lookup table of 2 KiB takes the last banks.
ShramRules shram_rules(const Config& config, const Operation& op, bool table);

/// Whether double-buffered IFM and accumulators of these blocks fit.
bool fits_shram(const ShramRules& rules, const BlockShape& ofm_block, const BlockShape& ifm_block);

/// How an operation divides the internal buffer, in banks of 1 KiB. The three numbers are the
/// values of the registers IFM_IB_END, IFM2_IB_START and AB_START.
struct ShramLayout {
  std::int32_t ifm_end = 0;
  std::int32_t ifm2_begin = 0;  // of elementwise operations
  std::int32_t accumulator_begin = 0;
};

/// The layout for blocks that fit. The order is: output, IFM, free banks, accumulators, tables.
ShramLayout lay_out_shram(const ShramRules& rules, const BlockShape& ofm_block,
                          const BlockShape& ifm_block);

}  // namespace spillway::ethosu
