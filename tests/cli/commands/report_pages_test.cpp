// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "cli/command.h"
#include "tests/checkout.h"
#include "tests/cli/answer_run.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

class ReportPages : public test::InScratchFolder {
 protected:
  ExitCode run(std::vector<std::string> words) {
    std::ostringstream out, err;
    const ExitCode code = run_command_line(words, {out, err});
    out_ = out.str();
    errors_ = err.str();
    return code;
  }

  std::string out_, errors_;
};

const std::vector<std::string> sweep = {
    "sweep",          "resnet8",  "--target",     "ethos-u65-256", "--memory-mode",
    "Dedicated_Sram", "--memory", "sram=32K+64K", "--jobs",        "1"};

using SlowReportPages = ReportPages;

TEST_F(SlowReportPages, HoldTheCommandLineThatMakesThemAgain) {
  ASSERT_EQ(run({"run", "resnet8", "--target", "ethos-u65-256", "--report", path("run.html")}),
            ExitCode::ok);
  EXPECT_THAT(read_text(path("run.html")),
              HasSubstr("spillway run resnet8 --target ethos-u65-256 --report"));
  ASSERT_EQ(run({"compare", "resnet8", "--target", "ethos-u65-256", "--planner",
                 "cadence-greedy,tflm", "--report", path("compare.html")}),
            ExitCode::ok);
  EXPECT_THAT(read_text(path("compare.html")),
              HasSubstr("spillway compare resnet8 --target ethos-u65-256 --planner"));
  ASSERT_EQ(run(with(sweep, {"--output", path("s.csv"), "--report", path("sweep.html")})),
            ExitCode::ok);
  EXPECT_THAT(read_text(path("sweep.html")), HasSubstr("spillway sweep resnet8 --target"));
}

// Returns the JSON document in which a page of HTML keeps its data.
nlohmann::json data_of(const std::string& page) {
  const std::string open = "id=\"data\">\n";
  const std::size_t from = page.find(open) + open.size();
  return nlohmann::json::parse(page.substr(from, page.find('\n', from) - from));
}

TEST_F(SlowReportPages, OfARunShowTheAdviceOfTheCommandAdvise) {
  const std::vector<std::string> point = {"resnet8",       "--target",       "ethos-u65-256",
                                          "--memory-mode", "Dedicated_Sram", "--memory",
                                          "sram=16K"};
  const auto page_with = [&](const std::vector<std::string>& more) {
    const Words words = with(with({"run"}, point), {"--report", path("run.html")});
    EXPECT_EQ(run(with(words, more)), ExitCode::ok) << errors_;
    return data_of(read_text(path("run.html")));
  };
  const nlohmann::json none = page_with({"--advise", "none"});
  EXPECT_TRUE(none["advice"].is_null());
  EXPECT_EQ(none["advise_command"],
            "spillway advise resnet8 --target ethos-u65-256 --memory-mode Dedicated_Sram "
            "--memory sram=16384");
  const nlohmann::json short_run = page_with({"--advise", "quick"});
  // For the advice on the page, `run` simulates changes for at most two seconds. With sanitizers,
  // the simulations take longer, so the page may have no advice.
  if (!test::sanitized()) {
    EXPECT_EQ(page_with({})["advice"], short_run["advice"]);
  }
  ASSERT_EQ(run(with({"advise", "--quick", "--jobs", "1", "--json", "-"}, point)), ExitCode::ok)
      << errors_;
  EXPECT_EQ(short_run["advice"], nlohmann::json::parse(out_));
  EXPECT_TRUE(page_with({"--planner", "search"})["advice"].is_null());
}

TEST_F(ReportPages, RefuseAdviceWithoutAPageAndUnknownExtents) {
  const std::vector<std::string> point = {"run", "resnet8", "--target", "ethos-u55-128"};
  std::vector<std::string> words = point;
  words.insert(words.end(), {"--advise", "quick"});
  EXPECT_EQ(run(words), ExitCode::usage);
  words.back() = "quik";
  words.insert(words.end(), {"--report", path("run.html")});
  EXPECT_EQ(run(words), ExitCode::usage);
  EXPECT_THAT(errors_, HasSubstr("did you mean 'quick'"));
  EXPECT_FALSE(fs::exists(path("run.html")));
}

TEST_F(ReportPages, ASweepToStandardOutputWritesAPage) {
  ASSERT_EQ(run(with(sweep, {"--output", "/dev/null", "--report", path("sweep.html")})),
            ExitCode::ok);
  EXPECT_THAT(read_text(path("sweep.html")), HasSubstr("\"rows\":2"));
}

TEST_F(ReportPages, MergedShardsAreTheSameSweep) {
  for (const std::string shard : {"1", "2"}) {
    ASSERT_EQ(run(with(sweep, {"--shard", shard + "/2", "--output", path(shard + ".csv")})),
              ExitCode::ok)
        << errors_;
  }
  ASSERT_EQ(run({"merge", path("1.csv"), path("2.csv"), "--output", path("all.csv"), "--report",
                 path("all.html"), "--svg", "pareto", path("pictures")}),
            ExitCode::ok)
      << errors_;
  EXPECT_THAT(read_text(path("all.html")), HasSubstr("\"rows\":2"));
  EXPECT_THAT(read_text(path("all.html")), HasSubstr("\"network_words\":{"));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("pictures")), fs::directory_iterator()), 1);
}

TEST_F(ReportPages, AMergeReadsEverythingBeforeItWritesAnything) {
  for (const std::string shard : {"1", "2"}) {
    ASSERT_EQ(run(with(sweep, {"--shard", shard + "/2", "--output", path(shard + ".csv")})),
              ExitCode::ok);
    std::string meta = read_text(path(shard + ".csv.meta.json"));
    const std::size_t key = meta.find("\"networks\"");
    ASSERT_NE(key, std::string::npos);
    write_file(path(shard + ".csv.meta.json"), meta.replace(key, 10, "\"nettings\""));
  }
  EXPECT_EQ(run({"merge", path("1.csv"), path("2.csv"), "--output", path("all.csv"), "--report",
                 path("all.html")}),
            ExitCode::input_file);
  EXPECT_THAT(errors_, HasSubstr("1.csv.meta.json: not the description of a sweep"));
  EXPECT_FALSE(fs::exists(path("all.csv")));
  EXPECT_FALSE(fs::exists(path("all.html")));
}

TEST_F(ReportPages, AreRefusedForRunsThatHaveNoResultToShow) {
  EXPECT_EQ(run(with(sweep, {"--output", path("s.csv"), "--slurm", path("jobs"), "--report",
                             path("sweep.html")})),
            ExitCode::usage);
  EXPECT_THAT(errors_, HasSubstr("spillway merge"));
  EXPECT_EQ(run({"compare", "resnet8", "--target", "ethos-u65-256", "--with", "listing.csv",
                 "--report", path("compare.html")}),
            ExitCode::usage);
  EXPECT_FALSE(fs::exists(path("compare.html")));
}

}  // namespace
}  // namespace spillway::cli
