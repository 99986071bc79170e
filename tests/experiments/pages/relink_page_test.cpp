// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/relink_page.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/pages/relink_document.h"
#include "experiments/point/as_compiled.h"
#include "hwmodels/target/processor_family.h"
#include "report/pages/html_report.h"
#include "tests/experiments/pages/browser.h"
#include "tests/hwmodels/ethosu/replay/assembled_file.h"
#include "traces/files/network_loader.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

struct RelinkPage {
  std::string json;
  StaticPage static_page;

  std::string html() const { return html_report(ReportPage::relink, "relink", json, static_page); }
};

RelinkPage page_of_compiled() {
  const Network compiled =
      parse_tflite(test::assembled_bytes(test::cached_file()), "compiled.tflite");
  RelinkRequest request;
  request.point = as_compiled(compiled, {});
  request.planner = "vela-spill";
  const Target target = resolve_target(request.point);
  const MovableBuffers movable = relinking_family(compiled).movable_buffers(compiled, target);
  request.limits = arena_limits(movable, request.point, target);
  request.point.planner.clear();
  const RelinkedFile relinked = relink_file(compiled, request);
  const std::string document = relink_document(compiled, request.point, target, relinked);
  return {relink_page_json(document, "spillway relink", target, relinked),
          static_relinked(target, relinked)};
}

RelinkPage page_of_arena() {
  const Network network = parse_tflite(write_tflite(load_network("mobilenet_v1_0.25_96")), "net");
  ArenaRequest request;
  request.planner = "exact";
  request.arena = {"memory", unlimited, 1};
  const ArenaFile file = relink_arena(network, request);
  return {relink_page_json(relink_document(network, file), "spillway relink", network, file),
          static_relinked(network, file)};
}

Bytes end_in(const Json& map, std::size_t memory) {
  Bytes end = 0;
  for (const Json& block : map["blocks"]) {
    if (block["memory"] != memory) continue;
    end = std::max(end, block["offset"].get<Bytes>() + block["size"].get<Bytes>());
  }
  return end;
}

TEST(RelinkedPage, ShowsAllBuffersOfBothFilesWithinTheirArenas) {
  const Json page = Json::parse(page_of_compiled().json);
  const Json& answer = page["answer"];
  EXPECT_TRUE(page["same_buffers"]);
  EXPECT_EQ(page["maps"][0]["blocks"].size(), page["maps"][1]["blocks"].size());
  for (const std::size_t side : {0, 1}) {
    const Json& map = page["maps"][side];
    const Json& sizes = answer[side == 0 ? "before" : "after"];
    ASSERT_EQ(map["memories"].size(), 2);
    EXPECT_EQ(map["step_name"], "command");
    EXPECT_LE(end_in(map, 0), sizes["fast_bytes"].get<Bytes>());
    EXPECT_LE(end_in(map, 1), sizes["arena_bytes"].get<Bytes>());
    EXPECT_GT(end_in(map, 0) + end_in(map, 1), 0);
    EXPECT_EQ(map["live_bytes"][0].size(), map["steps"].get<std::size_t>());
  }
}

TEST(RelinkedPage, MapsOfAnArenaEndAtThePeaksOfTheRuntimesPlanner) {
  const Json page = Json::parse(page_of_arena().json);
  const Json& answer = page["answer"];
  EXPECT_LT(answer["after"]["arena_bytes"], answer["before"]["arena_bytes"]);
  EXPECT_EQ(end_in(page["maps"][0], 0), answer["before"]["arena_bytes"]);
  EXPECT_EQ(end_in(page["maps"][1], 0), answer["after"]["arena_bytes"]);
}

using SlowRelinkInBrowser = test::InBrowser;

constexpr const char* visitor = R"js(
  seen.title = document.querySelector("h1").textContent;
  seen.cards = [...document.querySelectorAll(".card .label")].map((node) => node.textContent);
  seen.maps = document.querySelectorAll(".pair figure[data-picture^=memory-map]").length;
  seen.changed = document.querySelectorAll(".pair .changed").length;
  seen.rows = document.querySelector("table").tBodies[0].rows.length;
  seen.text = document.body.textContent;
)js";

TEST_F(SlowRelinkInBrowser, TheMovedBuffersAreOutlinedInBothMaps) {
  for (const int width : {390, 1280}) {
    const Json seen = visit(page_of_arena().html(), visitor, width);
    ASSERT_TRUE(seen.is_object()) << messages();
    EXPECT_THAT(seen["title"].get<std::string>(), HasSubstr("with another plan"));
    EXPECT_EQ(seen["cards"], Json({"Arena"}));
    EXPECT_EQ(seen["maps"], 2);
    EXPECT_GE(seen["changed"], 2);
    EXPECT_GT(seen["rows"], 0);
    EXPECT_EQ(seen["violations"], 0);
    EXPECT_LE(seen["overflow"], 0);
  }
}

TEST_F(SlowRelinkInBrowser, ThePageOfACompiledFileShowsBothArenasAndTheBytesMoved) {
  const Json seen = visit(page_of_compiled().html(), visitor, 1280);
  ASSERT_TRUE(seen.is_object()) << messages();
  EXPECT_EQ(seen["cards"], Json({"Time in the simulator", "Arena", "Fast arena"}));
  EXPECT_THAT(seen["text"].get<std::string>(), HasSubstr("Moved after, B"));
  EXPECT_THAT(seen["text"].get<std::string>(), HasSubstr("not run on silicon"));
  EXPECT_THAT(seen["text"].get<std::string>(), testing::Not(HasSubstr("NaN")));
  EXPECT_EQ(seen["violations"], 0);
}

}  // namespace
}  // namespace spillway
