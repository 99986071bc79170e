// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "cli/command.h"
#include "tests/checkout.h"
#include "tests/documents.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

// The tests run the code blocks of the documents. In blocks marked `sh`, the tests run all lines.
// In blocks marked `console`, the tests run only the lines that begin with "$ ". A block that
// cannot run on every machine is marked `sh not-run: REASON`, and `reasons` has the permitted
// reasons.
const std::set<std::string> reasons = {
    "installs packages",        "needs MPI",          "needs Slurm", "needs Vela",
    "needs a network of yours", "takes half a minute"};

struct DocBlock {
  std::string document;
  int line = 0;
  std::string mark;
  std::string text;
};

// Returns the path of a document relative to the root of the checkout, with hyphens in place of
// slashes. The commands of the document run in a folder with this name.
std::string name_of(const fs::path& document) {
  std::string name = fs::relative(document, test::checkout_path("")).string();
  std::replace(name.begin(), name.end(), '/', '-');
  return name;
}

std::vector<DocBlock> blocks_of(const fs::path& document) {
  std::vector<DocBlock> blocks;
  std::istringstream lines(read_text(document.string()));
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.rfind("```", 0) == 0) {
      inside = !inside;
      if (inside) blocks.push_back({name_of(document), number, line.substr(3), ""});
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

// A command of a block marked `console`, and the output that the document prints below the command.
struct PrintedCommand {
  std::string command;
  std::vector<std::string> lines;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<PrintedCommand> printed_commands(const DocBlock& block) {
  std::vector<PrintedCommand> commands;
  if (block.mark != "console") return commands;
  for (const std::string& line : lines_of(block.text)) {
    if (line.rfind("$ ", 0) == 0) {
      commands.push_back({line.substr(2), {}});
    } else if (!commands.empty()) {
      commands.back().lines.push_back(line);
    }
  }
  return commands;
}

// Returns `output`, shortened as the document shortens it. `printed` is the output in the document.
// If `printed` has a line "...", the result is: as many first lines of `output` as `printed` has
// before "...", then "...", then as many last lines as `printed` has after "...".
std::vector<std::string> shortened(const std::vector<std::string>& output,
                                   const std::vector<std::string>& printed) {
  const auto gap = std::find(printed.begin(), printed.end(), "...");
  const auto head = static_cast<std::size_t>(gap - printed.begin());
  const std::size_t shown = printed.size() - (gap == printed.end() ? 0 : 1);
  if (gap == printed.end() || output.size() <= shown) return output;
  std::vector<std::string> lines(output.begin(), output.begin() + static_cast<long>(head));
  lines.emplace_back("...");
  lines.insert(lines.end(), output.end() - static_cast<long>(shown - head), output.end());
  return lines;
}

// Returns a shell script with the commands of a block; empty if the tests run no command of the
// block.
std::string script_of(const DocBlock& block) {
  if (block.mark == "sh") return block.text;
  std::string script;
  for (const PrintedCommand& printed : printed_commands(block)) script += printed.command + "\n";
  return script;
}

bool has_command(const std::string& text) {
  return std::regex_search(text, std::regex("(^|\n)(\\$ )?(spillway|sh|cmake|ctest) "));
}

class SlowDocs : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("spillway_docs" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "bin");
    fs::create_symlink(test::program_path(), folder_ / "bin" / "spillway");
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Runs the commands of a block in the folder of its document, and returns the exit status. All
  // blocks of a document share this folder, so the commands find the files of earlier blocks.
  int run(const DocBlock& block) { return run(block.document, script_of(block)); }

  int run(const std::string& document, const std::string& script) {
    const fs::path place = folder_ / document;
    fs::create_directories(place);
    write_file((place / "block.sh").string(), script);
    const std::string command = "cd '" + place.string() + "' && PATH=\"$PWD/../bin:$PATH\" " +
                                "sh -eu block.sh > ../output 2> ../errors";
    return std::system(command.c_str());
  }

  // Returns the text of a `console` block with its commands and the outputs that they print now.
  std::string refreshed(const DocBlock& block) {
    std::string text;
    for (const PrintedCommand& printed : printed_commands(block)) {
      text += "$ " + printed.command + "\n";
      const int status = run(block.document, printed.command + "\n");
      EXPECT_EQ(status, 0) << printed.command << "\n" << read_text((folder_ / "errors").string());
      const std::vector<std::string> output = lines_of(read_text((folder_ / "output").string()));
      for (const std::string& line : shortened(output, printed.lines)) text += line + "\n";
    }
    return text;
  }

  fs::path folder_;
};

TEST_F(SlowDocs, EveryCommandWorks) {
  int ran = 0;
  for (const fs::path& document : test::documents()) {
    for (const DocBlock& block : blocks_of(document)) {
      if (script_of(block).empty()) continue;
      ++ran;
      EXPECT_EQ(run(block), 0) << block.document << ":" << block.line << "\n"
                               << block.text << read_text((folder_ / "errors").string());
    }
  }
  EXPECT_GE(ran, 10);
}

// The outputs printed in the documents must be those of the program. If SPILLWAY_REFRESH_DOCS is
// set, the test instead writes the new outputs into the documents of the checkout.
TEST_F(SlowDocs, PrintedOutputsAreThoseOfTheProgram) {
  const bool rewrite = std::getenv("SPILLWAY_REFRESH_DOCS") != nullptr;
  int compared = 0;
  for (const fs::path& document : test::documents()) {
    std::string text = read_text(document.string());
    for (const DocBlock& block : blocks_of(document)) {
      if (printed_commands(block).empty()) continue;
      ++compared;
      const std::string now = refreshed(block);
      if (rewrite && now != block.text) {
        text.replace(text.find("```console\n" + block.text) + 11, block.text.size(), now);
        write_file(document.string(), text);
      } else {
        EXPECT_EQ(block.text, now)
            << block.document << ":" << block.line << ": SPILLWAY_REFRESH_DOCS=1 rewrites it";
      }
    }
  }
  EXPECT_GE(compared, 5);
}

TEST(Docs, AShortenedOutputKeepsBothEnds) {
  const std::vector<std::string> output = {"a", "b", "c", "d", "e"};
  EXPECT_EQ(shortened(output, {"1", "...", "4", "5"}),
            (std::vector<std::string>{"a", "...", "d", "e"}));
  EXPECT_EQ(shortened(output, {"1", "2"}), output);
  EXPECT_EQ(shortened({"a", "b"}, {"1", "...", "3"}), (std::vector<std::string>{"a", "b"}));
}

TEST(Docs, EveryBlockWithCommandsRunsOrNamesTheReasonWhyNot) {
  const std::string not_run = "sh not-run: ";
  for (const fs::path& document : test::documents()) {
    for (const DocBlock& block : blocks_of(document)) {
      if (!has_command(block.text) || block.mark == "sh" || block.mark == "console") continue;
      const std::string where = block.document + ":" + std::to_string(block.line);
      ASSERT_EQ(block.mark.rfind(not_run, 0), 0U) << where << " is marked '" << block.mark << "'";
      EXPECT_EQ(reasons.count(block.mark.substr(not_run.size())), 1U) << where;
    }
  }
}

void check_options(const CommandEntry& command, const std::string& line, const std::string& where) {
  const std::regex option("--([a-z][a-z-]*)");
  for (std::sregex_iterator i(line.begin(), line.end(), option), end; i != end; ++i) {
    const std::string name = (*i)[1];
    EXPECT_TRUE(name == "help" || command.options.find_nothrow(name, false) != nullptr)
        << where << ": " << command.name << " has no --" << name;
  }
}

TEST(Docs, CommandsInTheTextHaveTheOptionsThatTheyName) {
  const std::regex quoted("`spillway ([a-z]+)([^`]*)`");
  for (const fs::path& document : test::documents()) {
    const std::string text = read_text(document.string());
    for (std::sregex_iterator i(text.begin(), text.end(), quoted), end; i != end; ++i) {
      const std::string where = name_of(document) + ": " + i->str();
      EXPECT_NO_THROW(check_options(find_command((*i)[1]), (*i)[2], where)) << where;
    }
  }
}

}  // namespace
}  // namespace spillway::cli
