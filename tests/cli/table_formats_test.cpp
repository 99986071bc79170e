// SPDX-License-Identifier: Apache-2.0
// Prints every table of every command in every format. The program lists its commands and their
// tables. So this test fails for a new command or table until samples() has a command line that
// prints the table.
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/text.h"
#include "cli/command.h"
#include "tests/checkout.h"
#include "tests/cli/answer_run.h"
#include "tests/hwmodels/ethosu/replay/assembled_file.h"
#include "tests/report/separators.h"
#include "tests/scratch_folder.h"
#include "traces/csv/csv_reader.h"

namespace spillway::cli {
namespace {

const std::set<std::string> without_tables = {"convert", "completion", "help", "version"};

class TableForms : public test::InScratchFolder {
 protected:
  void SetUp() override {
    write_file(path("overlapping.csv"),
               "id,lower,upper,size,offset\na,0,2,64,0\nb,1,3,32,16\nc,0,1,8,\n");
    write_file(path("buffers.csv"), "id,lower,upper,size\na,0,2,64\nb,1,3,32\n");
    test::outcome_of({"memory", "--part", "LPDDR4-3200-x16", "--pattern", "copy64", "--blocks",
                      "10", "--commands", path("commands.csv")});
    const std::vector<std::uint8_t> compiled = test::assembled_bytes({});
    write_file(path("compiled.tflite"),
               {reinterpret_cast<const char*>(compiled.data()), compiled.size()});
    write_file(path("compiler.sh"), "cp '" + path("compiled.tflite") + "' \"$1\"/out.tflite\n");
    test::outcome_of(
        small({"run", "ds_cnn", "--per-op", path("a.csv"), "--per-op-vela", path("vela.csv")}));
    test::outcome_of(small({"run", "resnet8", "--per-op", path("b.csv")}));
    test::outcome_of(small({"sweep", "ds_cnn", "--memory", "sram=8K,16K", "--output",
                            path("points.csv"), "--shard", "1/1"}));
    write_file(path("sweep.toml"),
               "kind = \"sweep\"\ndescription = \"two chips\"\nnetworks = [\"ds_cnn\"]\ntargets = "
               "[\"ethos-u55-64\", \"ethos-u55-128\"]\n");
    write_file(path("ci.toml"),
               "kind = \"ci\"\nbaseline = \"baseline.json\"\n[[check]]\nnetwork = \"ds_cnn\"\n"
               "target = \"ethos-u55-128\"\nlatency = \"1us\"\n");
    test::outcome_of({"ci", path("ci.toml"), "--update"});
    write_file(path("ci.toml"),
               "kind = \"ci\"\nbaseline = \"baseline.json\"\n[[check]]\nnetwork = \"ds_cnn\"\n"
               "target = \"ethos-u55-128\"\nmemory = [\"sram=16K\"]\nlatency = \"1us\"\n");
  }

  static Words small(const Words& words) { return test::with_chip(words); }

  // Returns command lines, by command. The command lines of a command together print all its
  // tables, except for rare tables (is_rare()).
  std::map<std::string, std::vector<Words>> samples() {
    const Words two_sizes = {
        "--memory", "sram=8K,16K", "--planner", "cadence-greedy,vela-spill", "--jobs", "2"};
    return {
        {"run",
         {small({"run", "ds_cnn", "--counters"}), {"run", "ds_cnn", "--target", "xcore.ai"}}},
        {"explain", {small({"explain", "ds_cnn", "--memory", "sram=8K", "--op", "1"})}},
        {"compare",
         {small({"compare", "ds_cnn", "--planner", "cadence-greedy,vela-spill,single", "--memory",
                 "sram=8K"}),
          small({"compare", "ds_cnn", "--planner", "cadence-greedy,vela-spill", "--per-op"}),
          small({"compare", "ds_cnn", "--with", path("vela.csv")})}},
        {"advise", {small({"advise", "ds_cnn", "--memory", "sram=8K", "--quick", "--jobs", "2"})}},
        {"size",
         {{"size", "ds_cnn", "--within", "5%", "--planner", "cadence-greedy", "--target",
           "ethos-u65-256,ethos-u65-512", "--memory-mode", "Dedicated_Sram", "--jobs", "2"}}},
        {"tune",
         {small({"tune", test::checkout_path("examples/none.tflite"), "--compiler", "false {out}",
                 "--output", path("tuned")})}},
        {"sweep",
         {with(small({"sweep", "ds_cnn"}), two_sizes),
          with(small({"sweep", "ds_cnn", "--per-op"}), two_sizes)}},
        {"pareto", {with(small({"pareto", "ds_cnn"}), two_sizes)}},
        {"merge", {{"merge", path("points.csv"), "--output", path("merged.csv")}}},
        {"diff", {{"diff", path("a.csv"), path("b.csv")}}},
        {"experiment",
         {{"experiment", path("sweep.toml")},
          {"experiment", test::checkout_path("experiments/split_arena.toml")}}},
        {"ci", {{"ci", path("ci.toml")}}},
        {"plan", {small({"plan", "ds_cnn", "--details"})}},
        {"arena", {small({"arena", "ds_cnn", "resnet8"})}},
        {"relink", {{"relink", path("compiled.tflite"), "--output", path("relinked.tflite")}}},
        {"check", {{"check", "--buffers", path("overlapping.csv"), "--memory", "sram=96"}}},
        {"list", {{"list", "planners"}, {"list", "costs"}}},
        {"memory",
         {{"memory", "--part", "LPDDR4-3200-x16", "--pattern", "copy64", "--blocks", "100"},
          {"memory", "--part", "LPDDR4-3200-x16", "--check", path("commands.csv")}}},
        {"bench", {{"bench"}}},
    };
  }

  // Returns whether the table is rare: no command line of samples() prints the table, because this
  // test does not write the files that the table needs. Such files are compiled files of a plain
  // network (table "differences"), networks with persistent tensors (table "persistent"), sweep
  // files that ask for the table "standings" (how often each planner is the fastest), and published
  // figures. fvp_experiment_test.cpp and vela_validation_test.cpp test the tables of published
  // figures.
  static bool is_rare(const std::string& command, const std::string& table) {
    static const std::set<std::string> published = {"runs",  "means", "kinds", "units",
                                                    "worst", "bytes", "plans"};
    if (command == "experiment" && published.count(table) > 0) return true;
    return command + " " + table == "compare differences" ||
           command + " " + table == "arena persistent" ||
           command + " " + table == "sweep standings" ||
           command + " " + table == "experiment standings";
  }
};

// Checks that every row in a tabular environment of a LaTeX text has as many cells as the tabular
// has columns.
void expect_latex(const std::string& text, const std::string& what) {
  std::size_t columns = 0;
  int open = 0;
  for (const std::string& line : split(text, '\n')) {
    if (line.empty() || line[0] == '%') continue;
    const std::string begin = "\\begin{tabular}{";
    if (line.rfind(begin, 0) == 0) {
      columns = line.size() - begin.size() - 1;
      ++open;
    } else if (line == "\\end{tabular}") {
      --open;
    } else if (line[0] != '\\' || line.find(" & ") != std::string::npos) {
      EXPECT_EQ(test::separators(line, '&') + 1, columns) << what << "\n" << line;
      EXPECT_EQ(line.substr(line.size() - 2), "\\\\") << what << "\n" << line;
    }
    EXPECT_TRUE(open == 0 || open == 1) << what;
    EXPECT_EQ(test::separators(line, '{'), test::separators(line, '}')) << what << "\n" << line;
  }
  EXPECT_EQ(open, 0) << what;
  EXPECT_GT(columns, 0U) << what;
}

void expect_markdown(const std::string& text, const std::string& what) {
  std::size_t columns = 0;
  bool in_code = false, any = false;
  for (const std::string& line : split(text, '\n')) {
    if (line.rfind("```", 0) == 0) in_code = !in_code;
    if (in_code || line.empty() || line[0] != '|') {
      columns = 0;
      continue;
    }
    any = true;
    if (columns == 0) columns = test::separators(line, '|');
    EXPECT_EQ(test::separators(line, '|'), columns) << what << "\n" << line;
  }
  EXPECT_FALSE(in_code) << what;
  EXPECT_TRUE(any) << what << "\n" << text;
}

void expect_csv(const std::string& text, const std::string& what) {
  CsvReader reader(text, what);
  EXPECT_FALSE(reader.header().empty()) << what;
  while (reader.next_row()) {
    for (std::size_t i = 0; i < reader.header().size(); ++i) reader.cell(i);
  }
}

using SlowTableForms = TableForms;

TEST_F(SlowTableForms, EveryCommandPrintsItsTablesInEveryForm) {
  const auto lines = samples();
  for (const CommandEntry& command : commands()) {
    const bool has_option = command.options.find_nothrow("format", false) != nullptr;
    EXPECT_EQ(has_option, without_tables.count(command.name) == 0) << command.name;
    EXPECT_EQ(has_option, !command.tables.empty()) << command.name;
    if (!has_option || command.name == "tune") continue;
    ASSERT_EQ(lines.count(command.name), 1U) << command.name << " needs a command line here";
    for (const Words& words : lines.at(command.name)) {
      const std::string what = testing::PrintToString(words);
      const test::Outcome plain = test::outcome_of(with(words, {"--format", "text"}));
      for (const char* form : {"markdown", "latex", "csv"}) {
        const test::Outcome outcome = test::outcome_of(with(words, {"--format", form}));
        EXPECT_EQ(outcome.code, plain.code) << what << form << outcome.err;
        // The table of the command `check` lists violations of a plan. For a legal plan, the
        // command prints no table.
        if (plain.out.find("legal") != std::string::npos) continue;
        if (form == std::string("markdown")) expect_markdown(outcome.out, what);
        if (form == std::string("latex")) expect_latex(outcome.out, what);
        if (form == std::string("csv")) expect_csv(outcome.out, what);
      }
    }
  }
}

TEST_F(TableForms, EveryNamedTableCanBePrintedAlone) {
  for (const auto& [name, lines] : samples()) {
    const CommandEntry& command = find_command(name);
    if (command.tables.size() < 2) continue;
    for (const std::string& table : command.tables) {
      bool printed = is_rare(name, table);
      for (const Words& words : lines) {
        const test::Outcome alone =
            test::outcome_of(with(words, {"--format", "csv", "--only", table}));
        if (alone.code == ExitCode::usage) {
          EXPECT_THAT(alone.err, HasSubstr("--only"));
          continue;
        }
        printed = true;
        expect_csv(alone.out, name + " " + table);
        EXPECT_THAT(alone.err, testing::Not(HasSubstr("--only"))) << name << " " << table;
      }
      EXPECT_TRUE(printed) << name << " " << table;
    }
  }
}

TEST_F(TableForms, RefusesFormatsThatDoNotApply) {
  const auto refusal = [](const Words& words) {
    const test::Outcome outcome = test::outcome_of(words);
    EXPECT_EQ(outcome.code, ExitCode::usage) << outcome.out;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  const Words run = small({"run", "ds_cnn"});
  EXPECT_THAT(refusal(with(run, {"--format", "markdwon"})), HasSubstr("did you mean 'markdown'"));
  EXPECT_THAT(refusal(with(run, {"--only", "operator"})), HasSubstr("did you mean 'operators'"));
  EXPECT_THAT(refusal(with(run, {"--only", "counters"})), HasSubstr("needs --counters"));
  EXPECT_THAT(refusal(with(small({"compare", "ds_cnn", "--planner", "single"}),
                           {"--format", "csv", "--only", "layers"})),
              HasSubstr("it has planners"));
  EXPECT_THAT(refusal(with(run, {"--format", "csv", "--json", "-"})), HasSubstr("--json -"));
  EXPECT_THAT(refusal(with(run, {"--format", "csv", "--table", "invoke"})), HasSubstr("invoke"));
  EXPECT_THAT(refusal(with(run, {"--format", "latex", "--color", "always"})), HasSubstr("--color"));
  EXPECT_THAT(refusal({"check", "--against", path("compiled.tflite"), path("compiled.tflite"),
                       "--format", "csv"}),
              HasSubstr("--against"));
  EXPECT_THAT(refusal({"merge", path("points.csv"), "--format", "csv"}), HasSubstr("--output"));
  EXPECT_THAT(refusal({"version", "--format", "csv"}), HasSubstr("--format"));
}

TEST_F(TableForms, CsvNamesItsTableAndTheTablesThatItLeavesOut) {
  const test::Outcome csv = test::outcome_of(small({"run", "ds_cnn", "--format", "csv"}));
  EXPECT_THAT(csv.out, testing::StartsWith("count,operator,cycles,time ms\n"));
  EXPECT_THAT(csv.err, HasSubstr("'operators'; --only prints slowest, memories"));
}

TEST_F(TableForms, ASweepPrintsItsSummaryInTheChosenForm) {
  const Words sweep = small({"sweep", "ds_cnn", "--memory", "sram=8K,16K", "--jobs", "2"});
  const test::Outcome text = test::outcome_of(with(sweep, {"--format", "text"}));
  EXPECT_THAT(text.out, testing::StartsWith("2 points, 2 ok"));
  const test::Outcome csv = test::outcome_of(with(sweep, {"--format", "csv"}));
  EXPECT_THAT(csv.out, HasSubstr("planner,8K ms,16K ms\n"));
}

}  // namespace
}  // namespace spillway::cli
