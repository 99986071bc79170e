// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/pages/browser.h"
#include "tests/experiments/pages/run_page.h"
#include "traces/files/network_loader.h"
#include "traces/layers/layer_table.h"

namespace spillway {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class SlowOperatorChainInBrowser : public test::InBrowser {
 protected:
  static std::string page_of(const Network& network) {
    return test::run_page(network, test::point_of_page("ethos-u55-128"));
  }
};

/// Returns a network with a chain of `blocks` identical residual blocks.
Network residual_network(int blocks) {
  std::string table = "layer,type,inputs,channels,kernel,padding\nimage,input,,8x8x16,,\n";
  std::string before = "image";
  for (int i = 0; i < blocks; ++i) {
    const std::string n = std::to_string(i);
    table += "conv" + n + ",conv_2d," + before + ",16,3x3,same\n";
    table += "add" + n + ",add,conv" + n + " " + before + ",,,\n";
    before = "add" + n;
  }
  return parse_layer_table(table, "residual.csv");
}

constexpr const char* chain_visitor = R"js(
  const chain = document.querySelector(".chain svg");
  const boxes = [...chain.querySelector(".operators").getAttribute("d").matchAll(/M(\S+) (\S+?)h/g)];
  seen.boxes = boxes.length;
  seen.label = chain.getAttribute("aria-label");
  press(chain, "ArrowRight");
  press(chain, "ArrowRight");
  seen.second = tipText();
  seen.marked = chain.querySelector(".feed.marked").getAttribute("d").split("M").length - 1;
  press(chain, "Enter");
  seen.explained = document.querySelector(".explained").textContent;
  const whole = chain.getBoundingClientRect();
  const unit = whole.width / 1200;
  hover(chain, whole.left + unit * (Number(boxes[3][1]) + 5), whole.top + unit * (Number(boxes[3][2]) + 5));
  chain.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  seen.clicked = document.querySelector(".explained").textContent;
  seen.height = document.querySelector(".chain").getBoundingClientRect().height;
  seen.elements = document.querySelectorAll("*").length;
)js";

TEST_F(SlowOperatorChainInBrowser, ShowsTheDataFlowAndSelectsOperators) {
  const Json seen = visit(page_of(residual_network(4)), chain_visitor, 1280);
  ASSERT_FALSE(seen.is_null()) << messages();
  EXPECT_THAT(messages(), Not(HasSubstr("CONSOLE")));
  EXPECT_EQ(seen["boxes"], 8);
  EXPECT_THAT(seen["label"].get<std::string>(), HasSubstr("Chain of 8 operators"));
  EXPECT_THAT(seen["second"].get<std::string>(), HasSubstr("fed by\n  0 conv0"));
  EXPECT_THAT(seen["second"].get<std::string>(), HasSubstr("feeds\n  2 conv1\n  3 add1"));
  EXPECT_EQ(seen["marked"], 3) << "one line in and two lines out";
  EXPECT_THAT(seen["explained"].get<std::string>(), HasSubstr("Operator 1, ADD"));
  EXPECT_THAT(seen["clicked"].get<std::string>(), HasSubstr("Operator 3, ADD"));
}

TEST_F(SlowOperatorChainInBrowser, OfAThousandOperatorsStaysInItsBox) {
  for (const int width : {500, 2200}) {
    const Json seen = visit(page_of(residual_network(550)), chain_visitor, width);
    ASSERT_FALSE(seen.is_null()) << messages();
    EXPECT_EQ(seen["boxes"], 1100);
    EXPECT_LE(seen["overflow"].get<int>(), 0) << width;
    EXPECT_LE(seen["height"].get<double>(), 32 * 16 + 2) << width;
    EXPECT_LT(seen["elements"].get<int>(), 12'000) << width;
  }
}

// The timeline must have a separate lane for operators that run on the CPU.
TEST_F(SlowOperatorChainInBrowser, OperatorsOfTheCpuHaveALane) {
  Network network = residual_network(2);
  const auto lanes = R"js(
    const timeline = document.querySelector("figure[data-picture=timeline] svg[role=application]");
    seen.lanes = [...timeline.querySelectorAll("text")].map((text) => text.textContent);
  )js";
  const Json npu_alone = visit(page_of(network), lanes, 1280);
  ASSERT_FALSE(npu_alone.is_null()) << messages();
  EXPECT_THAT(npu_alone["lanes"], Not(testing::Contains("CPU")));
  network.operators.back().type = OpType::unknown;
  const Json with_cpu = visit(page_of(network), lanes, 1280);
  ASSERT_FALSE(with_cpu.is_null()) << messages();
  EXPECT_THAT(with_cpu["lanes"], testing::Contains("CPU"));
}

// The test cannot print a page. Instead, it applies to the screen the style rules that the page has
// for printing.
constexpr const char* print_visitor = R"js(
  for (const rule of document.styleSheets[0].cssRules) {
    if (rule instanceof CSSMediaRule && rule.media.mediaText === "print") rule.media.mediaText = "all";
  }
  const style = (node, pseudo) => getComputedStyle(node, pseudo);
  const table = document.querySelector("table");
  const head = table.tHead.rows[0].cells[1];
  seen.group = style(table.tHead).display;
  seen.button = style(head.querySelector("button")).display;
  seen.text = style(head, "::before").content;
  seen.shown = head.dataset.title;
  seen.heading = [style(document.querySelector("h2")).breakAfter, style(document.querySelector("section > p")).breakInside];
  document.body.style.width = "680px";
  const lines = (text) => {
    const range = document.createRange();
    range.selectNode(text);
    return range.getClientRects().length;
  };
  const rows = [...table.tBodies[0].rows];
  seen.types = Math.max(...rows.map((row) => lines(row.cells[2].firstChild)));
  seen.names = Math.max(...rows.map((row) => lines(row.cells[1].querySelector("button").firstChild)));
)js";

TEST_F(SlowOperatorChainInBrowser, PrintedTablesRepeatTheirHeadsAndDoNotBreakNames) {
  const Json seen = visit(page_of(load_network("mobilenet_v1_0.25_96")), print_visitor, 800);
  ASSERT_FALSE(seen.is_null()) << messages();
  EXPECT_EQ(seen["group"], "table-header-group");
  EXPECT_EQ(seen["button"], "none") << "buttons are not painted where a head is repeated";
  EXPECT_EQ(seen["text"], "\"Operator\"");
  EXPECT_EQ(seen["shown"], "Operator");
  EXPECT_EQ(seen["heading"], Json({"avoid", "avoid"}));
  EXPECT_EQ(seen["types"], 1) << "DEPTHWISE_CONV_2D is one word";
  EXPECT_EQ(seen["names"], 1);
}

}  // namespace
}  // namespace spillway
