// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "experiments/point/options_cell.h"

namespace spillway {
namespace {

TEST(CompetingOptions, EncodingsOfWeightsCompeteLikeBlocks) {
  const std::string cell = "blocks=timed reserve=sram=4096 weight-encoding=smallest ideal=memories";
  EXPECT_EQ(cell_of_options(cell, true), "blocks=timed weight-encoding=smallest");
  EXPECT_EQ(cell_of_options(cell, false), "reserve=sram=4096 ideal=memories");
}

}  // namespace
}  // namespace spillway
