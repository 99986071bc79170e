// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/xcore/options.h"
#include "tests/experiments/pages/browser.h"
#include "tests/experiments/pages/run_page.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

constexpr const char* xcore_visitor = R"(
  seen.notes = [...document.querySelectorAll("p.warning")].map((note) => note.textContent);
  seen.page = document.body.textContent;
)";

class SlowXcoreReportInBrowser : public test::InBrowser {};

TEST_F(SlowXcoreReportInBrowser, ShowsTheCostTableAndTheChosenOptions) {
  const Network network = load_network("split-arena-replica");
  DesignPoint point = test::point_of_page("xcore.ai");
  point.arena = {"split"};
  point.family_options.of<xcore::Options>().placements = {"XC_add:operator_data=sram"};
  const Json seen = visit(test::run_page(network, point), xcore_visitor, 1280);
  ASSERT_FALSE(seen.is_null()) << messages();
  EXPECT_THAT(seen["notes"].dump(), HasSubstr("cost table version"));
  EXPECT_THAT(seen["page"].get<std::string>(),
              HasSubstr("--arena split --place XC_add:operator_data=sram"));
}

}  // namespace
}  // namespace spillway
