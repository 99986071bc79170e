// SPDX-License-Identifier: Apache-2.0
// A compiled file records its target, its memory mode and its compiler. Commands take the target
// and the memory mode from the file, and name the compiler in their outputs.
#include <map>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/files/commands_for_file.h"
#include "tests/cli/run_outcome.h"
#include "tests/hwmodels/ethosu/replay/assembled_file.h"

namespace spillway::cli {
namespace {

using nlohmann::json;
using test::AssembledFile;
using test::Outcome;
using test::outcome_of;
using testing::HasSubstr;
using testing::Not;

class CompiledFile : public test::CommandsForFile {
 protected:
  CompiledFile() : CommandsForFile("compiled.tflite") {
    file_.product = ethosu::Product::u65;
    file_.macs = 256;
    file_.cached = true;
    file_.npu_operators = 3;
    file_.vela_version = "3.10.0";
    write();
  }

  void write() {
    const std::vector<std::uint8_t> bytes = test::assembled_bytes(file_);
    write_file(path("compiled.tflite"),
               std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    size_ = static_cast<std::int64_t>(bytes.size());
  }

  AssembledFile file_;
  std::int64_t size_ = 0;
};

std::map<std::string, std::int64_t> peaks_of(const json& memories) {
  std::map<std::string, std::int64_t> peaks;
  for (const json& memory : memories) peaks[memory["name"]] = memory["peak_bytes"];
  return peaks;
}

TEST_F(CompiledFile, RunsOnTheTargetAndInTheModeThatItWasCompiledFor) {
  const Outcome outcome = command({"run", "NETWORK"});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("compiled on ethos-u65-256 (Dedicated_Sram)\n"
                                     "replayed as compiled by Vela 3.10.0; target and memory mode "
                                     "are the file's\n"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("warning")));
}

TEST_F(CompiledFile, TheUsersChoiceOverridesThatOfTheFile) {
  const Outcome mode = command({"run", "NETWORK", "--memory-mode", "Shared_Sram"});
  EXPECT_THAT(mode.out, HasSubstr("compiled on ethos-u65-256 (Shared_Sram)\n"));
  EXPECT_THAT(mode.out, HasSubstr("by Vela 3.10.0; the target is the file's\n"));
  EXPECT_THAT(mode.err, HasSubstr("was compiled with a cache"));
  const Outcome board = command({"run", "NETWORK", "--target", "imx93"});
  EXPECT_THAT(board.out, HasSubstr("compiled on imx93 ("));
  const Outcome wrong = command({"run", "NETWORK", "--target", "ethos-u55-128"});
  EXPECT_EQ(wrong.code, ExitCode::usage);
  EXPECT_THAT(wrong.err, HasSubstr("use --target ethos-u65-256"));
}

TEST_F(CompiledFile, APlainNetworkStillNeedsATarget) {
  for (const char* name : {"run", "compare", "advise"}) {
    const Outcome outcome = command({name, "ds_cnn"});
    EXPECT_EQ(outcome.code, ExitCode::usage) << name;
    EXPECT_THAT(outcome.err, HasSubstr("--target is missing")) << name;
  }
}

TEST_F(CompiledFile, RunAndPlanReportTheSameBytesAndNoMoreThanTheFileHas) {
  for (const bool cached : {true, false}) {
    file_.cached = cached;
    write();
    const json run = document({"run", "NETWORK"});
    const json plan = document({"plan", "NETWORK"});
    EXPECT_EQ(peaks_of(run["timing"]["memories"]), peaks_of(plan["memories"])) << cached;
    EXPECT_LE(peaks_of(plan["memories"])["sram"], 16 * 1024) << cached;
    EXPECT_LE(peaks_of(plan["memories"])["dram"], size_ + (cached ? 16 * 1024 : 0)) << cached;
  }
}

TEST_F(CompiledFile, OtherCommandsNeedNoTargetEither) {
  const std::vector<std::vector<std::string>> commands = {
      {"plan", "NETWORK"},
      {"explain", "NETWORK", "--op", "0"},
      {"advise", "NETWORK", "--quick"},
      {"sweep", "NETWORK"},
      {"pareto", "NETWORK"},
      {"convert", "NETWORK", "--to", "plan.csv"},
      {"convert", "NETWORK", "--to", "commands.csv"}};
  for (const std::vector<std::string>& words : commands) {
    const Outcome outcome = command(words);
    EXPECT_EQ(outcome.code, ExitCode::ok) << words[0] << ": " << outcome.err;
  }
  EXPECT_THAT(
      command({"plan", "NETWORK"}).err,
      HasSubstr("the compiled file sets target ethos-u65-256 and memory mode Dedicated_Sram"));
}

TEST_F(CompiledFile, SweepsUseTheCommonTargetOfTheirFiles) {
  file_.product = ethosu::Product::u55;
  file_.macs = 128;
  const std::string other = path("other.tflite");
  const std::vector<std::uint8_t> bytes = test::assembled_bytes(file_);
  write_file(other, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const Outcome alike = command({"sweep", "NETWORK", "NETWORK"});
  EXPECT_THAT(alike.err, HasSubstr("note: the networks are compiled for target ethos-u65-256"));
  EXPECT_THAT(command({"sweep", "NETWORK", other}).err,
              HasSubstr("are compiled for different targets: ethos-u55-128 and ethos-u65-256"));
  EXPECT_THAT(command({"sweep", "NETWORK", "ds_cnn"}).err, HasSubstr("--target is missing"));
  EXPECT_THAT(command({"size", "NETWORK", "--within", "5%"}).err,
              HasSubstr("brings its plan, which no size changes"));
}

TEST_F(CompiledFile, DocumentsSayWhichCompilerWroteIt) {
  EXPECT_EQ(document({"run", "NETWORK"})["compiled_by"], "Vela 3.10.0");
  EXPECT_EQ(document({"plan", "NETWORK"})["compiled_by"], "Vela 3.10.0");
  EXPECT_EQ(document({"explain", "NETWORK", "--op", "0"})["compiled_by"], "Vela 3.10.0");
  EXPECT_EQ(document({"advise", "NETWORK", "--quick"})["compiled_by"], "Vela 3.10.0");
  file_.vela_version.clear();
  write();
  EXPECT_FALSE(document({"run", "NETWORK"}).contains("compiled_by"));
}

TEST_F(CompiledFile, PagesSayWhichCompilerWroteIt) {
  command({"run", "NETWORK", "--report", path("page.html")});
  EXPECT_THAT(read_text(path("page.html")), HasSubstr(R"("compiled_by":"Vela 3.10.0")"));
}

TEST_F(CompiledFile, EveryFormOfChecksSaysWhichCompilerWroteIt) {
  write_file(path("checks.toml"), "kind = \"ci\"\n[[check]]\nnetwork = \"compiled.tflite\"\n");
  const Outcome checked = command({"ci", path("checks.toml"), "--json", path("checks.json"),
                                   "--markdown", path("checks.md"), "--junit", path("checks.xml")});
  ASSERT_EQ(checked.code, ExitCode::ok) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("compiled by Vela 3.10.0"));
  EXPECT_EQ(json::parse(read_text(path("checks.json")))["checks"][0]["compiled_by"], "Vela 3.10.0");
  EXPECT_THAT(read_text(path("checks.md")), HasSubstr("compiled by Vela 3.10.0"));
  EXPECT_THAT(read_text(path("checks.xml")),
              HasSubstr(R"(<property name="compiled_by" value="Vela 3.10.0"/>)"));
}

TEST_F(CompiledFile, EveryFormOfASweepSaysWhichCompilerWroteIt) {
  const Outcome swept = command({"sweep", "NETWORK", "--target", "ethos-u65-256", "--memory-mode",
                                 "Dedicated_Sram", "--output", path("rows.csv"), "--json",
                                 path("rows.json"), "--report", path("rows.html")});
  ASSERT_EQ(swept.code, ExitCode::ok) << swept.err;
  EXPECT_THAT(swept.out, HasSubstr("compiled was compiled by Vela 3.10.0"));
  EXPECT_THAT(read_text(path("rows.csv")), HasSubstr(",Vela 3.10.0,"));
  EXPECT_EQ(json::parse(read_text(path("rows.json")))["rows"][0]["compiled_by"], "Vela 3.10.0");
  EXPECT_THAT(read_text(path("rows.html")), HasSubstr("Vela 3.10.0"));
  const json meta = json::parse(read_text(path("rows.csv.meta.json")));
  EXPECT_EQ(meta["networks"][0]["compiled_by"], "Vela 3.10.0");
}

TEST_F(CompiledFile, BudgetsOfCiCountConstantsOnceOnTheFilesTarget) {
  const std::string check = "kind = \"ci\"\n[[check]]\nnetwork = \"compiled.tflite\"\n";
  write_file(path("good.toml"), check + "[check.bytes]\ndram = \"100K\"\n");
  write_file(path("bad.toml"), check + "[check.bytes]\ndram = \"64K\"\n");
  EXPECT_EQ(outcome_of({"ci", path("good.toml")}).code, ExitCode::ok);
  EXPECT_EQ(outcome_of({"ci", path("bad.toml")}).code, ExitCode::check_missed);
}

}  // namespace
}  // namespace spillway::cli
