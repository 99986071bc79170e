// SPDX-License-Identifier: Apache-2.0
#include "base/defect.h"

#include <new>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/build_id.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Defect, SaysWhatToReport) {
  const std::string message = defect_message(std::logic_error("bursts in flight in no memory"));
  EXPECT_THAT(message, HasSubstr("a defect of Spillway: bursts in flight in no memory"));
  EXPECT_THAT(message, HasSubstr("build " + build_id()));
}

TEST(Defect, OutOfMemoryIsNotReportedAsADefect) {
  EXPECT_THAT(defect_message(std::bad_alloc()), HasSubstr("out of memory"));
  EXPECT_THAT(defect_message(std::runtime_error("E549: uncaught: std::bad_alloc")),
              Not(HasSubstr("defect")));
}

TEST(BuildId, IsAHash) {
  EXPECT_GE(build_id().size(), 32U);
  EXPECT_EQ(build_id().find_first_not_of("0123456789abcdef"), std::string::npos);
}

}  // namespace
}  // namespace spillway
