// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/advice/advise.h"
#include "experiments/advice/size_answer.h"
#include "experiments/pages/page_drawings.h"
#include "experiments/pages/report_parts.h"
#include "report/pages/html_report.h"
#include "tests/experiments/pages/browser.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

class SlowAnswerInBrowser : public test::InBrowser {
 protected:
  Json seen_on(const std::string& document, const std::string& visitor, int width,
               const StaticPage& static_page = {}) {
    return visit(html_report(ReportPage::answer, "answer",
                             answer_page_json(document, "spillway answer"), static_page),
                 visitor, width);
  }
};

constexpr const char* size_visitor = R"js(
  seen.title = document.querySelector("h1").textContent;
  seen.card = document.querySelector(".card .value").textContent;
  seen.command = document.querySelector("code.command").textContent;
  seen.chart = document.querySelector("figure").textContent;
  seen.dots = document.querySelector("figure .dots").dataset.points.split(" ").length;
  const table = document.querySelector("table");
  seen.rows = table.tBodies[0].rows.length;
  table.tBodies[0].rows[0].querySelector("button").click();
  seen.chosen = document.querySelector("code.command").textContent;
  seen.links = [...document.querySelectorAll(".contents a")].every((link) => document.querySelector(link.getAttribute("href")) !== null);
)js";

SizeAnswers some_sizes() {
  SizeQuestion question;
  question.network = "ds_cnn";
  question.spec.networks.push_back(load_network("ds_cnn"));
  question.spec.targets = {"ethos-u65-256"};
  question.spec.memory_modes = {"Dedicated_Sram"};
  question.within = 0.05;
  return answer_size(question, {});
}

TEST_F(SlowAnswerInBrowser, ThePageOfASizeBeginsWithTheSizeAndItsCommand) {
  const SizeAnswers answers = some_sizes();
  ASSERT_TRUE(answers.answers.at(0).smallest.has_value());
  for (const int width : {390, 1280}) {
    const Json seen = seen_on(size_json(answers), size_visitor, width, static_sizes(answers));
    ASSERT_TRUE(seen.is_object()) << messages();
    EXPECT_EQ(seen["title"], "How much sram does ds_cnn need?");
    EXPECT_THAT(seen["card"].get<std::string>(), HasSubstr("KiB"));
    EXPECT_EQ(seen["command"], answers.answers[0].smallest->command);
    EXPECT_EQ(seen["chosen"], answers.answers[0].curve.front().command);
    EXPECT_EQ(seen["rows"], answers.answers[0].curve.size());
    EXPECT_EQ(seen["dots"], answers.answers[0].curve.size());
    EXPECT_THAT(seen["chart"].get<std::string>(), HasSubstr("capacity of sram"));
    EXPECT_EQ(seen["violations"], 0);
    EXPECT_LE(seen["overflow"], 0);
  }
}

constexpr const char* advice_page_visitor = R"js(
  seen.title = document.querySelector("h1").textContent;
  seen.cards = [...document.querySelectorAll(".card .label")].map((node) => node.textContent);
  seen.command = document.querySelector("code.command").textContent;
  seen.text = document.body.textContent;
)js";

// Returns the advice of a quick analysis (as of `advise --quick`) for a built-in network on U65-256
// with `sram` bytes of SRAM.
AdviceList advice_for(const std::string& network, const std::string& memory_mode, Bytes sram) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = memory_mode;
  point.target_options.capacities = {{"sram", sram}};
  AdviceOptions options;
  options.quick = true;
  return advise(load_network(network), network, point, options);
}

TEST_F(SlowAnswerInBrowser, ThePageOfAdviceBeginsWithTheBestChanges) {
  const AdviceList list = advice_for("resnet8", "Dedicated_Sram", 16 << 10);
  ASSERT_FALSE(list.advice.empty());
  const Json seen = seen_on(advice_json(list), advice_page_visitor, 1280);
  ASSERT_TRUE(seen.is_object()) << messages();
  EXPECT_EQ(seen["title"], "What would help resnet8 on ethos-u65-256?");
  EXPECT_EQ(seen["cards"][0], "As it is");
  EXPECT_EQ(seen["cards"][1], "Best with the chip as it is");
  EXPECT_EQ(seen["command"], list.advice[0].command);
  EXPECT_EQ(seen["violations"], 0);
  EXPECT_LE(seen["overflow"], 0);
}

TEST_F(SlowAnswerInBrowser, ThePageOfAdviceForANetworkThatDoesNotFitHasNoSavings) {
  const AdviceList list = advice_for("ds_cnn", "Sram_Only", 4 << 10);
  ASSERT_FALSE(list.now.is_ok());
  const Json seen = seen_on(advice_json(list), advice_page_visitor, 1280);
  ASSERT_TRUE(seen.is_object()) << messages();
  EXPECT_THAT(seen["text"].get<std::string>(), testing::Not(HasSubstr("NaN")));
  EXPECT_EQ(seen["violations"], 0);
}

}  // namespace
}  // namespace spillway
