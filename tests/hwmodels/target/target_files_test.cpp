// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/target_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "hwmodels/target/target.h"
#include "tests/checkout.h"
#include "tests/scratch_folder.h"

namespace spillway {
namespace {

using TargetFiles = test::InScratchFolder;

// A sweep stores the hash of each file of a target, so that it notices a changed file when it
// resumes. The files are the target file, the files of its bases and the files of its memory parts.
TEST_F(TargetFiles, AreTheFileItsBasesAndThePartsOfTheirMemories) {
  const std::string part = path("ddr.toml"), base = path("base.toml"), own = path("own.toml");
  write_file(part, read_text(test::checkout_path("hwmodels/memory/parts/DDR3-1600K-x16.toml")));
  std::string board = read_text(test::checkout_path("hwmodels/target/chips/imx93.toml"));
  const std::string builtin = "LPDDR4-3733-x16";
  write_file(base, board.replace(board.find(builtin), builtin.size(), part));
  write_file(own, "base = \"base.toml\"\nname = \"own\"\ndescription = \"own\"\n");
  EXPECT_EQ(load_target(own).name, "own");
  EXPECT_THAT(target_files(own), testing::ElementsAre(own, base, part));
}

}  // namespace
}  // namespace spillway
