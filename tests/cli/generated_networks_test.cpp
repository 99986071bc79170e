// SPDX-License-Identifier: Apache-2.0
// Random networks: properties that every run must have, from the file of the network to the
// documents of the commands.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/text.h"
#include "tests/checkout.h"
#include "tests/cli/run_outcome.h"
#include "tests/hwmodels/ethosu/lower/generated_network.h"
#include "tests/scratch_folder.h"
#include "traces/tflite_writer.h"

namespace spillway::cli {
namespace {

using Json = nlohmann::json;

constexpr int generated_networks = 200;

class GeneratedNetworks : public test::InScratchFolder {
 protected:
  std::string write(std::uint64_t seed) {
    test::GeneratedNetwork generated(seed);  // owns the contents of constants
    const Network network = generated.make(2 + static_cast<int>(seed % 14));
    const std::vector<std::uint8_t> bytes = write_tflite(network);
    write_file(path("net.tflite"), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    file_bytes_ = static_cast<std::int64_t>(bytes.size());
    return path("net.tflite");
  }

  static std::string target_of(std::uint64_t seed) {
    const std::vector<std::string> targets = {"ethos-u55-128", "ethos-u65-256", "ethos-u85-256",
                                              "xcore.ai"};
    return targets[seed % targets.size()];
  }

  static std::string answer(std::vector<std::string> words, const std::string& file,
                            const std::string& target) {
    words.insert(words.begin() + 1, {file, "--target", target});
    const test::Outcome outcome = test::outcome_of(words);
    EXPECT_EQ(outcome.code, ExitCode::ok) << testing::PrintToString(words) << outcome.err;
    return outcome.out;
  }

  std::int64_t file_bytes_ = 0;
};

std::int64_t in_all(const Json& by_memory) {
  std::int64_t sum = 0;
  for (const auto& [name, value] : by_memory.items()) sum += value.get<std::int64_t>();
  return sum;
}

void expect_operators_add_up(const Json& timing) {
  std::int64_t cycles = 0;
  std::map<std::string, std::int64_t> read, written;
  for (const Json& op : timing["operators"]) {
    const std::int64_t parts =
        op["compute_cycles"].get<std::int64_t>() + in_all(op["stall_cycles"]) +
        op["dma_wait_cycles"].get<std::int64_t>() + op["overhead_cycles"].get<std::int64_t>() +
        op["host_cycles"].get<std::int64_t>();
    EXPECT_EQ(parts, op["total_cycles"]) << op;
    cycles += op["total_cycles"].get<std::int64_t>();
    for (const auto& [name, bytes] : op["read_bytes"].items()) read[name] += bytes.get<int>();
    for (const auto& [name, bytes] : op["write_bytes"].items()) written[name] += bytes.get<int>();
  }
  EXPECT_EQ(cycles, timing["total_cycles"]);
  for (const Json& memory : timing["memories"]) {
    const std::string name = memory["name"];
    EXPECT_EQ(read[name], memory["read_bytes"]) << name;
    EXPECT_EQ(written[name], memory["write_bytes"]) << name;
    EXPECT_LE(memory["peak_bytes"], memory["capacity_bytes"]) << name;
  }
}

TEST_F(GeneratedNetworks, HaveRowsThatAddUp) {
  for (int i = 0; i < test::rounds(generated_networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    SCOPED_TRACE(seed);
    const std::string run = answer({"run", "--json", "-"}, write(seed), target_of(seed));
    if (HasFailure()) return;
    expect_operators_add_up(Json::parse(run)["timing"]);
    if (HasFailure()) return;
  }
}

TEST_F(GeneratedNetworks, HaveALowerBoundBelowTheirPeak) {
  for (int i = 0; i < test::rounds(generated_networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    SCOPED_TRACE(seed);
    const std::string text = answer({"plan", "--json", "-"}, write(seed), target_of(seed));
    if (HasFailure()) return;
    const Json plan = Json::parse(text);
    std::int64_t peaks = 0;
    for (const Json& memory : plan["memories"]) {
      EXPECT_LE(memory["live_peak_bytes"], memory["peak_bytes"]) << memory;
      peaks += memory["peak_bytes"].get<std::int64_t>();
    }
    EXPECT_LE(plan["lower_bound_bytes"], peaks);
    if (HasFailure()) return;
  }
}

// Constants count once, however many operators read them. Encoded weights may take a little more
// room than the weights, and a channel has ten bytes of scales where the file has none. Tables and
// zeros that the lowering makes up are no part of the file.
TEST_F(GeneratedNetworks, TakeNoMoreRoomForConstantsThanTheirFile) {
  for (int i = 0; i < test::rounds(generated_networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    SCOPED_TRACE(seed);
    const std::string target = seed % 2 == 0 ? "ethos-u55-128" : "ethos-u65-256";
    const std::string text =
        answer({"plan", "--json", "-", "--memory-mode", "Shared_Sram"}, write(seed), target);
    if (HasFailure()) return;
    std::int64_t constants = 0;
    const Json plan = Json::parse(text);
    for (const Json& residency : plan["residencies"]) {
      if (residency["memory"] == "sram" || residency["tensor"] == "made-up constants") continue;
      constants += residency["size"].get<std::int64_t>();
    }
    EXPECT_LE(constants, file_bytes_ + file_bytes_ / 4 + 1024);
    if (HasFailure()) return;
  }
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) cells.emplace_back();
    if (c != '"' && (c != ',' || quoted)) cells.back() += c;
  }
  return cells;
}

// The first row's cell of a column.
std::string field(const std::string& csv, const std::string& column) {
  const std::vector<std::string> lines = split(csv, '\n');
  const std::vector<std::string> names = cells_of(lines.at(0)), values = cells_of(lines.at(1));
  const auto found = std::find(names.begin(), names.end(), column);
  return found == names.end() ? "" : values.at(static_cast<std::size_t>(found - names.begin()));
}

TEST_F(GeneratedNetworks, TakeTheSameTimeInEveryCommand) {
  constexpr int networks = 40;
  for (int i = 0; i < test::rounds(networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(1000 + i);
    SCOPED_TRACE(seed);
    const std::string file = write(seed), target = target_of(seed);
    const Json run = Json::parse(answer({"run", "--json", "-"}, file, target));
    const std::string planner = run["options"]["planner"];
    const std::string rows = path("rows" + std::to_string(i) + ".csv");
    answer({"sweep", "--output", rows, "--planner", planner}, file, target);
    const std::string sweep = read_text(rows);
    const Json compare =
        Json::parse(answer({"compare", "--json", "-", "--planner", planner}, file, target));
    if (HasFailure()) return;
    const std::int64_t cycles = run["timing"]["total_cycles"];
    EXPECT_EQ(field(sweep, "total_cycles"), std::to_string(cycles));
    EXPECT_EQ(compare["planners"][0]["total_cycles"], cycles);
    const Json& bound = compare["bound_cycles"];  // null where the family has none
    EXPECT_TRUE(bound.is_null() || bound <= cycles) << bound;
    for (const Json& memory : run["timing"]["memories"]) {
      const std::string name = memory["name"];
      EXPECT_EQ(field(sweep, name + "_read_bytes"), memory["read_bytes"].dump()) << name;
      EXPECT_EQ(field(sweep, name + "_write_bytes"), memory["write_bytes"].dump()) << name;
      EXPECT_EQ(field(sweep, name + "_peak_bytes"), memory["peak_bytes"].dump()) << name;
    }
    if (HasFailure()) return;
  }
}

// The planner `search` ends with the plan of every other planner.
TEST_F(GeneratedNetworks, AreNeverSlowerWithSearchThanWithAnotherPlanner) {
  constexpr int networks = 24;
  for (int i = 0; i < test::rounds(networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(2000 + i);
    SCOPED_TRACE(seed);
    const std::string file = write(seed), target = target_of(seed);
    const Json compare =
        Json::parse(answer({"compare", "--json", "-", "--planner", "all"}, file, target));
    if (HasFailure()) return;
    std::int64_t fastest = std::numeric_limits<std::int64_t>::max(), found = 0;
    for (const Json& row : compare["planners"]) {
      if (row["status"] != "ok") continue;
      const std::int64_t cycles = row["total_cycles"];
      if (row["planner"] == "search") found = cycles;
      fastest = std::min(fastest, cycles);
    }
    EXPECT_EQ(found, fastest);
  }
}

}  // namespace
}  // namespace spillway::cli
