// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <system_error>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/answer_run.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class TuneDamaged : public test::InScratchFolder {
 protected:
  // Makes a file without contents that is larger than any memory. Returns whether this is possible.
  bool make_huge_file() const {
    write_file(path("huge"), "");
    std::error_code error;
    fs::resize_file(path("huge"), std::uintmax_t{1} << 42U, error);
    return !error;
  }

  // Writes a compiler that makes a damaged file: a text or the huge file.
  void write_compiler() const {
    write_file(path("compiler"),
               "#!/bin/sh\n"
               "case $2 in\n"
               "  text) echo nothing > \"$1/n.tflite\";;\n"
               "  *) ln '" +
                   path("huge") +
                   "' \"$1/n.tflite\";;\n"
                   "esac\n");
    fs::permissions(path("compiler"), fs::perms::owner_all);
  }
};

TEST_F(TuneDamaged, AFileThatCannotBeLoadedIsARowAndDoesNotEndTheCommand) {
  std::ifstream overcommit("/proc/sys/vm/overcommit_memory");
  if (overcommit.get() == '1') GTEST_SKIP() << "the system refuses no allocation";
  if (!make_huge_file()) GTEST_SKIP() << "no file may be that large";
  write_compiler();
  write_file(path("network.tflite"), "");
  const nlohmann::json answer =
      test::answer_of({"tune", path("network.tflite"), "--target", "ethos-u55-128", "--compiler",
                       path("compiler") + " {out} {kind} {network}", "--try", "kind=text,huge",
                       "--output", path("tuned")});
  ASSERT_TRUE(answer.is_object());
  std::map<std::string, std::string> messages;
  for (const auto& file : answer["files"]) {
    EXPECT_EQ(file["status"], "failed");
    messages[file["values"].value("kind", "none")] = file["message"];
  }
  ASSERT_EQ(messages.size(), 3U);
  EXPECT_THAT(messages["text"], HasSubstr("is not a .tflite file"));
  EXPECT_THAT(messages["huge"], HasSubstr("two workers died"));
}

}  // namespace
}  // namespace spillway::cli
