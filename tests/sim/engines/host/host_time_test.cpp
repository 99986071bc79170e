// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/accounts/ledger.h"

namespace spillway::sim {
namespace {

TEST(HostTime, IsCountedApartFromTheTimeOfTheNpu) {
  Program program;
  program.operators = {{"on the NPU", "A", 0, ""},
                       {"on the CPU", "B", 0, "cpu: no such operation"}};
  Ledger ledger;
  ledger.reset(program, 1);
  ledger.book(2'000, compute);
  ledger.extend(0, 2'000);
  ledger.book(5'000, host);
  ledger.extend(1, 5'000);
  const auto timings = ledger.operators(program, ClockDomain{1'000'000});
  EXPECT_EQ(timings[0].compute, 2);
  EXPECT_EQ(timings[0].host, 0);
  EXPECT_EQ(timings[1].compute, 0);
  EXPECT_EQ(timings[1].host, 3);
  EXPECT_EQ(timings[1].total(), 3);
}

}  // namespace
}  // namespace spillway::sim
