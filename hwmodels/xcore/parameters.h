// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hwmodels/target/target.h"

namespace spillway {

/// Which of xformer's rules turn a plain network into operators of the runtime.
enum class XformerVersion : std::uint8_t {
  of_2022,  // elementwise operators, means and softmax stay with TFLM, convolutions pad themselves
  of_2024_07,  // a mean is a depthwise convolution, one thread computes a single output pixel
  of_2024_10,
  of_2025,  // loads may be started early and waited for
};

/// As target files and --xformer name them, in the order of XformerVersion.
constexpr std::array<const char*, 4> xformer_names = {"2022", "2024-07", "2024-10", "2025"};

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
  XformerVersion xformer = XformerVersion::of_2024_10;
  bool split_one_pixel = true;  // convolutions of one output pixel run on several threads
  bool early_loads = false;     // XC_ld_weights start before the convolution in front
  std::int32_t page_after = 0;  // feature maps that wait so many operators are paged; 0 = none
  // Of a compiled file, instead of what it says; 0, empty = as it says.
  std::int32_t replanned_threads = 0;
  std::string replanned_weights;      // sram, extram or flash
  bool load_external_weights = true;  // from external RAM into the arena, not read in place
  // The runtime before 2023 allocates every object and parameter struct of a convolution on its own
  // and reads them again for every 16 outputs; later ones keep pointers in one struct.
  bool separate_kernel_objects = false;
  Bytes arena_misalignment = 0;  // of the arena in external RAM, from a cache line
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
