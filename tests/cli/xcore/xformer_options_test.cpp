// SPDX-License-Identifier: Apache-2.0
// Runs random combinations of valid and invalid options of xcore.ai, on files of xformer and on
// plain (not compiled) networks. Every command must succeed or be refused with one sentence. The
// environment variable SPILLWAY_XFORMER_OPTIONS sets the number of combinations; the default is
// 300.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/text.h"
#include "tests/cli/answer_run.h"
#include "tests/hwmodels/xcore/compiled/compiled_file.h"
#include "tests/reference.h"
#include "tests/scratch_folder.h"
#include "traces/tflite/writer.h"

namespace spillway::cli {
namespace {

using Builder = flexbuffers::Builder;

/// Returns a file of xformer from before 2021-11 with one kernel. Options of the kernel in the file
/// divide its work among threads.
Network of_2021() {
  test::CompiledFile file;
  const TensorIndex x = file.tensor({1, 16, 16, 64}), weights = file.tensor({64, 64});
  const TensorIndex bias = file.tensor({448}), y = file.tensor({1, 16, 16, 64});
  file.add("XC_conv2d_1x1", {x, weights, bias}, {y}, [](Builder& options) {
    options.Map("par", [&] {
      options.Int("th", 1);
      options.Vector("rc", [&] {
        options.Vector([&] {
          for (const int side : {0, 0, 16, 16}) options.Int(side);
        });
      });
    });
  });
  return file.read({x, weights, bias}, {y});
}

/// Returns a file of xformer with elementwise operators and an operator without a cost model. The
/// names of the operators are those that xformer used in 2024.
Network of_2024() {
  constexpr std::int32_t count = 4096, table_bytes = 256;
  test::CompiledFile file;
  const TensorIndex x = file.tensor({1, count}), sum = file.tensor({1, count});
  const TensorIndex table = file.tensor({table_bytes}), looked_up = file.tensor({1, count});
  const TensorIndex y = file.tensor({1, count});
  file.add("XC_add", {x, x}, {sum}, [](Builder& options) {
    for (const char* key : {"m1", "m2", "bias", "shift"}) options.Int(key, 1);
  });
  file.add("XC_ld_flash", {}, {table}, [](Builder& options) {
    options.Int("addr", 0);
    options.Vector("sizes", [&] { options.Int(table_bytes); });
  });
  file.add("XC_lookup", {sum, table}, {looked_up}, [](Builder&) {});
  file.add("XC_beta_activationf32", {looked_up}, {y}, [](Builder&) {});
  file.plan({0, count, 2 * count, 2 * count + table_bytes, 0});
  return file.read({x}, {y});
}

class SlowXformerOptions : public test::InScratchFolder {
 protected:
  void SetUp() override {
    test::Variant old, threads;
    threads.threads = {{0, 1, 0, test::out_side, 0, 1, 0, 0, test::outputs, 0},
                       {1, 2, 0, test::out_side, 0, 1, 0, 0, test::outputs, 0}};
    old.spelled_as_in_2022 = true;
    const std::vector<std::pair<const char*, Network>> compiled = {
        {"direct.tflite", test::one_convolution({})},
        {"threads.tflite", test::one_convolution(threads)},
        {"2022.tflite", test::one_convolution(old)},
        {"2021.tflite", of_2021()},
        {"2024.tflite", of_2024()}};
    for (const auto& [name, network] : compiled) {
      write_file(path(name),
                 {reinterpret_cast<const char*>(network.file->data()), network.file->size()});
      networks_.push_back(path(name));
    }
    for (const char* name : {"ds_cnn", "resnet8", "split-arena-replica", "autoencoder"}) {
      networks_.emplace_back(name);
    }
    for (const char* name : {"mlperf_strww", "tflm_micro_speech", "mlperf_kws"}) {
      const std::string shared = std::string("models/") + name + ".tflite";
      if (fs::exists(test::shared_path(shared))) networks_.push_back(test::shared_path(shared));
    }
  }

  const std::string& one_of(const Words& words) { return words[random_() % words.size()]; }
  bool one_in(unsigned count) { return random_() % count == 0; }

  /// Adds an option to a command line with the probability 1 / `out_of`. In 39 of 40 cases, the
  /// value is one of the valid values `sound`; otherwise it is one of the invalid values `others`.
  void add(Words& line, const char* option, const Words& sound, const Words& others,
           unsigned out_of) {
    if (!one_in(out_of)) return;
    line.insert(line.end(), {option, one_of(one_in(40) ? others : sound)});
  }

  Words command_line() {
    Words line = {one_of({"run", "run", "run", "plan", "explain"}), one_of(networks_)};
    line.insert(line.end(), {"--target", one_of({"xcore.ai", "xcore.ai", "xcore.ai-2022"})});
    add(line, "--weights", {"sram", "extram", "flash"}, {"flsh", "", "sram+extram"}, 2);
    add(line, "--arena", {"sram", "extram", "split", "sram+extram", "extram+sram"},
        {"sram,extram", "split+sram", "flash", "sram+sram", "+", ""}, 2);
    const Words places = {"landing=sram",
                          "landing=extram",
                          "table=sram",
                          "activation=extram",
                          "scratch=extram",
                          "operator_data=sram",
                          "constant=extram",
                          "XC_add:operator_data=sram",
                          "XC_lookup:table=extram"};
    for (int i = 0; i < 2; ++i) {
      add(line, "--place", places,
          {"constant=flash", "activation=flash", "landing=", "=sram", "x", "nothing=sram",
           "XC_nothing:landing=sram", "XC_add:=sram", ":=sram"},
          4);
    }
    add(line, "--threads", {"1", "2", "3", "4", "5"}, {"0", "9", "-1", "x", "1e9", ""}, 2);
    add(line, "--op-split", {"0:1:2", "0:0:2", "0:3:4", "0:2:3", "1:2:2", "0:1:2+2:3:2"},
        {"1:0:2", "0:99:2", "0:1:0", "0:1:1", "0:1:1000000", "a:b:c", "0:1", "0:1:2+0:1:2",
         "0:1:2,2:3:2", "::", "-1:1:2", ""},
        4);
    add(line, "--memory", {"sram=512K", "sram=64K", "sram=20K", "sram=4K"},
        {"sram=0", "extram=1M", "dram=1M"}, 3);
    add(line, "--planner", {"xformer", "tflm-greedy", "belady", "exact"}, {"nobody"}, 4);
    add(line, "--xformer", {"2022", "2024-07", "2024-10", "2025"}, {"2030"}, 5);
    add(line, "--loads", {"early", "waited"}, {"late"}, 8);
    add(line, "--landing", {"1", "4K", "1M"}, {"0", "-1"}, 8);
    add(line, "--page-after", {"1", "4"}, {"0", "x"}, 8);
    add(line, "--one-pixel", {"split", "whole"}, {"half"}, 10);
    add(line, "--reference", {"#0", "#1"}, {"#99", "conv"}, 12);
    add(line, "--channelwise", {"#0", "#1"}, {"#99", "conv"}, 12);
    return line;
  }

  void expect_sound(const Words& line) {
    SCOPED_TRACE(testing::PrintToString(line));
    const test::Outcome outcome = test::outcome_of(line);
    EXPECT_EQ(outcome.err.find("defect"), std::string::npos) << outcome.err;
    int messages = 0;
    for (const std::string& text : split(outcome.err, '\n')) {
      const bool told = text.rfind("spillway: ", 0) == 0;
      const bool beside = text.rfind("spillway: warning: ", 0) == 0 ||
                          text.rfind("spillway: note: ", 0) == 0 ||
                          text.rfind("spillway: changes that make the network fit", 0) == 0;
      if (told && !beside) ++messages;
    }
    if (outcome.code == ExitCode::ok) {
      EXPECT_FALSE(outcome.out.empty());
      ++answered_;
    } else {
      EXPECT_EQ(messages, 1) << outcome.err;
      ++refused_;
    }
  }

  Words networks_;
  std::mt19937 random_{1};
  int answered_ = 0, refused_ = 0;
};

TEST_F(SlowXformerOptions, AreAnsweredOrRefusedWithOneSentence) {
  const char* const wish = std::getenv("SPILLWAY_XFORMER_OPTIONS");
  const int rounds = wish != nullptr ? std::atoi(wish) : 300;
  for (int round = 0; round < rounds && !HasFailure(); ++round) expect_sound(command_line());
  std::printf("%d answered, %d refused\n", answered_, refused_);
  EXPECT_GT(answered_, rounds / 10);
}

}  // namespace
}  // namespace spillway::cli
