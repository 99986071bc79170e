// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "tests/checkout.h"
#include "tests/cli/answer_run.h"
#include "tests/experiments/point/options/option_samples.h"

namespace spillway::cli {
namespace {

/// Sweeps write an HTML page that prints a command for each point. The tests run these commands in
/// a shell.
class SlowSweepCommands : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("spillway_commands" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "bin");
    fs::create_symlink(test::program_path(), folder_ / "bin" / "spillway");
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// Runs a sweep with the page as output. Returns the JSON document with the data of the page.
  Json page_of(const std::string& name, const Words& options) const {
    Words words = {"sweep",    "--jobs",          "1", "--output", path(name + ".csv"),
                   "--report", path("sweep.html")};
    words.insert(words.end(), options.begin(), options.end());
    const test::Outcome outcome = test::outcome_of(words);
    if (outcome.code != ExitCode::ok) {
      ADD_FAILURE() << outcome.err;
      return {};
    }
    const std::string page = read_text(path("sweep.html"));
    const std::string mark = "id=\"data\">\n";
    const std::size_t begin = page.find(mark) + mark.size();
    return Json::parse(page.substr(begin, page.find('\n', begin) - begin));
  }

  /// Runs in a shell the command that the page prints for the row. Returns the JSON document of
  /// this run.
  Json shell_runs(const Json& page, std::size_t row) const {
    std::string command = "spillway run";
    for (const Json& part : page["run_words"]) {
      const auto words = part["texts"][part["cells"][row].get<std::size_t>()].get<std::string>();
      command += words.empty() ? "" : " " + words;
    }
    const std::string script = "PATH=" + path("bin") + ":$PATH " + command + " --json " +
                               path("run.json") + " > /dev/null 2> " + path("errors");
    EXPECT_EQ(std::system(script.c_str()), 0) << command << "\n" << read_text(path("errors"));
    return Json::parse(read_text(path("run.json")));
  }

  static Json column(const Json& page, const std::string& name, std::size_t row) {
    for (const Json& column : page["columns"]) {
      if (column["name"] == name) return column["cells"][row];
    }
    return {};
  }

  void expect_commands_repeat(const Json& page, const std::string& what) const {
    ASSERT_TRUE(page.is_object()) << what;
    for (std::size_t row = 0; row < page["rows"].get<std::size_t>(); ++row) {
      const Json result = shell_runs(page, row);
      EXPECT_EQ(column(page, "total_cycles", row), result["timing"]["total_cycles"]) << what;
      for (const Json& memory : result["timing"]["memories"]) {
        const auto name = memory["name"].get<std::string>();
        for (const char* figure : {"capacity_bytes", "peak_bytes", "read_bytes", "write_bytes"}) {
          EXPECT_EQ(column(page, name + "_" + figure, row), memory[figure])
              << what << " " << name << " " << figure;
        }
      }
    }
  }

  fs::path folder_;
};

std::string joined(const OptionItems& items, char separator) {
  std::string text;
  for (const std::string& item : items) {
    text += (text.empty() ? "" : std::string(1, separator)) + item;
  }
  return text;
}

// Returns words of a command line that give the option `name` one value in a sweep. The value
// consists of `items`. Most options join the items by +. An option with `own_list` is repeated for
// each item.
Words words_of(const std::string& name, const OptionItems& items) {
  const PointOption& option = find_point_option(name);
  Words words;
  if (option.own_list) {
    for (const std::string& item : items) words.insert(words.end(), {"--" + name, item});
    return words;
  }
  return {"--" + name, joined(items, '+')};
}

TEST_F(SlowSweepCommands, RepeatTheirRowsWhateverOptionIsSwept) {
  for (const test::OptionSample& sample : test::option_samples(folder_)) {
    const PointOption& option = find_point_option(sample.option);
    if (!test::can_run(sample) || !(is_swept(option) || option.own_list)) continue;
    Words words = {sample.network};
    const auto add = [&](const Words& more) {
      words.insert(words.end(), more.begin(), more.end());
    };
    for (const auto& [name, items] : sample.base) {
      if (name != sample.option) add(words_of(name, items));
    }
    for (const OptionItems& value : sample.values) add(words_of(sample.option, value));
    expect_commands_repeat(page_of(sample.option, words), sample.option);
  }
}

}  // namespace
}  // namespace spillway::cli
