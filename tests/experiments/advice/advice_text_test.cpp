// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/advice/advise.h"
#include "report/printout.h"

namespace spillway {
namespace {

using testing::EndsWith;

std::string counts_of(std::size_t simulated, std::size_t useless, std::size_t impossible) {
  AdviceList list;
  list.now.status = "ok";
  list.simulated = simulated;
  list.useless = useless;
  list.impossible = impossible;
  return printed_text(advice_printout(list, 3));
}

TEST(AdviceText, CountsTheChangesThatHelp) {
  EXPECT_THAT(counts_of(9, 4, 2),
              EndsWith("\n9 changes simulated: 3 help, 4 do not, 2 are not possible\n"));
  EXPECT_THAT(counts_of(3, 1, 1),
              EndsWith("\n3 changes simulated: 1 helps, 1 does not, 1 is not possible\n"));
  EXPECT_THAT(counts_of(2, 2, 0), EndsWith("\n2 changes simulated: 0 help, 2 do not\n"));
}

}  // namespace
}  // namespace spillway
