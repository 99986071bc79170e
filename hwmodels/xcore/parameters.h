// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/target/target.h"

namespace spillway {

/// XMOS xcore.ai tile.
struct XcoreParameters {
  std::int32_t threads = 1;
  std::int32_t issue_divider = 5;  // a thread issues at clock / max(5, threads)
  Kilohertz tick_khz = 100'000;    // the reference clock that tables count in
  // Issue slots of XC_conv2d_v2, which differ between versions of the kernels; see
  // hwmodels/xcore/kernels/costs.cpp for the sources of the defaults.
  double conv_pixel_slots = 45;   // per output pixel
  double conv_group_slots = 122;  // per 16 outputs
  double conv_chunk_slots = 20;   // per 32 input bytes and 16 outputs
  double conv_glue_slots = 0;     // added per output pixel, to try what a build's glue costs
  // What the tools of the board's time make of a network.
  bool split_one_pixel = true;        // convolutions of one output pixel run on several threads
  bool load_external_weights = true;  // from external RAM into the arena, not read in place
};

namespace xcore {

/// The parameters of a target whose processor is a tile.
inline const XcoreParameters& parameters(const Target& target) {
  return *target.processor.parameters<XcoreParameters>();
}
inline XcoreParameters& parameters(Target& target) {
  return *target.processor.parameters<XcoreParameters>();
}

}  // namespace xcore
}  // namespace spillway
