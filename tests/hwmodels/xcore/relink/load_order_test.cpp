// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/relink/load_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hwmodels/xcore/relink/loading_file.h"

namespace spillway {
namespace {

using test::LoadingFile;
using test::LoadsOf;
using testing::ElementsAre;

TEST(LoadOrder, PutsEveryLoadInFrontOfItsReader) {
  const LoadingFile file(3, LoadsOf::network);  // operators 0 to 2 are loads, 3 to 5 are layers
  EXPECT_EQ(xcore::early_loads(file.network()), 0U);
  EXPECT_THAT(xcore::load_order(file.network(), {}), ElementsAre(0, 3, 1, 4, 2, 5));
}

TEST(LoadOrder, LeavesLoadsInFrontOfTheirReadersWhereTheyAre) {
  EXPECT_THAT(xcore::load_order(LoadingFile(3).network(), {}), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(LoadOrder, StartsLoadsWhereTheFlashIsFreeAndWaitsInFrontOfTheReader) {
  // Each layer has three operators: a load, which starts a copy of weights, a wait for the end of
  // this copy, and a convolution.
  const LoadingFile file(3, LoadsOf::layers_waited);
  ASSERT_EQ(xcore::early_loads(file.network()), 3U);
  EXPECT_THAT(xcore::load_order(file.network(), {true, true, true}),
              ElementsAre(0, 1, 3, 2, 4, 6, 5, 7, 8));
  EXPECT_THAT(xcore::load_order(file.network(), {false, false, true}),
              ElementsAre(0, 1, 2, 3, 4, 6, 5, 7, 8));
}

TEST(LoadOrder, KnowsWhichTensorsSharePlaces) {
  const auto pairs = xcore::load_aliases(LoadingFile(2, LoadsOf::layers_waited).network());
  ASSERT_EQ(pairs.size(), 4U);
  EXPECT_EQ(pairs.front(), std::pair(1, 3)) << "weights, and what the wait makes of them";
}

}  // namespace
}  // namespace spillway
