// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "hwmodels/target/target.h"
#include "hwmodels/xcore/parameters.h"

namespace spillway {
namespace {

/// Returns the parameters of a tile whose target file has the lines `keys` in its table
/// `[processor]`, beside the required keys.
XcoreParameters tile_with(const std::string& keys) {
  return xcore::parameters(
      parse_target("base = \"xcore.ai\"\nname = \"mine\"\ndescription = \"a test\"\n[processor]\n"
                   "kind = \"xcore\"\nthreads = 1\nissue_divider = 5\ntick_mhz = 100\n"
                   "conv_pixel_slots = 45\nconv_group_slots = 122\nconv_chunk_slots = 20\n"
                   "conv_glue_slots = 0\n" +
                       keys,
                   "mine.toml"));
}

TEST(XcoreTargetKeys, TheVersionOfTheCompilerDecidesWhetherThreadsShareOnePixel) {
  EXPECT_TRUE(tile_with("").split_one_pixel);
  for (const char* version : {"2022", "2024-07"}) {
    EXPECT_FALSE(tile_with(std::string("xformer = \"") + version + "\"\n").split_one_pixel)
        << version;
  }
  for (const char* version : {"2024-10", "2025"}) {
    EXPECT_TRUE(tile_with(std::string("xformer = \"") + version + "\"\n").split_one_pixel)
        << version;
  }
}

TEST(XcoreTargetKeys, OnePixelGoesBeforeTheVersionOfTheCompiler) {
  const XcoreParameters old = tile_with("one_pixel = \"split\"\nxformer = \"2022\"\n");
  EXPECT_EQ(old.xformer, XformerVersion::of_2022);
  EXPECT_TRUE(old.split_one_pixel);
  EXPECT_FALSE(tile_with("xformer = \"2025\"\none_pixel = \"whole\"\n").split_one_pixel);
}

}  // namespace
}  // namespace spillway
