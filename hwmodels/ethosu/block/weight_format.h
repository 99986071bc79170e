// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway::ethosu {

/// How a U85 stores weights: the bits of the register WEIGHT_FORMAT. Both members are false for the
/// default format, which is the only format of U55 and U65.
struct WeightFormat {
  bool fast = false;    // bit 0: one stream of values or indices for all weight decoders
  bool sparse = false;  // bit 4: in every four input channels, at most two weights are not zero
};

}  // namespace spillway::ethosu
