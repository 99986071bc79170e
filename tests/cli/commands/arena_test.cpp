// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/answer_run.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"
#include "tests/hwmodels/ethosu/replay/assembled_file.h"
#include "tests/scratch_folder.h"
#include "traces/tflite/writer.h"

namespace spillway::cli {
namespace {

constexpr Bytes wake_state = 2 * 8 * 10;   // 2 bytes * 8 units * 10 steps
constexpr Bytes other_state = 2 * 4 * 30;  // 2 bytes * 4 units * 30 steps

class SharedArenaCommand : public test::InScratchFolder {
 protected:
  SharedArenaCommand() {
    write(svdf(8, 10, 64), "wake.tflite");
    write(svdf(4, 30, 96), "command.tflite");
    test::NetworkBuilder build;
    TensorIndex last = build.input({1, 16, 16, 8});
    for (const std::int32_t channels : {32, 48, 16}) last = build.convolution(last, channels);
    write(build.finish(last), "vision.tflite");
  }

  // Returns a network with one SVDF layer. The layer has a state of `units` x `steps` numbers,
  // which must stay in memory between inferences.
  static Network svdf(std::int32_t units, std::int32_t steps, std::int32_t inputs) {
    test::NetworkBuilder build;
    const TensorIndex in = build.input({1, inputs});
    const TensorIndex out = build.map({1, units});
    const TensorIndex features = build.constant({units, inputs}, TensorKind::weight);
    const TensorIndex time = build.constant({units, steps}, TensorKind::weight);
    const TensorIndex bias = build.constant({units}, TensorKind::bias);
    const TensorIndex state = build.variable({1, units * steps}, DataType::int16);
    build.op(OpType::svdf, {in, features, time, bias, state}, {out});
    return build.finish(out);
  }

  void write(const Network& network, const std::string& name) const {
    const std::vector<std::uint8_t> bytes = write_tflite(network);
    write_file(path(name), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  Words words(const std::vector<std::string>& networks, const Words& more) const {
    Words all = {"arena"};
    for (const std::string& network : networks) all.push_back(path(network + ".tflite"));
    return with(all, more);
  }

  Json arena(const std::vector<std::string>& networks, const Words& more = {}) const {
    return test::document_of(words(networks, more));
  }

  static Json memory(const Json& of, const std::string& name) {
    for (const Json& memory : of["memories"]) {
      if (memory["name"] == name) return memory;
    }
    return nullptr;
  }
};

const std::vector<Words> arena_targets = {
    {"--planner", "tflm"},
    {"--target", "ethos-u55-128"},
    {"--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram"},
    {"--target", "xcore.ai"},
    {"--target", "xcore.ai", "--arena", "split"},
};

TEST_F(SharedArenaCommand, ForOneNetworkEqualsItsPlan) {
  for (const Words& target : arena_targets) {
    for (const char* const network : {"wake", "vision"}) {
      const Json one = arena({network}, target);
      const Words plan = {"plan", path(std::string(network) + ".tflite")};
      const Json planned = test::document_of(with(plan, target));
      ASSERT_EQ(one["memories"].size(), planned["memories"].size());
      for (const Json& space : planned["memories"]) {
        EXPECT_EQ(memory(one, space["name"])["required_bytes"], space["peak_bytes"])
            << network << testing::PrintToString(target) << space["name"];
      }
    }
  }
}

TEST_F(SharedArenaCommand, StatesAddUpAndTheLargestScratchCounts) {
  const Json all = arena({"wake", "command", "vision"}, {"--planner", "tflm"});
  Bytes kept = 0, largest = 0, scratch = 0;
  for (const Json& network : all["networks"]) {
    const Json own = network["memories"][0];
    kept += own["persistent_bytes"].get<Bytes>();
    largest = std::max(largest, own["scratch_bytes"].get<Bytes>());
    scratch += own["scratch_bytes"].get<Bytes>();
  }
  EXPECT_EQ(kept, wake_state + other_state);
  EXPECT_EQ(all["memories"][0]["in_turn_bytes"], kept + largest);
  EXPECT_GE(all["memories"][0]["at_once_bytes"], kept + scratch);
  EXPECT_EQ(all["memories"][0]["required_bytes"], all["memories"][0]["in_turn_bytes"]);
  EXPECT_EQ(all["memories"][0]["largest"], "vision");
  EXPECT_EQ(all["networks"][0]["persistent"].size(), 1U);
  EXPECT_EQ(all["networks"][0]["persistent"][0]["bytes"], wake_state);
  EXPECT_TRUE(all["networks"][2]["persistent"].empty());
}

TEST_F(SharedArenaCommand, TheOrderOfNetworksChangesNoByte) {
  for (const Words& target : arena_targets) {
    const Json there = arena({"wake", "command", "vision"}, target);
    const Json back = arena({"vision", "command", "wake"}, target);
    EXPECT_EQ(there["memories"], back["memories"]);
    EXPECT_EQ(there["networks"][0], back["networks"][2]);
    EXPECT_EQ(there["fits"], true);
  }
}

TEST_F(SharedArenaCommand, ConstantsOfEveryNetworkLieBesideEachOther) {
  const Json all = arena({"wake", "vision"}, {"--target", "ethos-u55-128"});
  Bytes constants = 0;
  for (const Json& network : all["networks"]) {
    const Json flash = memory(network, "flash");
    EXPECT_EQ(flash["constant_bytes"], flash["total_bytes"]);
    constants += flash["constant_bytes"].get<Bytes>();
  }
  EXPECT_GE(memory(all, "flash")["required_bytes"].get<Bytes>(), constants);
  EXPECT_EQ(memory(all, "flash")["in_turn_bytes"], memory(all, "flash")["at_once_bytes"]);
}

TEST_F(SharedArenaCommand, NetworksThatRunAtTheSameTimeShareNothing) {
  const Words at_once = {"--target", "ethos-u55-128", "--concurrent"};
  const Json all = arena({"wake", "vision"}, at_once);
  EXPECT_EQ(all["use"], "at once");
  EXPECT_EQ(memory(all, "sram")["required_bytes"], memory(all, "sram")["at_once_bytes"]);
  EXPECT_LT(memory(all, "sram")["in_turn_bytes"], memory(all, "sram")["at_once_bytes"]);
  EXPECT_EQ(test::outcome_of(words({"wake"}, at_once)).code, ExitCode::usage);
}

TEST_F(SharedArenaCommand, TimesAreThoseOfTheCommandsBesideThem) {
  const Json all = arena({"wake", "vision"}, {"--target", "xcore.ai"});
  for (const Json& network : all["networks"]) {
    EXPECT_EQ(test::cycles_of_command(network["command"], path("run.json")),
              network["total_cycles"]);
  }
  EXPECT_EQ(arena({"wake"})["networks"][0]["total_cycles"], nullptr);
}

// Three networks share an arena of SRAM and external RAM, and two of them keep states in SRAM
// between inferences. If SRAM is scarce, the planner must place maps of the third network in
// external RAM, so that the states fit into SRAM.
TEST_F(SharedArenaCommand, NetworksLeaveSramForTheStatesOfOtherNetworks) {
  const Words target = {"--target", "xcore.ai", "--arena", "sram+extram", "--memory"};
  Words roomy = target, tight = target;
  roomy.emplace_back("sram=64K");
  const Json all = arena({"wake", "command", "vision"}, roomy);
  const Bytes needed = memory(all, "sram")["required_bytes"];
  tight.push_back("sram=" + std::to_string(needed - 64));
  const Json less = arena({"wake", "command", "vision"}, tight);
  EXPECT_EQ(less["fits"], true);
  EXPECT_LE(memory(less, "sram")["required_bytes"].get<Bytes>(), needed - 64);
  EXPECT_GT(memory(less, "extram")["required_bytes"], memory(all, "extram")["required_bytes"]);
  const Json& vision = less["networks"][2];
  EXPECT_THAT(vision["command"].get<std::string>(), HasSubstr("--reserve sram="));
  EXPECT_EQ(test::cycles_of_command(vision["command"], path("run.json")), vision["total_cycles"]);
}

TEST_F(SharedArenaCommand, SaysByHowMuchTheArenaIsTooSmallAndWhichNetworkIsLargest) {
  for (const Words& target : {Words{}, Words{"--target", "ethos-u55-128"}}) {
    Words small = target;
    small.insert(small.end(), {"--memory", "sram=4K"});
    const test::Outcome outcome = test::outcome_of(words({"wake", "vision"}, small));
    EXPECT_EQ(outcome.code, ExitCode::run_failed);
    EXPECT_THAT(outcome.err, HasSubstr("available 4,096, excess "));
    EXPECT_THAT(outcome.err, HasSubstr("largest: 'vision'"));
    const Json all = arena({"wake", "vision"}, small);
    const Json sram = memory(all, "sram");
    EXPECT_EQ(all["fits"], false);
    EXPECT_EQ(sram["excess_bytes"].get<Bytes>(), sram["required_bytes"].get<Bytes>() - 4096);
  }
}

TEST_F(SharedArenaCommand, KeepsToABudget) {
  Words all = words({"wake", "vision"}, {"--memory", "sram=64K", "--require", "sram<=1K"});
  const test::Outcome outcome = test::outcome_of(all);
  EXPECT_EQ(outcome.code, ExitCode::check_missed);
  EXPECT_THAT(outcome.err, HasSubstr("largest: 'vision'"));
  all.back() = "sram<=64K";
  EXPECT_EQ(test::outcome_of(all).code, ExitCode::ok);
}

TEST_F(SharedArenaCommand, ACompiledNetworkBringsItsPlanAndTarget) {
  const std::vector<std::uint8_t> compiled = test::assembled_bytes({});
  write_file(path("compiled.tflite"),
             {reinterpret_cast<const char*>(compiled.data()), compiled.size()});
  const Json all = arena({"compiled", "vision"});
  EXPECT_TRUE(all["networks"][0]["planner"].is_null());
  EXPECT_TRUE(all["networks"][1]["planner"].is_string());
  EXPECT_EQ(test::cycles_of_command(all["networks"][0]["command"], path("run.json")),
            all["networks"][0]["total_cycles"]);
}

TEST_F(SharedArenaCommand, RefusesANetworkThatIsGivenTwice) {
  const test::Outcome outcome = test::outcome_of(words({"wake", "wake"}, {}));
  EXPECT_EQ(outcome.code, ExitCode::usage);
  EXPECT_THAT(outcome.err, HasSubstr("is given twice"));
}

TEST_F(SharedArenaCommand, TablesKeepTo80Columns) {
  const test::Outcome outcome =
      test::outcome_of(words({"wake", "vision"}, {"--target", "ethos-u55-128"}));
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("spillway run") != std::string::npos) continue;
    EXPECT_LE(line.size(), 80U) << line;
  }
  EXPECT_THAT(outcome.out, HasSubstr("160  wake     sram    "));
}

}  // namespace
}  // namespace spillway::cli
