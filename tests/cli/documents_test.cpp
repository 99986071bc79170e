// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "tests/checkout.h"
#include "tests/cli/answer_run.h"
#include "tests/hwmodels/ethosu/replay/assembled_file.h"
#include "tests/hwmodels/xcore/relink/loading_file.h"

namespace spillway::cli {
namespace {

constexpr const char* buffers =
    "id,lower,upper,size\n"
    "a,0,2,64\n"
    "b,1,3,32\n";
constexpr const char* overlapping =
    "id,lower,upper,size,offset\n"
    "a,0,2,64,0\n"
    "b,1,3,32,16\n"
    "c,0,1,8,\n";

class Documents : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("spillway_documents" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    write_file(path("buffers.csv"), buffers);
    write_file(path("overlapping.csv"), overlapping);
    write_file(path("ci.toml"),
               "kind = \"ci\"\n[[check]]\nnetwork = \"ds_cnn\"\ntarget = \"ethos-u55-128\"\n"
               "latency = \"1us\"\n[[check]]\nnetwork = \"ds_cnn\"\ntarget = "
               "\"ethos-u55-64\"\nmemory = [\"sram=64\"]\n");
    test::outcome_of({"run", "ds_cnn", "--target", "ethos-u55-128", "--per-op", path("a.csv")});
    write_file(path("sweep.toml"),
               "kind = \"sweep\"\ndescription = \"x\"\nnetworks = [\"ds_cnn\"]\ntargets = "
               "[\"ethos-u55-64\", \"ethos-u55-128\"]\n");
    test::outcome_of({"convert", "ds_cnn", "--to", "tflite", "--output", path("plain.tflite")});
    const std::vector<std::uint8_t> compiled = test::assembled_bytes({});
    write_file(path("compiled.tflite"),
               {reinterpret_cast<const char*>(compiled.data()), compiled.size()});
    const Network loads = test::LoadingFile(2, test::LoadsOf::network).network();
    write_file(path("loads.tflite"),
               {reinterpret_cast<const char*>(loads.file->data()), loads.file->size()});
    test::outcome_of({"run", "ds_cnn", "--target", "ethos-u55-64", "--per-op", path("b.csv")});
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Returns pairs: the name of a JSON schema, and a command line that prints a JSON document with
  // this schema.
  std::vector<std::pair<std::string, std::vector<std::string>>> command_lines() const {
    return {
        {"run", {"run", "ds_cnn", "--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram"}},
        {"run", {"run", "ds_cnn", "--target", "xcore.ai"}},
        {"plan", {"plan", "--buffers", path("buffers.csv"), "--memory", "sram=96"}},
        {"plan", {"plan", "--buffers", path("buffers.csv"), "--memory", "sram=70"}},
        {"plan", {"plan", "ds_cnn", "--target", "ethos-u55-128", "--require", "sram<=1K"}},
        {"arena", {"arena", "ds_cnn", "resnet8", "--memory", "sram=16K"}},
        {"arena", {"arena", "ds_cnn", path("compiled.tflite")}},
        {"check", {"check", "--buffers", path("overlapping.csv"), "--memory", "sram=96"}},
        {"check", {"check", "--against", path("compiled.tflite"), path("compiled.tflite")}},
        {"relink", {"relink", path("compiled.tflite"), "--output", path("relinked.tflite")}},
        {"relink", {"relink", path("loads.tflite"), "--output", path("relinked.tflite")}},
        {"compare",
         {"compare", "ds_cnn", "--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram",
          "--memory", "sram=8K", "--planner", "cadence-greedy,single"}},
        {"sweep",
         {"sweep", "ds_cnn", "--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram",
          "--memory", "sram=1K:16K:15K"}},
        {"sweep", {"experiment", path("sweep.toml")}},
        {"pareto",
         {"pareto", "ds_cnn", "--target", "ethos-u55-64,ethos-u55-128", "--memory", "sram=16K+32K",
          "--cost", "sram=1/KiB", "--deadline", "1us"}},
        {"pareto", {"pareto", "ds_cnn", "resnet8", "--target", "ethos-u55-64"}},
        {"explain", {"explain", "ds_cnn", "--target", "ethos-u65-256", "--op", "0"}},
        {"diff", {"diff", path("a.csv"), path("b.csv")}},
        {"memory",
         {"memory", "--part", "LPDDR4-3200-x16", "--pattern", "copy64", "--blocks", "64"}},
        {"ci", {"ci", path("ci.toml")}},
        {"size",
         {"size", "ds_cnn", "--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram",
          "--within", "20%", "--step", "4K"}},
        {"size", {"size", "ds_cnn", "--target", "ethos-u55-128", "--latency", "1us"}},
        {"advise",
         {"advise", "mobilenet_v1_0.25_96", "--target", "ethos-u65-256", "--memory-mode",
          "Dedicated_Sram", "--memory", "sram=16K", "--quick"}},
        {"advise",
         {"advise", "ds_cnn", "--target", "ethos-u55-128", "--memory", "sram=4K", "--quick"}},
        {"tune",
         {"tune", path("a.csv"), "--target", "ethos-u55-128", "--compiler",
          "false {network} {x} {out}", "--try", "x=1,2", "--output", path("tuned")}},
        {"list", {"list", "planners"}},
        {"list", {"list", "costs"}},
        {"size",
         {"size", "ds_cnn", "--target", "ethos-u55-128", "--within", "5%", "--planner",
          "cadence-greedy"}},
        {"size",
         {"size", "ds_cnn", "--target", "ethos-u55-128", "--latency", "1us", "--planner",
          "cadence-greedy"}},
        {"advise",
         {"advise", "ds_cnn", "--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram",
          "--memory", "sram=8K", "--quick"}},
        {"advise",
         {"advise", "ds_cnn", "--target", "ethos-u55-128", "--memory", "sram=64", "--quick"}},
        {"tune",
         {"tune", path("plain.tflite"), "--target", "ethos-u55-128", "--compiler",
          "cp {network} {out}/copy.tflite", "--output", path("tuned")}},
    };
  }

  fs::path folder_;
};

using SlowDocuments = Documents;

TEST_F(SlowDocuments, StandardOutputHoldsOnlyTheDocumentIfTheFileIsAMinus) {
  for (auto [schema, line] : command_lines()) {
    SCOPED_TRACE(line[0]);
    line.insert(line.end(), {"--json", "-"});
    const test::Outcome outcome = test::outcome_of(line);
    const Json json = Json::parse(outcome.out, nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << outcome.out << outcome.err;
    EXPECT_EQ(json["document"], schema);
    EXPECT_EQ(json["schema_version"], 1);
  }
}

TEST_F(SlowDocuments, EachDocumentIsTheSameInAFileAndFitsItsSchema) {
  if (std::system("/usr/bin/python3 -c 'import jsonschema' > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "no python3-jsonschema";
  }
  std::string pairs;
  int number = 0;
  for (auto [schema, line] : command_lines()) {
    const std::string file = path(schema + std::to_string(number++) + ".json");
    line.insert(line.end(), {"--json", file});
    test::outcome_of(line);
    pairs += test::checkout_path("docs/schemas/" + schema + ".schema.json") + "\n" + file + "\n";
  }
  write_file(path("pairs"), pairs);
  write_file(path("validate.py"),
             "import json, sys, jsonschema\n"
             "lines = open(sys.argv[1]).read().split('\\n')[:-1]\n"
             "for schema, document in zip(lines[::2], lines[1::2]):\n"
             "    schema = json.load(open(schema))\n"
             "    jsonschema.Draft202012Validator.check_schema(schema)\n"
             "    jsonschema.validate(json.load(open(document)), schema,\n"
             "                        jsonschema.Draft202012Validator)\n"
             "    wrong = json.load(open(document))\n"
             "    wrong['schema_version'] = 0\n"
             "    assert not jsonschema.Draft202012Validator(schema).is_valid(wrong)\n");
  const std::string command = "/usr/bin/python3 " + path("validate.py") + " " + path("pairs") +
                              " > " + path("said") + " 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << read_text(path("said"));
}

TEST_F(Documents, EveryDocumentHasASchemaAndEverySchemaADocument) {
  std::set<std::string> wanted, found;
  for (const auto& [schema, line] : command_lines()) wanted.insert(schema + ".schema.json");
  for (const auto& entry : fs::directory_iterator(test::checkout_path("docs/schemas"))) {
    const std::string name = entry.path().filename().string();
    // The test skips schemas whose name begins with planning-. These schemas describe the JSON
    // documents that Spillway exchanges with planner programs, and no command prints such a
    // document.
    if (name.rfind("planning-", 0) != 0) found.insert(name);
  }
  EXPECT_EQ(found, wanted);
}

TEST_F(Documents, AComparisonWithPublishedFiguresRefusesOutputsOfSweeps) {
  for (const char* kind : {"invoke_tables", "vela_validation", "fvp_validation"}) {
    write_file(path("comparison.toml"), "kind = \"" + std::string(kind) + "\"\n");
    for (const char* option : {"--json", "--report"}) {
      const test::Outcome outcome =
          test::outcome_of({"experiment", path("comparison.toml"), option, path("never")});
      EXPECT_EQ(outcome.code, ExitCode::usage) << kind << option;
      EXPECT_THAT(outcome.err, HasSubstr(option + std::string(": experiments of the kind")));
    }
  }
}

TEST_F(Documents, OutputsAreCheckedBeforeTheWork) {
  for (const char* option : {"--json", "--per-op", "--report", "--plan-out", "--trace"}) {
    // The command line has two mistakes: the path of the output and the name of the network. The
    // command must check the path before it reads the network, so it must report the path.
    const test::Outcome outcome = test::outcome_of(
        {"run", "no_such_network", "--target", "ethos-u55-128", option, path("missing/result")});
    EXPECT_EQ(outcome.code, ExitCode::run_failed) << option;
    EXPECT_THAT(outcome.err, HasSubstr("missing/result: cannot write: No such file"));
  }
  const test::Outcome folder = test::outcome_of(
      {"run", "no_such_network", "--target", "ethos-u55-128", "--json", folder_.string()});
  EXPECT_THAT(folder.err, HasSubstr("Is a directory"));
  const test::Outcome pictures =
      test::outcome_of({"run", "no_such_network", "--target", "ethos-u55-128", "--svg", "timeline",
                        path("buffers.csv/pictures")});
  EXPECT_EQ(pictures.code, ExitCode::run_failed);
}

TEST_F(Documents, BudgetsAreCheckedBeforeTheWork) {
  const test::Outcome outcome =
      test::outcome_of({"run", "ds_cnn", "--target", "ethos-u55-128", "--require", "dram<=1K",
                        "--per-op", path("never.csv")});
  EXPECT_EQ(outcome.code, ExitCode::usage);
  EXPECT_FALSE(fs::exists(path("never.csv")));
}

}  // namespace
}  // namespace spillway::cli
