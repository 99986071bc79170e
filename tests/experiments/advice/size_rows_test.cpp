// SPDX-License-Identifier: Apache-2.0
// A worker process of `size` simulates several sizes of a memory and keeps its caches from one size
// to the next. The rows that it writes must equal the rows of processes that begin with empty
// caches.
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "experiments/advice/size_answer.h"
#include "experiments/sweep/sweep_spec.h"
#include "experiments/sweep/sweep_table.h"
#include "tests/experiments/point/network_kinds.h"
#include "tests/scratch_folder.h"

namespace spillway {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

class LongSizeRows : public test::InScratchFolder {
 protected:
  static SweepSpec spec_of(const Network& network, const Options& options) {
    SweepSpec spec;
    spec.networks = {network};
    for (const auto& [name, value] : options) add_value(spec, name, value);
    add_value(spec, "search-budget", "10");
    add_value(spec, "planner", "search");
    add_value(spec, "planner", "belady");
    return spec;
  }

  // Runs `size` with `workers` processes. Returns the CSV file that `size` writes, with one row per
  // simulated point.
  std::string kept_rows(const SweepSpec& spec, std::size_t workers) const {
    SizeQuestion question;
    question.spec = spec;
    question.within = 0.1;
    SweepRun run;
    run.workers = workers;
    run.output = path("points" + std::to_string(++answers_) + ".csv");
    answer_size(question, run);
    return read_text(run.output);
  }

  // Checks that each row in `rows` equals the row of the same point from a table with empty caches.
  // Compares only the beginning of the rows, because the last cells of a row depend on all points
  // of the sweep.
  static void expect_fresh_rows(const SweepSpec& spec, const std::string& rows) {
    std::istringstream lines(rows);
    std::string line;
    std::getline(lines, line);
    int compared = 0;
    while (std::getline(lines, line)) {
      SweepSpec single = spec;
      const std::size_t size = line.find("sram=");
      ASSERT_NE(size, std::string::npos) << line;
      add_memory(single, line.substr(size, line.find_first_of(" ,", size) - size));
      SweepTable fresh(single);
      const bool searched = line.find(",search,") != std::string::npos;
      EXPECT_THAT(line, testing::StartsWith(fresh.row(searched ? 0 : 1)));
      ++compared;
    }
    EXPECT_GE(compared, 6);
  }

 private:
  mutable int answers_ = 0;
};

TEST_F(LongSizeRows, AreThoseOfSeparateRuns) {
  const std::vector<Options> chips = {
      {{"target", "ethos-u65-256"}, {"memory-mode", "Dedicated_Sram"}},
      {{"target", "ethos-u55-128"}},
      {{"target", "xcore.ai"}, {"arena", "sram+extram"}},
  };
  std::size_t number = 0;
  for (const test::NetworkKind& kind : test::network_kinds()) {
    const Options& chip = chips[number++ % chips.size()];
    SCOPED_TRACE(kind.name + " on " + chip[0].second);
    const SweepSpec spec = spec_of(test::network_of(kind, 5), chip);
    const std::string rows = kept_rows(spec, 1);
    EXPECT_EQ(kept_rows(spec, 3), rows);
    expect_fresh_rows(spec, rows);
  }
}

}  // namespace
}  // namespace spillway
