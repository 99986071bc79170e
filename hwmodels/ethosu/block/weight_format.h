// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway::ethosu {

/// How a U85 stores weights: the bits of the register WEIGHT_FORMAT. Both members are false for the
/// default format, which is the only format of U55 and U65.
struct WeightFormat {
  // Bit 0: all weight decoders read one stream, in which every weight takes the same number of
  // bits: the weight itself, or an index into a table of at most 16 weights.
  bool fast = false;
  bool sparse = false;  // bit 4: in every four input channels, at most two weights are not zero
};

}  // namespace spillway::ethosu
