// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "cli/command.h"
#include "tests/cli/answer_run.h"
#include "tests/reference.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

using test::with_chip;

class PicturesTest : public test::InScratchFolder {
 protected:
  ExitCode run(std::vector<std::string> words) {
    std::ostringstream out, err;
    const ExitCode code = run_command_line(words, {out, err});
    errors_ = err.str();
    return code;
  }

  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(pictures())) {
      names.insert(entry.path().filename());
      EXPECT_THAT(read_text(entry.path()), testing::StartsWith("<svg "));
    }
    return names;
  }
  std::string pictures() const { return (folder_ / "new" / "pictures").string(); }

  std::string errors_;
};

TEST_F(PicturesTest, ARunDrawsItsMemoriesAndItsTimeline) {
  EXPECT_EQ(run(with_chip({"run", "--svg", "memory-map,timeline", pictures(), "resnet8"})),
            ExitCode::ok)
      << errors_;
  EXPECT_EQ(files(),
            (std::set<std::string>{"memory-map-dram.svg", "memory-map-sram.svg", "timeline.svg"}));
}

TEST_F(PicturesTest, ThePageOfTheRunHasTheSameTimelineAndChainOfOperators) {
  const std::string page = (folder_ / "page.html").string();
  ASSERT_EQ(run(with_chip({"run", "resnet8", "--report", page, "--advise", "none", "--svg",
                           "timeline,operators,live-bytes", pictures()})),
            ExitCode::ok)
      << errors_;
  EXPECT_EQ(files(), (std::set<std::string>{"live-bytes-dram.svg", "live-bytes-sram.svg",
                                            "operators.svg", "timeline.svg"}));
  for (const std::string& name : files()) {
    const std::string svg = read_text((fs::path(pictures()) / name).string());
    const std::string open = "overflow=\"visible\">\n";
    const std::size_t begin = svg.find(open) + open.size();
    const std::string marks = svg.substr(begin, svg.find("\n</svg>\n<", begin) - begin);
    EXPECT_GT(marks.size(), 500U) << name;
    EXPECT_NE(read_text(page).find(marks), std::string::npos) << name;
  }
}

TEST_F(PicturesTest, AComparisonDrawsTheMapsOfEveryPlanner) {
  EXPECT_EQ(run(with_chip({"compare", "resnet8", "--planner", "cadence-greedy,vela-spill", "--svg",
                           "memory-map,pareto", pictures()})),
            ExitCode::ok)
      << errors_;
  EXPECT_EQ(files().count("memory-map-vela-spill-sram.svg"), 1U);
  EXPECT_EQ(files().count("memory-map-cadence-greedy-sram.svg"), 1U);
  EXPECT_EQ(files().count("pareto.svg"), 1U);
}

TEST_F(PicturesTest, ASweepDrawsAChartPerGroupOfPoints) {
  EXPECT_EQ(
      run(with_chip({"sweep", "resnet8", "ds_cnn", "--memory", "sram=32K+64K", "--jobs", "1",
                     "--output", (folder_ / "sweep.csv").string(), "--svg", "pareto", pictures()})),
      ExitCode::ok)
      << errors_;
  EXPECT_EQ(files().size(), 2U);
}

TEST_F(PicturesTest, ASweepDrawsItsHeatMapAndItsScatterPlot) {
  ASSERT_EQ(run(with_chip({"sweep", "resnet8", "ds_cnn", "--memory", "sram=32K+64K", "--jobs", "1",
                           "--output", (folder_ / "sweep.csv").string(), "--svg", "heat,scatter",
                           pictures()})),
            ExitCode::ok)
      << errors_;
  EXPECT_EQ(files().size(), 2U);
  EXPECT_EQ(files().count("scatter.svg"), 1U);
  EXPECT_THAT(*files().begin(), testing::StartsWith("heat-sram_and_network"));
}

TEST_F(PicturesTest, IfASweepHasNoHeatMapANoteSaysSo) {
  ASSERT_EQ(run(with_chip({"sweep", "ds_cnn", "--memory", "sram=32K+64K", "--jobs", "1", "--output",
                           (folder_ / "sweep.csv").string(), "--svg", "heat,pareto", pictures()})),
            ExitCode::ok);
  EXPECT_THAT(errors_, HasSubstr("spillway: note: this result has no picture 'heat'\n"));
  EXPECT_EQ(files().size(), 1U);
}

TEST_F(PicturesTest, PicturesThatACommandCannotDrawAreNamedBeforeItRuns) {
  EXPECT_EQ(run(with_chip({"run", "resnet8", "--svg", "memory-map,pareto", pictures()})),
            ExitCode::usage);
  EXPECT_THAT(
      errors_,
      HasSubstr("unknown picture 'pareto'; expected one of: memory-map, live-bytes, timeline, "
                "operators, time"));
  EXPECT_FALSE(fs::exists(pictures()));
  EXPECT_EQ(run(with_chip({"sweep", "resnet8", "--svg", "timeline", pictures()})), ExitCode::usage);
}

TEST_F(PicturesTest, ACompiledNetworkShowsItsPlan) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const std::string network =
      test::shared_path("models/compiled/mlperf_kws__u55-128__Shared_Sram.tflite");
  EXPECT_EQ(run({"run", network, "--target", "ethos-u55-128", "--svg", "memory-map", pictures()}),
            ExitCode::ok);
  EXPECT_THAT(files(), testing::Contains("memory-map-sram.svg"));
}

TEST_F(PicturesTest, TheOptionTakesAListAndAFolder) {
  EXPECT_EQ(run(with_chip({"run", "resnet8", "--svg", "timeline"})), ExitCode::usage);
  EXPECT_THAT(errors_, HasSubstr("--svg takes two values: --svg LIST DIR"));
  EXPECT_EQ(run(with_chip({"run", "resnet8", "--svg=timeline"})), ExitCode::usage);
  EXPECT_THAT(errors_, HasSubstr("--svg memory-map,live-bytes,timeline,operators,time DIR"));
}

}  // namespace
}  // namespace spillway::cli
