// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hwmodels/target/target.h"

namespace spillway {

/// The version of xformer whose rules lower a network that xformer has not compiled.
enum class XformerVersion : std::uint8_t {
  // Average pools, means, sums, additions, subtractions, multiplications and softmax stay with
  // TFLM. Kernels of convolutions pad the image themselves.
  of_2022,
  // A mean becomes a depthwise convolution. A convolution with only one output pixel runs on one
  // thread.
  of_2024_07,
  of_2024_10,
  of_2025,  // with early_loads, loads of weights start before the previous convolution
};

/// The names in target files and for --xformer, in the order of XformerVersion.
constexpr std::array<const char*, 4> xformer_names = {"2022", "2024-07", "2024-10", "2025"};

/// The parameters of an xcore.ai tile of XMOS.
struct XcoreParameters {
  std::int32_t threads = 1;
  std::int32_t issue_divider = 5;  // a thread issues every max(issue_divider, threads) cycles
  Kilohertz tick_khz = 100'000;    // clock whose ticks XMOS's tables of operator times count
  // Issue slots of XC_conv2d_v2, which differ between versions of the kernels. The sources of the
  // defaults are in hwmodels/xcore/kernels/costs.cpp.
  double conv_pixel_slots = 45;   // per output pixel
  double conv_group_slots = 122;  // per 16 outputs
  double conv_chunk_slots = 20;   // per 32 input bytes and 16 outputs
  // Issue slots added per output pixel, to try a cost for the code around the kernels' loops.
  double conv_glue_slots = 0;

  // The following members say how the compiler lowers a network. A board's target file describes
  // the compiler that was used for the board.
  XformerVersion xformer = XformerVersion::of_2024_10;
  bool split_one_pixel = true;  // convolutions of one output pixel run on several threads
  bool early_loads = false;     // loads from flash start before the previous convolution
  // Feature maps that are unused during more operators than this number are paged, that is, stored
  // in external memory until their next use; 0 = no maps are paged.
  std::int32_t page_after = 0;
  // The user's choices for a compiled file: the number of threads (0 = as in the file), and the
  // memory of the weights (empty = as in the file).
  std::int32_t replanned_threads = 0;
  std::string replanned_weights;  // sram, extram or flash
  // True = weights in external RAM are loaded into the arena; false = kernels read them in place.
  bool load_external_weights = true;
  // Whether the runtime allocates each C++ object and each parameter struct of a convolution
  // separately, as before 2023. In this case, the kernel reads these objects and structs again for
  // every pixel or every 16 outputs. Later runtimes keep pointers in one struct, which the kernel
  // reads once per call.
  bool separate_kernel_objects = false;
  Bytes arena_misalignment = 0;  // bytes from a cache-line boundary to the arena in external RAM
};

namespace xcore {

/// Each function returns the parameters of a target whose processor is an xcore.ai tile.
inline const XcoreParameters& parameters(const Target& target) {
  return *target.processor.parameters<XcoreParameters>();
}
inline XcoreParameters& parameters(Target& target) {
  return *target.processor.parameters<XcoreParameters>();
}

}  // namespace xcore
}  // namespace spillway
