// SPDX-License-Identifier: Apache-2.0
// All commands accept ExecuTorch programs (.pte) like compiled .tflite files.
#include <map>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/files/commands_for_file.h"
#include "tests/cli/run_outcome.h"
#include "tests/hwmodels/ethosu/replay/assembled_program.h"

namespace spillway::cli {
namespace {

using nlohmann::json;
using test::Outcome;
using test::outcome_of;
using testing::HasSubstr;
using testing::Not;

std::string_view text_of(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class ExecutorchFiles : public test::CommandsForFile {
 protected:
  ExecutorchFiles() : CommandsForFile("net.pte") {
    file_.product = ethosu::Product::u65;
    file_.macs = 256;
    file_.cached = true;
    file_.npu_operators = 3;
    program_ = test::assembled_program(file_);
    program_.delegates[0].options = "--memory-mode=Dedicated_Sram_256KB --verbose-all";
    program_.segments = true;
    write();
    write_file(path("net.tflite"), text_of(test::assembled_bytes(file_)));
  }

  void write() { write_file(path("net.pte"), text_of(program_bytes(program_))); }

  test::AssembledFile file_;
  test::RawProgram program_;
};

TEST_F(ExecutorchFiles, RunOnTheTargetAndInTheModeThatTheyWereCompiledFor) {
  const Outcome outcome = command({"run", "NETWORK"});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("net on ethos-u65-256 (Dedicated_Sram_256KB)\n"
                                     "replayed as compiled by Vela; target and memory mode are "
                                     "the file's\n"));
  EXPECT_THAT(outcome.out, HasSubstr("8 of 14 operators run on the CPU"));
  EXPECT_THAT(outcome.out, HasSubstr("bytes besides (values, instructions, delegates)"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("warning")));
  const Outcome board = command({"run", "NETWORK", "--target", "imx93"});
  EXPECT_THAT(board.out, HasSubstr("net on imx93 ("));
}

// Each command must end with the same exit code for an ExecuTorch program and for a .tflite file
// with the same command streams.
TEST_F(ExecutorchFiles, WorkInEveryCommandThatTakesCompiledFiles) {
  write_file(path("good.toml"),
             "kind = \"ci\"\n[[check]]\nnetwork = \"net.pte\"\n[check.bytes]\n"
             "dram = \"512K\"\n");
  const std::vector<std::vector<std::string>> commands = {
      {"run", "NETWORK"},
      {"run", "NETWORK", "--per-op", path("ops.csv")},
      {"run", "NETWORK", "--target", "ethos-u55-128"},
      {"run", "NETWORK", "--planner", "exact"},
      {"run", "NETWORK", "--memory", "sram=512"},
      {"plan", "NETWORK"},
      {"plan", "NETWORK", "--map", "--details"},
      {"compare", "NETWORK"},
      {"compare", "NETWORK", "--planner", "search"},
      {"explain", "NETWORK", "--op", "0"},
      {"explain", "NETWORK", "--op", "5"},
      {"advise", "NETWORK", "--quick"},
      {"size", "NETWORK", "--within", "5%"},
      {"convert", "NETWORK", "--to", "plan.csv"},
      {"convert", "NETWORK", "--to", "network.csv"},
      {"convert", "NETWORK", "--to", "tflite", "--output", path("copy.tflite")},
      {"convert", "NETWORK", "--to", "commands.csv"},
      {"convert", "NETWORK", "--to", "commands.txt"}};
  for (const std::vector<std::string>& words : commands) {
    const Outcome tflite = command(words, "net.tflite");
    const Outcome pte = command(words);
    EXPECT_EQ(pte.code, tflite.code) << testing::PrintToString(words) << pte.err << tflite.err;
    const bool must_print = pte.code == ExitCode::ok && words[0] != "convert";
    EXPECT_FALSE(must_print && pte.out.empty()) << testing::PrintToString(words);
  }
  EXPECT_EQ(outcome_of({"ci", path("good.toml")}).code, ExitCode::ok);
}

TEST_F(ExecutorchFiles, AreWrittenAnewAndProvenEqual) {
  const Outcome outcome =
      command({"relink", "NETWORK", "--planner", "vela-spill", "--output", path("new.pte")});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  const Outcome proof = outcome_of({"check", "--against", path("net.pte"), path("new.pte")});
  EXPECT_EQ(proof.code, ExitCode::ok) << proof.err;
}

TEST_F(ExecutorchFiles, RunAndPlanReportTheSameBytes) {
  for (const bool stateful : {true, false}) {
    file_.cached = !stateful;
    file_.stateful = stateful;
    program_ = test::assembled_program(file_);
    write();
    const json run = document({"run", "NETWORK"});
    const json plan = document({"plan", "NETWORK"});
    EXPECT_EQ(run["method_bytes"], plan["method_bytes"]);
    for (const json& memory : plan["memories"]) {
      for (const json& of_run : run["timing"]["memories"]) {
        if (of_run["name"] != memory["name"]) continue;
        EXPECT_EQ(of_run["peak_bytes"], memory["peak_bytes"]) << stateful << memory["name"];
      }
    }
    std::int64_t peak = 0;
    for (const json& memory : plan["memories"]) peak += memory["peak_bytes"].get<std::int64_t>();
    EXPECT_LE(plan["lower_bound_bytes"].get<std::int64_t>(), peak);
  }
}

TEST_F(ExecutorchFiles, TakeTheSameTimeAfterConversion) {
  file_.stateful = true;
  file_.cached = false;
  program_ = test::assembled_program(file_);
  write();
  ASSERT_EQ(command({"convert", "NETWORK", "--to", "tflite", "--output", path("copy.tflite")}).code,
            ExitCode::ok);
  const auto total_of = [&](const std::string& name) {
    return document({"run", path(name)})["timing"]["total_cycles"];
  };
  EXPECT_EQ(total_of("copy.tflite"), total_of("net.pte"));
}

TEST_F(ExecutorchFiles, ForOtherBackEndsAreRefusedByTheirName) {
  program_.delegates[1].id = "XnnpackBackend";
  write();
  for (const char* name : {"run", "plan", "advise", "compare"}) {
    const Outcome outcome = command({name, "NETWORK"});
    EXPECT_EQ(outcome.code, ExitCode::input_file) << name;
    EXPECT_THAT(outcome.err, HasSubstr("is an ExecuTorch program for XnnpackBackend")) << name;
  }
  // `check --buffers` reads only the memory plan of the program, so it also accepts programs that
  // are compiled for other processors.
  EXPECT_EQ(command({"check", "--buffers", "NETWORK"}).code, ExitCode::ok);
}

/// Returns the largest number of bytes of feature maps that are live in SRAM at the same time. Of
/// live maps with the same offset, only the largest map counts.
std::int64_t most_live_bytes(const json& plan) {
  std::int64_t most = 0;
  for (int step = 0; step < 64; ++step) {
    std::map<std::int64_t, std::int64_t> live;  // bytes of the largest live map at each offset
    for (const json& map : plan["residencies"]) {
      if (map["memory"] != "sram" || step < map["lower"] || step >= map["upper"]) continue;
      std::int64_t& bytes = live[map["offset"]];
      bytes = std::max(bytes, map["size"].get<std::int64_t>());
    }
    std::int64_t sum = 0;
    for (const auto& [place, bytes] : live) sum += bytes;
    most = std::max(most, sum);
  }
  return most;
}

TEST_F(ExecutorchFiles, MapsThatAreWrittenOverOtherMapsCountOnceInTheLowerBound) {
  for (const bool in_place : {false, true}) {
    file_.cached = false;
    file_.in_place = in_place;
    file_.convolutions = 5;
    program_ = test::assembled_program(file_);
    write();
    const json plan = document({"plan", "NETWORK"});
    EXPECT_LE(plan["lower_bound_bytes"].get<std::int64_t>(), most_live_bytes(plan)) << in_place;
  }
}

}  // namespace
}  // namespace spillway::cli
