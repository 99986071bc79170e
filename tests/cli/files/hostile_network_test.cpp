// SPDX-License-Identifier: Apache-2.0
// The names in the networks of these tests contain line ends, escape sequences of terminals,
// mentions of users (@everyone) and commands for CI servers. In every output, such a name must stay
// plain text.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/text.h"
#include "cli/command.h"
#include "tests/cli/run_outcome.h"
#include "tests/scratch_folder.h"
#include "traces/csv/network_csv.h"
#include "traces/files/builtin_networks.h"
#include "traces/tflite/writer.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;
using test::with_chip;

constexpr const char* hostile =
    "\n::error::forged\nforged total 1\t\x1b[31m\x1b]0;forged\x07 ##vso[forged] @everyone `|<b> ";

class HostileNetwork : public test::InScratchFolder {
 protected:
  void SetUp() override {
    Network network = *builtin_network("ds_cnn");
    network.name = hostile;
    for (std::size_t i = 0; i < network.tensors.size(); ++i) {
      network.tensors[i].name = hostile + std::to_string(i);
    }
    for (Operator& op : network.operators) op.name = hostile;
    write_file(csv_, write_network_csv(network));
    const std::vector<std::uint8_t> bytes = write_tflite(network);
    write_file(tflite_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  // Checks that no line begins with text that could come from a hostile name, and that `text` has
  // no escape sequence of a terminal.
  static void expect_text(const std::string& text, const std::string& what) {
    for (const std::string& line : split(text, '\n')) {
      const std::string trimmed(trim(line));
      EXPECT_NE(trimmed.rfind("forged", 0), 0U) << what << ": " << line;
      EXPECT_NE(trimmed.rfind("::error", 0), 0U) << what << ": " << line;
      EXPECT_EQ(line.find('\x1b'), std::string::npos) << what << ": " << line;
      EXPECT_EQ(line.find('\x07'), std::string::npos) << what << ": " << line;
    }
  }

  std::string run(const std::vector<std::string>& words, bool may_miss = false) {
    const test::Outcome outcome = test::outcome_of(words);
    const std::string line = testing::PrintToString(words);
    EXPECT_TRUE(outcome.code == ExitCode::ok || may_miss) << line << outcome.err;
    expect_text(outcome.out, line);
    expect_text(outcome.err, line);
    EXPECT_EQ((outcome.out + outcome.err).find("##vso["), std::string::npos) << line;
    return outcome.out;
  }

  void expect_text_in_files() {
    int seen = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path("out"))) {
      if (!entry.is_regular_file()) continue;
      expect_text(read_text(entry.path()), entry.path());
      ++seen;
    }
    EXPECT_GT(seen, 0);
  }

  std::string out(const std::string& name) {
    fs::create_directories(path("out"));
    return path("out/" + name);
  }

  std::string csv_ = path("network.csv"), tflite_ = path("network.tflite");
};

using SlowHostileNetwork = HostileNetwork;

TEST_F(SlowHostileNetwork, ItsNamesStayTextInTheFilesOfARun) {
  for (const std::string& network : {csv_, tflite_}) {
    run(with_chip({"run",        network,           "--group-by",    "op",
                   "--per-op",   out("op.csv"),     "--per-op-vela", out("vela.csv"),
                   "--plan-out", out("plan.csv"),   "--vcd",         out("run.vcd"),
                   "--trace",    out("trace.json"), "--report",      out("run.html"),
                   "--json",     out("run.json"),   "--svg",         "memory-map,timeline",
                   out("svg")}));
    run(with_chip({"run", network, "--plan", out("plan.csv")}));
    run(with_chip({"run", network, "--table", "invoke", "--color", "always"}), true);
    run(with_chip({"run", network, "--memory", "sram=1K", "--arena", "sram"}), true);
    run({"diff", out("op.csv"), out("op.csv")});
    expect_text_in_files();
  }
}

TEST_F(SlowHostileNetwork, ItsNamesStayTextInAnswers) {
  for (const std::string& network : {csv_, tflite_}) {
    run(with_chip({"explain", network, "--op", "3"}));
    run(with_chip({"explain", network, "--op", "forged"}), true);
    run(with_chip({"compare", network, "--memory", "sram=48K", "--report", out("compare.html")}));
    run(with_chip({"advise", network, "--memory", "sram=48K", "--quick"}));
    run(with_chip({"size", network, "--within", "10%", "--step", "32K", "--up-to", "128K"}), true);
    run(with_chip({"tune", network, "--compiler", "false {network}", "--try", "a=1", "--output",
                   out("tuned")}),
        true);
  }
  expect_text_in_files();
}

TEST_F(HostileNetwork, ItsNamesStayTextInPlansAndConvertedFiles) {
  for (const std::string& network : {csv_, tflite_}) {
    run(with_chip({"plan", network, "--map", "--output", out("plan.csv")}), true);
    run(with_chip({"plan", network, "--output", out("plan.csv"), "--require", "sram<=1K"}), true);
    run({"check", "--buffers", out("plan.csv"), "--memory", "sram=1K"}, true);
    run({"convert", network, "--to", "network.csv", "--output", out("converted.csv")});
    run({"convert", network, "--to", "plan.csv"});
    run({"convert", network, "--to", "minimalloc.csv"});
  }
  expect_text_in_files();
}

TEST_F(HostileNetwork, ItsNamesStayTextInSweepsAndSummaries) {
  run(with_chip({"sweep", csv_, tflite_, "--memory", "sram=32K,64K", "--output", out("s.csv"),
                 "--report", out("s.html"), "--json", out("s.json")}));
  run({"merge", out("s.csv"), "--output", out("m.csv")});
  run({"diff", out("s.csv"), out("m.csv")}, true);
  expect_text_in_files();
}

TEST_F(HostileNetwork, ItsNamesStayTextInBudgetsOfCi) {
  const std::string check =
      "[[check]]\ntarget = \"ethos-u65-256\"\nmemory-mode = \"Dedicated_Sram\"\nnetwork = ";
  const std::string baseline = out("baseline.json");
  const std::string head = "kind = \"ci\"\nbaseline = \"" + baseline + "\"\n";
  const auto budgets = [&](const std::string& memory) {
    const std::string end = "\nmemory = [\"sram=" + memory + "\"]\nlatency = \"1us\"\n";
    write_file(path("ci.toml"), head + check + "\"network.csv\"" + end);
    return path("ci.toml");
  };
  write_file(path("first.toml"), "kind = \"ci\"\n" + check + "\"network.csv\"\n");
  run({"ci", path("first.toml"), "--json", baseline});
  run({"ci", budgets("8K"), "--markdown", out("comment.md"), "--junit", out("results.xml")}, true);
  expect_text_in_files();
  // In Markdown, a mention of a user has no effect within a code span. So "@everyone" may stand
  // only within code spans.
  const std::string comment = read_text(out("comment.md"));
  EXPECT_NE(comment.find("@everyone"), std::string::npos);
  for (const std::string& line : split(comment, '\n')) {
    const std::vector<std::string> parts = split(line, '`');
    const bool summary = line.find("<summary><code>") != std::string::npos;
    for (std::size_t i = 0; i < parts.size() && !summary; i += 2) {
      EXPECT_EQ(parts[i].find("@everyone"), std::string::npos) << line;
    }
  }
}

TEST_F(HostileNetwork, ItsNamesInTomlAreOneLine) {
  write_file(path("ci.toml"),
             "kind = \"ci\"\n[[check]]\nname = \"a\\nforged\"\nnetwork = \"ds_cnn\"\n"
             "target = \"ethos-u65-256\"\n");
  const test::Outcome outcome = test::outcome_of({"ci", path("ci.toml")});
  EXPECT_EQ(outcome.code, ExitCode::input_file);
  EXPECT_THAT(outcome.err, testing::HasSubstr("ci.toml:3:8: name: expected one line"));
  expect_text(outcome.err, "ci");
}

}  // namespace
}  // namespace spillway::cli
