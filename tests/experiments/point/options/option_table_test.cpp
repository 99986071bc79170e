// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/option_table.h"

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "experiments/pages/result_json.h"
#include "hwmodels/xcore/options.h"
#include "tests/checkout.h"
#include "tests/experiments/point/options/option_samples.h"
#include "tests/user_error.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::json;

xcore::Options& tile(DesignPoint& point) { return point.family_options.of<xcore::Options>(); }

TEST(PointChoices, EveryChoiceDistinguishesPoints) {
  const std::vector<std::function<void(DesignPoint&)>> choices = {
      [](DesignPoint& p) { p.arena = {"split"}; },
      [](DesignPoint& p) { p.arena = {"extram"}; },
      [](DesignPoint& p) { p.weights = "extram"; },
      [](DesignPoint& p) { tile(p).placements = {"table=sram"}; },
      [](DesignPoint& p) { tile(p).placements = {"XC_add:operator_data=sram"}; },
      [](DesignPoint& p) { p.pins = {parse_pin("x=sram@64")}; },
      [](DesignPoint& p) { p.pins = {parse_pin("x=outside")}; },
      [](DesignPoint& p) { p.target_options.regions = {"0=flash"}; },
      [](DesignPoint& p) { p.plan_source = p.plan_text = "a plan"; },
      [](DesignPoint& p) { p.planner_options.threshold = 100; },
      [](DesignPoint& p) { p.runs = 2; },
      [](DesignPoint& p) { tile(p).conv_glue_slots = 0; },
      [](DesignPoint& p) { tile(p).conv_glue_slots = 2.5; },
      [](DesignPoint& p) { tile(p).split_one_pixel = true; },
      [](DesignPoint& p) { tile(p).split_one_pixel = false; },
      [](DesignPoint& p) { tile(p).lowering.channelwise = {"#1"}; },
      [](DesignPoint& p) { tile(p).lowering.reference = {"#1"}; },
      [](DesignPoint& p) {
        tile(p).lowering.row_splits = {{0, 5, 8}};
      },
      [](DesignPoint& p) {
        tile(p).lowering.row_splits = {{0, 5, 4}};
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

TEST(PointChoices, ResultsRecordChoicesAndTheirEffects) {
  const Network network = load_network("resnet8");
  DesignPoint point;
  point.target = "xcore.ai";
  point.arena = {"split"};
  tile(point).lowering.reference = {"#0"};
  tile(point).conv_glue_slots = 12;
  const Json result = Json::parse(result_json(network, point, run_point(network, point)));
  const Json& options = result["options"];
  EXPECT_EQ(options["choices"], "--arena split --conv-glue-slots 12 --reference #0");
  EXPECT_EQ(options["arena"], "split");
  EXPECT_EQ(options["conv_glue_slots"], 12.0);
  EXPECT_EQ(options["cost_table_version"], "5");
  EXPECT_THAT(result["cost_notes"].get<std::string>(), testing::HasSubstr("unvalidated costs"));
}

TEST(PointChoices, ResultsHaveTheDefaultsOfTheTargetWithoutAnyChoice) {
  const Network network = load_network("resnet8");
  DesignPoint point;
  point.target = "ethos-u55-128";
  const Json result = Json::parse(result_json(network, point, run_point(network, point)));
  EXPECT_EQ(result["options"]["choices"], "");
  EXPECT_EQ(result["options"]["arena"], "sram");
  EXPECT_FALSE(result["options"].contains("conv_glue_slots"));
}

class OptionTable : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("spillway_options" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    samples_ = test::option_samples(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static DesignPoint point_of(const test::OptionSample& sample, const OptionItems* value) {
    DesignPoint point;
    for (const auto& [name, items] : sample.base) {
      if (value == nullptr || name != sample.option) {
        set_option(find_point_option(name), items, point);
      }
    }
    if (value != nullptr) set_option(find_point_option(sample.option), *value, point);
    return point;
  }

  std::filesystem::path folder_;
  std::vector<test::OptionSample> samples_;
};

TEST_F(OptionTable, EveryOptionHasASample) {
  std::set<std::string> tried, all;
  for (const test::OptionSample& sample : samples_) tried.insert(sample.option);
  for (const PointOption& option : point_options()) all.insert(option.name);
  EXPECT_EQ(tried, all);
}

TEST_F(OptionTable, GivesBackTheValuesThatItReadAndClearsThem) {
  for (const test::OptionSample& sample : samples_) {
    const PointOption& option = find_point_option(sample.option);
    for (const OptionItems& value : sample.values) {
      DesignPoint point = point_of(sample, &value);
      EXPECT_EQ(option.items(point), value) << option.name;
      EXPECT_TRUE(is_given(option, point)) << option.name;
      clear_option(option, point);
      EXPECT_FALSE(is_given(option, point)) << option.name;
    }
  }
}

// A cache finds the result of a stage, such as lowering, by a key. So two values of an option that
// changes the stage must have different keys.
TEST_F(OptionTable, EveryValueHasAKeyOfItsOwnInItsStage) {
  for (const test::OptionSample& sample : samples_) {
    const PointOption& option = find_point_option(sample.option);
    std::set<std::string> keys;
    for (const OptionItems& value : sample.values) {
      keys.insert(stage_key(option.stage, point_of(sample, &value)));
    }
    EXPECT_EQ(keys.size(), sample.values.size()) << option.name;
  }
}

/// Two parts of the JSON document of a result, as text. `choices` has the hash of the network, the
/// options, and the list of inputs. `figures` has the timing.
struct Recorded {
  std::string choices, figures;
};

Recorded recorded(const Network& network, const DesignPoint& point) {
  const Json result = Json::parse(result_json(network, point, run_point(network, point)));
  return {result["network_hash"].dump() + result["options"].dump() + result["inputs"].dump(),
          result["timing"].dump()};
}

using SlowOptionTable = OptionTable;

TEST_F(SlowOptionTable, OptionsThatDifferAreRecordedAsDifferent) {
  for (const test::OptionSample& sample : samples_) {
    if (!test::can_run(sample)) continue;
    const Network network = load_network(sample.network);
    std::set<std::string> records;
    for (const OptionItems& value : sample.values) {
      records.insert(recorded(network, point_of(sample, &value)).choices);
    }
    EXPECT_EQ(records.size(), sample.values.size()) << sample.option;
  }
}

TEST_F(SlowOptionTable, EqualOptionsAndInputsMeanEqualResults) {
  std::map<std::string, std::string> figures;
  std::size_t met_again = 0;
  const auto meet = [&](const test::OptionSample& sample, const OptionItems* value) {
    const Recorded record = recorded(load_network(sample.network), point_of(sample, value));
    const auto [known, added] = figures.emplace(record.choices, record.figures);
    EXPECT_EQ(known->second, record.figures) << sample.option << ": " << record.choices;
    met_again += added ? 0 : 1;
  };
  for (const test::OptionSample& sample : samples_) {
    if (!test::can_run(sample)) continue;
    meet(sample, nullptr);
    for (const OptionItems& value : sample.values) meet(sample, &value);
  }
  // Many samples have the same network and the same other options, so at least ten points must have
  // occurred a second time.
  EXPECT_GE(met_again, 10U);
}

TEST_F(OptionTable, OptionsThatCannotApplyAreRefusedByName) {
  const auto refusal = [](const char* target, const char* option, const OptionItems& value) {
    DesignPoint point;
    point.target = target;
    set_option(find_point_option(option), value, point);
    return test::user_error([&] { run_point(load_network("resnet8"), point); }, ExitCode::usage);
  };
  using testing::StartsWith;
  EXPECT_THAT(refusal("ethos-u55-128", "threads", {"2"}),
              StartsWith("--threads is for xcore.ai targets, not ethos-u55-128"));
  EXPECT_THAT(refusal("ethos-u55-128", "region", {"0=sram"}),
              StartsWith("--region: resnet8 is not"));
  EXPECT_THAT(refusal("xcore.ai", "weight-ratio", {"0.5"}), StartsWith("--weight-ratio: xcore.ai"));
  EXPECT_THAT(refusal("ethos-u55-128", "threshold", {"1024"}),
              StartsWith("--threshold: vela has no size threshold"));
  EXPECT_THAT(refusal("xcore.ai", "search-budget", {"7"}),
              StartsWith("--search-budget: xformer does not search"));
  EXPECT_THAT(refusal("xcore.ai", "planner", {"split-arena"}),
              testing::HasSubstr("needs --arena split"));
}

std::string escaped(std::string text) {
  for (std::size_t bar = text.find('|'); bar != std::string::npos; bar = text.find('|', bar + 2)) {
    text.insert(bar, "\\");
  }
  return text;
}

// Returns the Markdown table of options that docs/experiments.md must contain.
std::string documented_table() {
  static const std::map<Stage, const char*> stages = {
      {Stage::target, "target"},     {Stage::lower, "lowering"},      {Stage::plan, "plan"},
      {Stage::schedule, "schedule"}, {Stage::simulate, "simulation"}, {Stage::report, "names"}};
  std::string table = "| option of `run` | first changes | sweeps vary it | |\n|---|---|---|---|\n";
  for (const PointOption& option : point_options()) {
    const std::string joined = option.list ? ", `+` joins" : "";
    const std::string swept = option.own_list    ? "own list"
                              : is_swept(option) ? "yes" + joined
                                                 : "no";
    const std::string value = option.implied == nullptr
                                  ? " " + std::string(option.value_name)
                                  : "[=" + std::string(option.value_name) + "]";
    table += "| `--" + std::string(option.name) + escaped(value) + "` | " +
             stages.at(option.stage) + " | " + swept + " | " + escaped(option.help) + " |\n";
  }
  return table;
}

TEST(OptionDocuments, ListEveryOption) {
  const std::string text = read_text(test::checkout_path("docs/experiments.md"));
  EXPECT_THAT(text, testing::HasSubstr("\n" + documented_table() + "\n"));
}

}  // namespace
}  // namespace spillway
