// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/point_choices.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/pages/result_json.h"
#include "traces/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::json;

TEST(PointChoices, EveryChoiceTellsPointsApart) {
  const std::vector<std::function<void(DesignPoint&)>> choices = {
      [](DesignPoint& p) { p.arena = {"split"}; },
      [](DesignPoint& p) { p.arena = {"extram"}; },
      [](DesignPoint& p) { p.weights = "extram"; },
      [](DesignPoint& p) { p.placements = {"table=sram"}; },
      [](DesignPoint& p) { p.placements = {"XC_add:operator_data=sram"}; },
      [](DesignPoint& p) { p.pins = {parse_pin("x=sram@64")}; },
      [](DesignPoint& p) { p.pins = {parse_pin("x=outside")}; },
      [](DesignPoint& p) { p.target_options.regions = {"0=flash"}; },
      [](DesignPoint& p) { p.plan_source = p.plan_text = "a plan"; },
      [](DesignPoint& p) { p.planner_options.threshold = 100; },
      [](DesignPoint& p) { p.runs = 2; },
      [](DesignPoint& p) { p.conv_glue_slots = 0; },
      [](DesignPoint& p) { p.conv_glue_slots = 2.5; },
      [](DesignPoint& p) { p.split_one_pixel = true; },
      [](DesignPoint& p) { p.split_one_pixel = false; },
      [](DesignPoint& p) { p.lowering.channelwise = {"#1"}; },
      [](DesignPoint& p) { p.lowering.reference = {"#1"}; },
      [](DesignPoint& p) {
        p.lowering.row_splits = {{0, 5, 8}};
      },
      [](DesignPoint& p) {
        p.lowering.row_splits = {{0, 5, 4}};
      },
  };
  std::set<std::string> seen = {choices_text(DesignPoint{})};
  EXPECT_EQ(*seen.begin(), "");
  for (const auto& choose : choices) {
    DesignPoint point;
    choose(point);
    EXPECT_TRUE(seen.insert(choices_text(point)).second) << choices_text(point);
  }
}

TEST(PointChoices, ResultsRecordThemAndWhatTheTargetMadeOfThem) {
  const Network network = load_network("resnet8");
  DesignPoint point;
  point.target = "xcore.ai";
  point.arena = {"split"};
  point.lowering.reference = {"#0"};
  point.conv_glue_slots = 12;
  const Json result = Json::parse(result_json(network, point, run_point(network, point)));
  const Json& options = result["options"];
  EXPECT_EQ(options["choices"], "--arena split --conv-glue-slots 12 --reference #0");
  EXPECT_EQ(options["arena"], "split");
  EXPECT_EQ(options["conv_glue_slots"], 12.0);
  EXPECT_EQ(options["cost_table_version"], "2");
  EXPECT_THAT(result["cost_notes"].get<std::string>(), testing::HasSubstr("unvalidated costs"));
}

TEST(PointChoices, WhatTheTargetResolvesIsThereWithoutAnyChoice) {
  const Network network = load_network("resnet8");
  DesignPoint point;
  point.target = "ethos-u55-128";
  const Json result = Json::parse(result_json(network, point, run_point(network, point)));
  EXPECT_EQ(result["options"]["choices"], "");
  EXPECT_EQ(result["options"]["arena"], "sram");
  EXPECT_FALSE(result["options"].contains("conv_glue_slots"));
}

}  // namespace
}  // namespace spillway
