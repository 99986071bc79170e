// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "base/diagnostics.h"
#include "planner/checks/validate.h"
#include "planner/plan_io/plan_forms.h"
#include "planner/plan_io/tool_plans.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

Json buffer(int id, const std::string& name, int pool, Bytes offset, Bytes size, int first,
            int last) {
  return {{"id", id},           {"name", name},
          {"mpool_id", pool},   {"offset_start", offset},
          {"size_bytes", size}, {"alignment", 4},
          {"is_param", false},  {"epochs", {{"start", first}, {"end", last}}},
          {"shape", {1, size}}, {"intq", Json::object()}};
}

Json pool(int id, const std::string& name, const std::string& address, Bytes size) {
  return {{"id", id},
          {"name", name},
          {"address", address},
          {"alignment", 8},
          {"size_bytes", size},
          {"subpools", Json::array()},
          {"rights", "ACC_WRITE"},
          {"used_size_bytes", 0}};
}

// Returns a report with five buffers: an input, an alias of the input, a result that overwrites the
// input, a result with separate bytes, and weights.
Json report() {
  Json json = {{"json_schema_version", "2.0"},
               {"memory_pools",
                {pool(2, "npuRAM5", "1000", 4096), pool(9, "octoFlash", "NULL", -1),
                 pool(3, "npuRAM4", "9000", 4096)}},
               {"buffers",
                {buffer(1, "input", 2, 0, 1024, 0, 1), buffer(2, "reshaped", 2, 0, 1024, 0, 1),
                 buffer(3, "cast", 2, 0, 2048, 1, 2), buffer(4, "conv", 2, 2048, 1024, 2, 3),
                 buffer(5, "weights", 9, 64, 4096, 0, 1)}},
               {"graphs",
                {{{"nodes",
                   {{{"name", "epoch_1"}, {"inputs", {2}}, {"outputs", {3}}},
                    {{"name", "epoch_2"}, {"inputs", {3, 5}}, {"outputs", {4}}}}}}}}};
  json["buffers"][4]["is_param"] = true;
  return json;
}

PlacedProblem read_report(const Json& json, const std::vector<MemorySpace>& memories = {}) {
  return read_st_edge_ai_report(json.dump(), "net_c_info.json", memories);
}

std::size_t violations(const Json& json) {
  const PlacedProblem placed = read_report(json);
  return validate_placements(placed.problem, placed.placements).size();
}

std::string report_error(const Json& json, const std::vector<MemorySpace>& memories = {}) {
  return test::user_error([&] { read_report(json, memories); });
}

TEST(StEdgeAiReport, PlacesBuffersInThePoolsThatHoldThem) {
  ASSERT_EQ(recognise_plan(report().dump(1)), PlanForm::stedgeai);
  const PlacedProblem placed = read_report(report());
  ASSERT_EQ(placed.problem.memories.size(), 2U);  // the third pool has no buffer
  EXPECT_EQ(placed.problem.memories[0].name, "npuRAM5");
  EXPECT_EQ(placed.problem.memories[0].capacity, 4096);
  EXPECT_EQ(placed.problem.memories[1].capacity, unlimited);
  ASSERT_EQ(placed.problem.buffers.size(), 5U);
  EXPECT_EQ(placed.problem.buffers[3].lower, 2);
  // The report gives the last epoch in which a buffer is live, so `upper` is one more than this
  // epoch.
  EXPECT_EQ(placed.problem.buffers[3].upper, 4);
  EXPECT_EQ(placed.placements[3].offset, 2048);
  EXPECT_EQ(placed.problem.buffers[4].kind, TensorKind::weight);
  EXPECT_EQ(placed.problem.buffers[4].upper, 4);  // constants are live for the whole run
  EXPECT_EQ(placed.placements[4].memory, 1);
}

TEST(StEdgeAiReport, AcceptsSharedBytesAndInPlaceWrites) {
  const PlacedProblem placed = read_report(report());
  EXPECT_TRUE(placed.problem.buffers[1].placed_inside.has_value());
  EXPECT_EQ(placed.problem.buffers[0].upper, 1);
  EXPECT_EQ(violations(report()), 0U);
  Json read_again = report();  // a later operator reads the overwritten input
  read_again["graphs"][0]["nodes"][1]["inputs"].push_back(2);
  EXPECT_GT(violations(read_again), 0U);
  Json overlapping = report();
  overlapping["buffers"][3]["offset_start"] = 2044;
  EXPECT_GT(violations(overlapping), 0U);
  Json too_small = report();
  too_small["memory_pools"][0]["size_bytes"] = 3000;
  EXPECT_GT(violations(too_small), 0U);
}

TEST(StEdgeAiReport, PoolsThatSpanOtherPoolsAreOneMemory) {
  Json json = report();
  Json spanning = pool(10, "both", "1000", 12096);
  spanning["subpools"] = {2, 3};
  json["memory_pools"].push_back(spanning);
  json["buffers"].push_back(buffer(6, "long", 10, 8064, 256, 0, 3));
  json["buffers"].push_back(buffer(7, "beside", 3, 64, 128, 0, 3));
  const PlacedProblem placed = read_report(json);
  ASSERT_EQ(placed.problem.memories.size(), 2U);
  EXPECT_EQ(placed.placements[6].memory, placed.placements[5].memory);
  EXPECT_EQ(placed.placements[6].offset, 8064);  // address 9000 + 64 minus the pool's base, 1000
  EXPECT_EQ(violations(json), 1U);
}

TEST(StEdgeAiReport, BuffersOfTheApplicationHaveNoPlace) {
  Json json = report();
  json["buffers"][3]["mpool_id"] = -1;
  EXPECT_EQ(read_report(json).placements[3].memory, no_memory);
}

RC_GTEST_PROP(StEdgeAiReport, ChangedTextIsAPlanOrAMistake, ()) {
  std::string text = report().dump();
  const auto changes = *rc::gen::inRange(1, 4);
  for (int i = 0; i < changes; ++i) {
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    text.replace(at, *rc::gen::inRange<std::size_t>(1, 8),
                 *rc::gen::element<std::string>("-1", "null", "[]", "{}", "99999999999999999999",
                                                "\"x\"", "2", "true", ","));
  }
  try {
    const PlacedProblem placed = read_st_edge_ai_report(text, "changed.json");
    RC_ASSERT(placed.placements.size() == placed.problem.buffers.size());
    validate_placements(placed.problem, placed.placements);
  } catch (const UserError& error) {
    RC_ASSERT(error.code() == ExitCode::input_file);
  }
}

TEST(StEdgeAiReport, SaysWhatIsWrong) {
  Json json = report();
  json["buffers"][1]["size_bytes"] = -4;
  EXPECT_THAT(report_error(json), HasSubstr("in buffer 1: 'size_bytes' is no whole number"));
  json = report();
  json["buffers"][0]["mpool_id"] = 7;
  EXPECT_THAT(report_error(json), HasSubstr("there is no memory pool 7"));
  json = report();
  json["buffers"][0].erase("epochs");
  EXPECT_THAT(report_error(json), HasSubstr("in buffer 0, epochs: 'start'"));
  json = report();
  json.erase("buffers");
  EXPECT_THAT(report_error(json), HasSubstr("the report has no list 'buffers'"));
  EXPECT_THAT(report_error(report(), {{"npuRAM5", 1024, 1}, {"octoflash"}}),
              HasSubstr("octoFlash"));
  EXPECT_THAT(report_error("text"), HasSubstr("is no c_info.json of ST Edge AI"));
}

}  // namespace
}  // namespace spillway
