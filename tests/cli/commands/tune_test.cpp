// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/cli/answer_run.h"
#include "tests/reference.h"

namespace spillway::cli {
namespace {

const std::string network = "models/mlperf_resnet_quant.tflite";
const std::string compiled = "models/compiled/peers/mlperf_resnet_quant__u65-256__Dedicated_Sram__";

/// A test of `tune` with a shell script in place of a compiler. The script copies compiled files of
/// the reference data.
class Tune : public testing::Test {
 protected:
  void SetUp() override {
    SPILLWAY_NEEDS_SHARED(network);
    SPILLWAY_NEEDS_SHARED(compiled + "73728.tflite");
    folder_ = fs::path(testing::TempDir()) / ("spillway_tune" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    const std::string one = test::shared_path(compiled + "73728.tflite");
    const std::string prefix = one.substr(0, one.rfind("73728"));
    stub("echo \"$@\" >> '" + path("calls") +
         "'\n"
         "size=73728; while [ $# -gt 0 ]; do case $1 in --cache) size=$2; shift;; --out) out=$2; "
         "shift;; esac; shift; done\n"
         "case $size in\n"
         "  12288) echo 'arena too small' >&2; exit 9;;\n"
         "  24576) sleep 30;;\n"
         "  1) exit 0;;\n"
         "  2) cp '" +
         test::shared_path(network) +
         "' \"$out/plain.tflite\"; exit 0;;\n"
         "esac\n"
         "cp '" +
         prefix +
         "'$size.tflite \"$out/n_vela.tflite\"\n"
         "printf 'experiment,inference_time\\ndefault,0.0005\\n' > \"$out/n_summary_S.csv\"\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  void stub(const std::string& body) const {
    write_file(path("compiler"), "#!/bin/sh\n" + body);
    fs::permissions(path("compiler"), fs::perms::owner_all);
  }

  Words words(const std::string& tries) const {
    return {"tune",          test::shared_path(network),
            "--target",      "ethos-u65-256",
            "--memory-mode", "Dedicated_Sram",
            "--compiler",    path("compiler") + " {network} --cache {sram} --out {out}",
            "--try",         "sram=" + tries,
            "--time-limit",  "3",
            "--output",      path("out dir")};
  }

  fs::path folder_;
};

TEST_F(Tune, RanksTheFilesBySimulatedTime) {
  const Json answer = test::answer_of(words("36864,48K"));
  ASSERT_TRUE(answer.is_object());
  ASSERT_EQ(answer["files"].size(), 3U);
  std::int64_t before = 0;
  for (const Json& file : answer["files"]) {
    ASSERT_EQ(file["status"], "ok") << file;
    EXPECT_EQ(test::cycles_of_command(file["command"], path("run.json")), file["total_cycles"]);
    EXPECT_EQ(file["estimate_us"], 500.0);
    EXPECT_GE(file["total_cycles"], before);
    before = file["total_cycles"];
  }
  EXPECT_EQ(read_text(answer["best"]), read_text(answer["files"][0]["file"]));
  EXPECT_EQ(answer["compiled"], 3);
  // `tune` keeps the compiled files of earlier runs. With equal options, it compiles no file again.
  // With one more value in --try, it compiles only for this value. With another compiler, it
  // compiles all files again.
  EXPECT_EQ(test::answer_of(words("36864,48K"))["compiled"], 0);
  EXPECT_EQ(test::answer_of(words("36864,48K,73728"))["compiled"], 1);
  const std::string calls = read_text(path("calls"));
  EXPECT_EQ(std::count(calls.begin(), calls.end(), '\n'), 4);
  stub("exit 1\n");
  EXPECT_EQ(test::answer_of(words("36864,48K"))["compiled"], 3);
}

TEST_F(Tune, EveryFailureIsARowWithItsReason) {
  const test::Outcome outcome = test::outcome_of(words("12K,24K,1,2,36864"));
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("ended with status 9: arena too small"));
  EXPECT_THAT(outcome.out, HasSubstr("took more than 3 s"));
  EXPECT_THAT(outcome.out, HasSubstr("wrote no .tflite"));
  EXPECT_THAT(outcome.out, HasSubstr("is not compiled"));
  EXPECT_THAT(outcome.out, HasSubstr("less than the compiler's own defaults"));
  fs::remove(path("compiler"));
  Words missing = words("36864");
  missing.back() = path("other");
  const test::Outcome none = test::outcome_of(missing);
  EXPECT_EQ(none.code, ExitCode::run_failed);
  EXPECT_THAT(none.out, HasSubstr("cannot be started: No such file"));
}

// The compiler "new" ignores the size {sram} that `tune` requests, and always compiles for 36,864
// bytes.
TEST_F(Tune, RanksVersionsOfACompilerAndExplainsTheDifference) {
  Words with = words("48K");
  with[7] = "old=" + path("compiler") + " {network} --cache {sram} --out {out}";
  with.insert(with.begin() + 8,
              {"--compiler",
               "new=" + path("compiler") + " {network} --cache 36864 --asked {sram} --out {out}"});
  const Json answer = test::answer_of(with);
  ASSERT_EQ(answer["files"].size(), 4U);
  EXPECT_EQ(answer["files"][0]["compiler_name"], "old");
  std::map<std::string, int> files;
  for (const Json& file : answer["files"]) {
    ++files[file["compiler_name"]];
    Cycles parts = 0;
    for (const Json& cycles : file["parts"]) parts += cycles.get<Cycles>();
    EXPECT_EQ(parts, file["total_cycles"]);
  }
  EXPECT_EQ(files, (std::map<std::string, int>{{"new", 2}, {"old", 2}}));
  const std::string text = test::outcome_of(with).out;
  EXPECT_THAT(text, HasSubstr("best: old "));
  EXPECT_THAT(text, HasSubstr(" is the fastest of new: "));
  EXPECT_THAT(text, testing::ContainsRegex("dram stalls \\+[0-9,]+"));
  // With one more --compiler, `tune` compiles only the files of the added compiler.
  with.insert(with.begin() + 10, {"--compiler", "third=" + path("compiler") +
                                                    " {network} --cache {sram} --out {out}"});
  EXPECT_EQ(test::answer_of(with)["compiled"], 2);
}

TEST_F(Tune, SeveralCommandsNeedDifferentNames) {
  for (const char* second : {"c {network} {sram} {out}", "one=c {network} {sram} {out}"}) {
    Words with = words("36864");
    with[7] = "one=c {network} {sram} {out}";
    with.insert(with.begin() + 8, {"--compiler", second});
    const test::Outcome outcome = test::outcome_of(with);
    EXPECT_EQ(outcome.code, ExitCode::usage);
    EXPECT_THAT(outcome.err, HasSubstr("need different names"));
  }
}

TEST_F(Tune, NoShellSeesTheCommand) {
  Words with = words("36864");
  with[7] = path("compiler") + " '{network}' --cache {sram} --out {out} '$(touch " + path("mark") +
            ")' ';' touch " + path("mark");
  EXPECT_EQ(test::outcome_of(with).code, ExitCode::ok);
  EXPECT_FALSE(fs::exists(path("mark")));
  EXPECT_THAT(read_text(path("calls")), HasSubstr("$(touch "));
}

TEST_F(Tune, RefusesCommandsThatLackAPlaceholder) {
  const auto refused = [&](const std::string& command, const std::string& tries) {
    Words with = words("36864");
    with[7] = command;
    with[9] = tries;
    const test::Outcome outcome = test::outcome_of(with);
    EXPECT_EQ(outcome.code, ExitCode::usage) << command;
    return outcome.err;
  };
  EXPECT_THAT(refused("c {sram} {out}", "sram=1"), HasSubstr("no {network}"));
  EXPECT_THAT(refused("c {network} {sram}", "sram=1"), HasSubstr("no {out}"));
  EXPECT_THAT(refused("c {network} {out}", "sram=1"), HasSubstr("no {sram}"));
  EXPECT_THAT(refused("c {network} {out} {sran}", "sram=1"), HasSubstr("did you mean 'sram'"));
  EXPECT_THAT(refused("c {network} {out} {sram} 'x", "sram=1"), HasSubstr("quote"));
  EXPECT_THAT(refused("c {network} {out} {sram}", "sram"), HasSubstr("KEY=VALUE"));
  EXPECT_THAT(refused("c {network} {out} {sram}", "sram=4K:1K:1K"), HasSubstr("FIRST:LAST:STEP"));
}

}  // namespace
}  // namespace spillway::cli
