// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/pages/report_json.h"
#include "tests/experiments/pages/browser.h"
#include "tests/experiments/pages/run_page.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* advice_visitor = R"js(
  const section = [...document.querySelectorAll("section")].find((node) => node.querySelector("h2").textContent === "What would help");
  seen.text = section.textContent;
  seen.commands = [...section.querySelectorAll("code.command")].map((node) => node.textContent);
  const table = section.querySelector("table");
  const saves = () => [...table.tBodies[0].rows].map((row) => parseFloat(row.cells[1].textContent));
  if (table) {
    seen.rows = table.tBodies[0].rows.length;
    seen.descending = sorted(saves(), -1);
    const third = table.tBodies[0].rows[2];
    third.querySelector("button").click();
    seen.options = third.cells[6].textContent;
    seen.chosen = section.querySelector("code.command").textContent;
    seen.focused = document.activeElement === section.querySelector(".explained");
    document.body.style.width = "390px";
    seen.width = section.querySelector(".explained").getBoundingClientRect().width;
  }
)js";

class SlowAdviceInBrowser : public test::InBrowser {
 protected:
  Json seen_with(const ReportAdvice& advice) {
    return visit(test::run_page(network_, point_, advice), advice_visitor, 1280);
  }

  const Network network_ = load_network("resnet8");
  DesignPoint point_ = test::point_with_sram(16 << 10);
};

TEST_F(SlowAdviceInBrowser, ShowsEveryChangeThatHelpsAndTheCommandOfTheChosenOne) {
  AdviceOptions options;
  options.quick = true;
  const ReportAdvice advice{"spillway advise", advise(network_, "resnet8", point_, options)};
  const Json seen = seen_with(advice);
  ASSERT_FALSE(seen.is_null()) << messages();
  EXPECT_THAT(messages(), Not(HasSubstr("CONSOLE")));
  EXPECT_EQ(seen["requests"], 0);
  EXPECT_GE(seen["rows"], 3);
  EXPECT_EQ(seen["rows"], advice.list->advice.size());
  EXPECT_TRUE(seen["descending"].get<bool>());
  // At first, the command above the table must be the command of the first advice in the list. Then
  // `advice_visitor` selects the third row of the table. The command above the table (`chosen`)
  // must now be the command of the advice whose options are in this row.
  EXPECT_EQ(seen["commands"][0], advice.list->advice.front().command);
  EXPECT_THAT(seen["chosen"].get<std::string>(), HasSubstr("spillway run resnet8"));
  const auto chosen = std::find_if(
      advice.list->advice.begin(), advice.list->advice.end(),
      [&](const Advice& item) { return item.command == seen["chosen"].get<std::string>(); });
  ASSERT_NE(chosen, advice.list->advice.end());
  EXPECT_EQ(chosen->options, seen["options"].get<std::string>());
  EXPECT_TRUE(seen["focused"].get<bool>());
  EXPECT_LE(seen["width"].get<double>(), 390);
}

TEST_F(SlowAdviceInBrowser, SaysHowToGetAdviceIfThePageHasNone) {
  const Json seen = seen_with({"spillway advise resnet8 --target ethos-u65-256", std::nullopt});
  ASSERT_FALSE(seen.is_null()) << messages();
  EXPECT_THAT(messages(), Not(HasSubstr("CONSOLE")));
  EXPECT_THAT(seen["text"].get<std::string>(), HasSubstr("--advise quick"));
  EXPECT_EQ(seen["commands"], Json({"spillway advise resnet8 --target ethos-u65-256"}));
}

}  // namespace
}  // namespace spillway
