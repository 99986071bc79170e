// SPDX-License-Identifier: Apache-2.0
// For every kind of operator and every target, all commands must give an answer. The test also
// makes the table of docs/operator-coverage.md. With SPILLWAY_REFRESH_DOCS=1, the test writes this
// table into the document.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/checkout.h"
#include "tests/cli/run_outcome.h"
#include "tests/hwmodels/ethosu/lower/operator_samples.h"
#include "tests/scratch_folder.h"
#include "traces/tflite/writer.h"

namespace spillway::cli {
namespace {

using Json = nlohmann::json;

const std::vector<std::string> targets = {"ethos-u55-128", "ethos-u65-256", "ethos-u85-256",
                                          "xcore.ai"};

class SlowOperatorKinds : public test::InScratchFolder {
 protected:
  // Writes `network`, whose only operator is of this kind, to a file, and returns the path of the
  // file. The network has no other operators, because lowering could combine them with the
  // operator.
  std::string file_of(const std::string& kind, const Network& network) {
    const std::vector<std::uint8_t> bytes = write_tflite(network);
    write_file(path(kind + ".tflite"), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return path(kind + ".tflite");
  }

  // Returns the cell for this operator and target in the table of docs/operator-coverage.md. The
  // cell says where the operator runs: "yes" for the NPU or tile, "CPU", "TFLM's kernel" or
  // "vanishes". Returns "fails: " and the error if the run fails.
  static std::string place_of(const std::string& file, const std::string& target) {
    const test::Outcome run = test::outcome_of({"run", file, "--target", target, "--json", "-"});
    if (run.code != ExitCode::ok) return "fails: " + run.err;
    const Json operators = Json::parse(run.out)["timing"]["operators"];
    bool on_host = false, reference = false;
    for (const Json& op : operators) {
      const std::string note = op.value("note", "");
      on_host = on_host || note.rfind("cpu", 0) == 0;
      reference = reference || note.find("TFLM") != std::string::npos;
    }
    if (operators.empty()) return "vanishes";
    return on_host ? "CPU" : reference ? "TFLM's kernel" : "yes";
  }

  static void expect_answers(const std::string& file, const std::string& target) {
    const std::vector<std::vector<std::string>> commands = {
        {"run", "--planner", "search"},
        {"compare", "--planner", "cadence-greedy,search"},
        {"advise", "--quick", "--jobs", "1"},
        {"size", "--within", "50%", "--jobs", "1"}};
    for (const std::vector<std::string>& command : commands) {
      std::vector<std::string> words = {command[0], file, "--target", target};
      words.insert(words.end(), command.begin() + 1, command.end());
      const test::Outcome outcome = test::outcome_of(words);
      EXPECT_EQ(outcome.code, ExitCode::ok) << testing::PrintToString(words) << outcome.err;
    }
  }
};

constexpr const char* head =
    "# Operators that are tried\n"
    "\n"
    "This page lists operators of networks, and says which processor runs each of them on four "
    "targets\n"
    "(chips): three with an Ethos-U NPU, and xcore.ai. The entries of the table mean:\n"
    "* `yes`: the NPU runs the operator, or an xcore.ai tile runs it with a kernel of XMOS.\n"
    "* `CPU`: the host CPU beside the NPU runs the operator.\n"
    "* `TFLM's kernel`: the xcore.ai tile runs the operator with the reference kernel of "
    "TensorFlow\n"
    "  Lite Micro (TFLM).\n"
    "\n"
    "The test `tests/cli/files/operator_kinds_test.cpp` writes every operator of this table into "
    "a\n"
    "network file, and runs the commands `run`, `run --planner search`, `compare`, `advise` and "
    "`size`\n"
    "with this file on each target.\n"
    "\n";

TEST_F(SlowOperatorKinds, AreAnsweredByEveryCommandOnEveryFamily) {
  std::string table =
      fmt::format("{}| operator | {} |\n|---|---|---|---|---|\n", head, fmt::join(targets, " | "));
  for (const auto& [kind, sample] : test::supported()) {
    const std::string file = file_of(kind, sample.network);
    table += "| " + kind + " |";
    for (const std::string& target : targets) {
      const std::string place = place_of(file, target);
      EXPECT_EQ(place.rfind("fails", 0), std::string::npos) << kind << " " << target << place;
      table += " " + place + " |";
      expect_answers(file, target);
    }
    table += "\n";
  }
  const std::string page = test::checkout_path("docs/operator-coverage.md");
  if (std::getenv("SPILLWAY_REFRESH_DOCS") != nullptr) write_file(page, table);
  EXPECT_EQ(read_text(page), table);
}

}  // namespace
}  // namespace spillway::cli
