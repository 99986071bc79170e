// SPDX-License-Identifier: Apache-2.0
#include "planner/external/planner_program.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "base/text.h"
#include "planner/checks/validate.h"
#include "planner/plan_network.h"
#include "tests/checkout.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using Json = nlohmann::json;

PlanningProblem two_buffers() {
  PlanningProblem problem;
  problem.memories = {{"sram", 1024, 16}, {"dram", 65536, 16}};
  for (const char* name : {"a", "b"}) {
    Buffer buffer;
    buffer.name = name;
    buffer.tensor = static_cast<TensorIndex>(problem.buffers.size());
    buffer.lower = 0;
    buffer.upper = 3;
    buffer.size = 640;
    buffer.alignment = 16;
    problem.buffers.push_back(buffer);
  }
  return problem;
}

class PlannerPrograms : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("spillway_programs" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    ::setenv("SPILLWAY_PLANNER_SECONDS", "20", 1);
  }
  void TearDown() override {
    fs::remove_all(folder_);
    ::unsetenv("SPILLWAY_PLANNER_SECONDS");
  }

  std::string script(const std::string& body, const std::string& name = "planner") const {
    const std::string path = (folder_ / name).string();
    write_file(path, "#!/bin/sh\n" + body + "\n");
    fs::permissions(path, fs::perms::owner_all);
    return "exec:" + path;
  }

  static PlanningResult plan(const std::string& planner) {
    return find_planner(planner).planner->plan(two_buffers(), {});
  }

  // Runs a planner program with the source text `body`. Returns the error message; empty if there
  // is no error.
  std::string error_of(const std::string& body) const {
    return test::user_error([&] { plan(script(body)); }, ExitCode::run_failed);
  }

  std::string answer_error(const std::string& json) const {
    return error_of("cat > /dev/null\ncat << 'END'\n" + json + "\nEND");
  }

  fs::path folder_;
};

TEST_F(PlannerPrograms, GivenPlacesAreKeptAndOtherBuffersArePlacedAroundThem) {
  const PlanningResult whole =
      plan(script(R"(echo '{"schema_version":1,"placements":[{"buffer":0,"memory":1,"offset":64},)"
                  R"({"buffer":1,"memory":0,"offset":16}]}')"));
  EXPECT_EQ(whole.placements[0].memory, 1);
  EXPECT_EQ(whole.placements[0].offset, 64);
  EXPECT_EQ(whole.placements[1].offset, 16);
  const PlanningResult half =
      plan(script(R"(echo '{"schema_version":1,"placements":[{"buffer":1,"memory":0}]}')"));
  EXPECT_EQ(half.placements[1].memory, 0);
  EXPECT_EQ(half.placements[0].memory, 1);
  EXPECT_TRUE(validate_placements(two_buffers(), half.placements).empty());
  EXPECT_EQ(plan(script(R"(echo '{"schema_version":1,"status":"infeasible"}')")).status,
            PlanStatus::infeasible);
}

TEST_F(PlannerPrograms, GiveOneClearErrorEach) {
  EXPECT_THAT(error_of("exit 3"), HasSubstr("ended with status 3"));
  EXPECT_THAT(error_of("echo 'no such module' >&2; exit 1"),
              HasSubstr("ended with status 1: no such module"));
  EXPECT_THAT(error_of("kill -SEGV $$"), HasSubstr("was killed by signal 11"));
  EXPECT_THAT(answer_error("<html><body>Not found</body></html>"),
              HasSubstr("did not answer with a JSON object but with '<html><body>Not found"));
  EXPECT_THAT(answer_error(""), HasSubstr("did not answer"));
  EXPECT_THAT(answer_error(R"({"schema_version":1,"placements":[{"buffer":0)"),
              HasSubstr("did not answer"));
  EXPECT_THAT(answer_error(R"({"schema_version":1})"), HasSubstr("either 'placements' or"));
  EXPECT_THAT(answer_error(R"({"placements":[]})"), HasSubstr("schema_version"));
  EXPECT_THAT(answer_error(R"({"schema_version":1,"placement":[]})"),
              HasSubstr("did you mean 'placements'?"));
  EXPECT_THAT(answer_error(R"({"schema_version":1,"placements":[{"buffer":2,"memory":0}]})"),
              HasSubstr("in placement 0: 'buffer' is no whole number from 0 to 1"));
  EXPECT_THAT(answer_error(R"({"schema_version":1,"placements":[{"buffer":0,"memory":1e99}]})"),
              HasSubstr("'memory'"));
  EXPECT_THAT(answer_error(R"({"schema_version":1,"placements":[{"buffer":0,"memory":0},)"
                           R"({"buffer":0,"memory":0}]})"),
              HasSubstr("placed buffer 0 twice"));
  EXPECT_THAT(
      answer_error(R"({"schema_version":1,"placements":[{"buffer":0,"memory":0,"offset":0},)"
                   R"({"buffer":1,"memory":0,"offset":320}]})"),
      AllOf(HasSubstr("the plan is not valid, 1 violations"), HasSubstr("overlap")));
  EXPECT_THAT(answer_error(R"({"schema_version":1,"placements":[)"
                           R"({"buffer":0,"memory":0,"offset":1008}]})"),
              HasSubstr("out of bounds"));
  EXPECT_THAT(answer_error(R"({"schema_version":1,"plan_csv":"name\n"})"),
              HasSubstr("'placements'"));
}

// Returns whether the process with the ID `pid` still runs. A zombie process does not run: it has
// ended, but its parent has not yet waited for it.
bool runs(const std::string& pid) {
  std::ifstream status("/proc/" + pid + "/stat");
  std::string text;
  return std::getline(status, text) && text.find(") Z") == std::string::npos;
}

TEST_F(PlannerPrograms, LeaveNothingBehindWhenTheyTakeTooLong) {
  ::setenv("SPILLWAY_PLANNER_SECONDS", "0.4", 1);
  const std::string file = (folder_ / "child").string();
  EXPECT_THAT(error_of("sleep 300 & echo $! > '" + file + "'; sleep 300"),
              HasSubstr("took more than 0.4 s and was ended"));
  const std::string child(trim(read_text(file)));
  ASSERT_FALSE(child.empty());
  for (int tries = 0; tries < 100 && runs(child); ++tries) ::usleep(10'000);
  EXPECT_FALSE(runs(child));
  ::setenv("SPILLWAY_PLANNER_SECONDS", "soon", 1);
  EXPECT_THROW(plan(script("true")), UserError);
}

TEST_F(PlannerPrograms, AreFinishedWhenTheirOwnProcessEnds) {
  const std::string planner = script(R"(sleep 300 & echo '{"schema_version":1,"placements":[]}')");
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(plan(planner).status, PlanStatus::ok);
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(10));
}

TEST_F(PlannerPrograms, AreNeverSeenByAShell) {
  const std::string mark = (folder_ / "mark").string();
  const std::string planner = script(R"(echo '{"schema_version":1,"placements":[]}')",
                                     "a b;$(touch mark)`touch mark`'\"&|*.sh");
  // The name of the planner's file contains shell commands that create the file `mark` in the
  // working folder. If a shell interpreted the name, it would run these commands.
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  EXPECT_EQ(plan(planner).status, PlanStatus::ok);
  fs::current_path(before);
  EXPECT_FALSE(fs::exists(mark));
  EXPECT_THROW(plan("exec:" + (folder_ / "none; true").string()), UserError);
  EXPECT_THROW(plan("exec:"), UserError);
}

std::string type_of(const Json& value) {
  if (value.is_null()) return "null";
  if (value.is_number_integer()) return "integer";
  if (value.is_number()) return "number";
  if (value.is_string()) return "string";
  return value.is_array() ? "array" : "object";
}

// Checks `value` against a JSON schema. Supports the keywords that the published schemas use: those
// for types, required fields and unknown fields.
void expect_matches(const Json& value, const Json& schema, const std::string& where) {
  const Json types = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
  const bool fits = std::any_of(types.begin(), types.end(), [&](const Json& type) {
    return type == type_of(value) || (type == "number" && value.is_number());
  });
  ASSERT_TRUE(fits) << where << " is " << type_of(value);
  for (const Json& name : schema.value("required", Json::array())) {
    EXPECT_TRUE(value.contains(name)) << where << " lacks " << name;
  }
  if (value.is_object()) {
    for (const auto& [name, part] : value.items()) {
      ASSERT_TRUE(schema["properties"].contains(name)) << where << "." << name;
      expect_matches(part, schema["properties"][name], where + "." + name);
    }
  }
  if (!value.is_array()) return;
  for (const Json& item : value) expect_matches(item, schema["items"], where + "[]");
}

TEST(PlannerProgramSchema, IsWhatProgramsRead) {
  const Json schema =
      Json::parse(read_text(test::checkout_path("docs/schemas/planning-problem.schema.json")));
  PlanningProblem problem = two_buffers();
  problem.buffers[0].pinned_memory = 0;
  problem.buffers[0].pinned_offset = 0;
  problem.memories[1].capacity = unlimited;
  problem.operators.push_back({"CONV_2D", {0, -1}, {1}});
  ProblemFacts facts{"net", "chip", 1'000'000, {{16, 32, 32}, {2.5, 500, 250}}, {{"conv", 123.5}}};
  const Json bare = Json::parse(problem_json(problem, {}));
  const Json known = Json::parse(problem_json(problem, facts));
  expect_matches(bare, schema, "problem");
  expect_matches(known, schema, "problem");
  EXPECT_EQ(bare["buffers"][0]["memories"], Json::array({0}));
  EXPECT_TRUE(bare["memories"][1]["capacity_bytes"].is_null());
  EXPECT_EQ(known["memories"][1]["read_latency_cycles"], 500);
  EXPECT_EQ(known["operators"][0]["inputs"], Json::array({0}));
}

}  // namespace
}  // namespace spillway
