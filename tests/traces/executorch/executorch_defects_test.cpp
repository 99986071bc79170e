// SPDX-License-Identifier: Apache-2.0
// Tests programs with errors, which are made on purpose or by random damage. The reader must refuse
// each program with one clear error, and must not crash.
#include <functional>
#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/diagnostics.h"
#include "tests/traces/executorch/raw_executorch.h"
#include "tests/user_error.h"
#include "traces/network_check.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

using test::raw_blocks;
using test::raw_maps;
using test::raw_number;
using test::raw_text;
using test::RawBlock;
using test::RawBytes;
using test::RawProgram;
using testing::HasSubstr;
using Kind = executorch::InstructionArguments;

std::string program_error(const RawBytes& bytes) {
  return test::user_error([&] { test::parsed_program(bytes, "bad.pte"); });
}

/// Returns the data of a valid delegate, in which blocks of `others` replace the blocks of the same
/// name.
RawBytes blocks_with(const std::vector<RawBlock>& others) {
  std::vector<RawBlock> blocks = {{"vela_bin_stream"},
                                  {"cmd_data", raw_text("COP1")},
                                  {"weight_data"},
                                  {"scratch_size", raw_number(32)},
                                  {"inputs", raw_maps({{}})},
                                  {"outputs", raw_maps({{}})},
                                  {"vela_end_stream"}};
  for (const RawBlock& other : others) {
    const auto known = std::find_if(blocks.begin(), blocks.end(), [&](const RawBlock& block) {
      return block.name == other.name;
    });
    if (known != blocks.end()) {
      *known = other;
    } else {
      blocks.insert(blocks.end() - 1, other);
    }
  }
  return raw_blocks(blocks);
}

void give_blocks(RawProgram& program, const std::vector<RawBlock>& others) {
  program.delegates[0].data = blocks_with(others);
}

struct ProgramDefect {
  const char* name;
  std::function<void(RawProgram&)> make;
  const char* message;
};

void PrintTo(const ProgramDefect& defect, std::ostream* out) { *out << defect.name; }

const std::vector<ProgramDefect>& program_defects() {
  static const std::vector<ProgramDefect> all = {
      {"another_back_end",
       [](RawProgram& p) {
         p.delegates.push_back({{}, "XnnpackBackend"});
       },
       "is an ExecuTorch program for XnnpackBackend"},
      {"two_other_back_ends",
       [](RawProgram& p) {
         p.delegates = {{{}, "VulkanBackend"}, {{}, "CoreMLBackend"}};
       },
       "for CoreMLBackend and VulkanBackend"},
      {"no_delegate", [](RawProgram& p) { p.delegates.clear(); }, "without a delegate"},
      {"no_vela_data", [](RawProgram& p) { p.delegates[0].data = RawBytes(64, 'x'); },
       "was the program exported for Vela?"},
      {"no_data", [](RawProgram& p) { p.delegates[0].data = {}; },
       "end without a block 'vela_end_stream'"},
      {"cut_data",
       [](RawProgram& p) { p.delegates[0].data.resize(p.delegates[0].data.size() - 16); },
       "end without a block 'vela_end_stream'"},
      {"no_commands",
       [](RawProgram& p) {
         p.delegates[0].data = raw_blocks({{"vela_bin_stream"}, {"vela_end_stream"}});
       },
       "have no block 'cmd_data'"},
      {"scratch_of_two_bytes",
       [](RawProgram& p) {
         give_blocks(p, {{"scratch_size", RawBytes(2)}});
       },
       "holds no number"},
      {"scratch_too_small",
       [](RawProgram& p) {
         give_blocks(p, {{"scratch_size", raw_number(3)}});
       },
       "leaves its scratch memory of 3 bytes"},
      {"maps_missing",
       [](RawProgram& p) {
         give_blocks(p, {{"inputs", raw_number(1000000)}});
       },
       "does not hold the 1000000 maps"},
      {"maps_negative",
       [](RawProgram& p) {
         give_blocks(p, {{"inputs", raw_number(~0U)}});
       },
       "does not hold the -1 maps"},
      {"map_huge",
       [](RawProgram& p) {
         give_blocks(p, {{"inputs", raw_maps({{{1, 1, 1 << 20, 1 << 20, 4, 4}}})}});
       },
       "has a map out of range"},
      {"map_of_odd_elements",
       [](RawProgram& p) {
         give_blocks(p, {{"inputs", raw_maps({{{1, 1, 1, 1, 1, 1}, 3, 0}})}});
         p.values[0].sizes = {3};
       },
       "has elements of 3 bytes"},
      {"block_kept_nowhere",
       [](RawProgram& p) {
         give_blocks(p, {{"weight_data", raw_text("key"), true}});
       },
       "data named 'key', which the program does not have"},
      {"state_without_a_size",
       [](RawProgram& p) {
         give_blocks(p, {{"persistent_size", RawBytes(3)}});
       },
       "its block 'persistent_size' holds no number"},
      {"initial_state_too_large",
       [](RawProgram& p) {
         give_blocks(p, {{"persistent_size", raw_number(16)}, {"persistent_init", RawBytes(17)}});
       },
       "its block 'persistent_init' of 17 bytes leaves its state of 16 bytes"},
      {"state_huge",
       [](RawProgram& p) {
         give_blocks(p, {{"persistent_size", raw_number(~0U)}});
       },
       "delegate 0 state of 4294967295 bytes is more than 2^31"},
      {"input_of_another_size", [](RawProgram& p) { p.values[0].sizes = {5}; },
       "takes an input 0 of 4 bytes and is given 5"},
      {"too_few_values", [](RawProgram& p) { p.calls[0].args = {0}; },
       "has 1 inputs and 1 outputs and is called with 1 values"},
      {"no_such_delegate", [](RawProgram& p) { p.calls[0].index = 1; }, "calls delegate 1"},
      {"no_such_kernel", [](RawProgram& p) { p.calls[0].kind = Kind::KernelCall; },
       "calls operator 0, but there are 0"},
      {"no_such_value",
       [](RawProgram& p) {
         p.calls[0].args = {0, 7};
       },
       "refers to value 7, but there are 2"},
      {"a_number_as_input",
       [](RawProgram& p) {
         p.values.push_back({{}, test::no_tensor_type});
         p.calls[0].args = {2, 1};
       },
       "value 2 is no tensor"},
      {"unknown_type", [](RawProgram& p) { p.values[0].scalar_type = 77; },
       "unknown scalar type 77"},
      {"negative_extent", [](RawProgram& p) { p.values[0].sizes = {-4}; }, "negative extent -4"},
      {"huge_tensor",
       [](RawProgram& p) {
         p.values[0].sizes = {1 << 30, 1 << 30};
       },
       "more than 2^40 elements"},
      {"place_outside", [](RawProgram& p) { p.values[1].offset = 30; },
       "at byte 30 of memory 1, which has 32 bytes"},
      {"no_such_memory", [](RawProgram& p) { p.values[1].memory = 9; },
       "of memory 9, which has 0 bytes"},
      {"huge_buffer",
       [](RawProgram& p) {
         p.buffers = {0, std::int64_t{1} << 40};
       },
       "in memory 1, which is out of range"},
      {"no_such_constant",
       [](RawProgram& p) {
         p.kernels = {"aten::add.out"};
         p.values.push_back({{4}, 1, 0, 0, 5});
         p.calls.push_back({Kind::KernelCall, 0, {0, 2, 1, 1}});
       },
       "refers to constant 5, but there are 1"},
      {"constant_too_short",
       [](RawProgram& p) {
         p.kernels = {"aten::add.out"};
         p.constants.emplace_back(3);
         p.values.push_back({{4}, 1, 0, 0, 1});
         p.calls.push_back({Kind::KernelCall, 0, {0, 2, 1, 1}});
       },
       "needs 4 bytes, but its constant 1 holds 3"},
      {"output_that_nobody_writes",
       [](RawProgram& p) {
         p.values.push_back({{4}, 1});
         p.outputs = {2};
       },
       "no operator writes the network output"},
      {"too_many_macs",
       [](RawProgram& p) {
         p.kernels = {"aten::mm.out"};
         p.values.push_back({{1 << 30}, 1, 0, 0});
         p.values.push_back({{1 << 30}, 1, 0, 0});
         p.calls.push_back({Kind::KernelCall, 0, {2, 3, 3}});
       },
       "more than 2^56 multiply-accumulates"},
  };
  return all;
}

class DefectiveProgram : public testing::TestWithParam<ProgramDefect> {};

TEST_P(DefectiveProgram, IsRefusedInOneSentence) {
  RawProgram program;
  ASSERT_EQ(program_error(program_bytes(program)), "");
  GetParam().make(program);
  EXPECT_THAT(program_error(program_bytes(program)), HasSubstr(GetParam().message));
  program.segments = true;
  EXPECT_THAT(program_error(program_bytes(program)), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(All, DefectiveProgram, testing::ValuesIn(program_defects()),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(ExecutorchDefects, FilesThatAreNoProgramAreRefused) {
  EXPECT_THAT(program_error({}), HasSubstr("expected the identifier ET12"));
  EXPECT_THAT(program_error(raw_text("12345678901234567890")), HasSubstr("identifier ET12"));
  EXPECT_THAT(program_error(raw_text("\x10\x20\x30\x40"
                                     "ET12 and so on")),
              HasSubstr("truncated or damaged"));
}

TEST(ExecutorchDefects, SegmentsOutsideTheFileAreRefused) {
  RawProgram program;
  program.segments = true;
  RawBytes bytes = program_bytes(program);
  bytes.resize(bytes.size() - 32);
  EXPECT_THAT(program_error(bytes), HasSubstr("is outside the file's"));
  RawBytes far = program_bytes(program);
  far[8 + 16 + 7] = 0xff;  // the highest byte of the number that says where the segments begin
  EXPECT_THAT(program_error(far), HasSubstr("is outside the file's"));
  RawBytes unmarked = program_bytes(program);
  unmarked[8] = 'x';
  EXPECT_THAT(program_error(unmarked), HasSubstr("no extended header"));
}

// The test damages a program: it changes bytes or words, copies words from other positions, or cuts
// off the end. The reader must read or refuse the damaged program.
TEST(ExecutorchDefects, ADamagedProgramIsReadOrRefused) {
  RawProgram program;
  program.kernels = {"aten::linear.out"};
  program.constants.emplace_back(16);
  program.values.push_back({{4, 4}, 1, 0, 0, 1});
  program.values.push_back({{4}, 1, 1, 0});
  program.calls.push_back({Kind::KernelCall, 0, {1, 2, 3, 3}});
  program.outputs = {3};
  EXPECT_TRUE(find_defect(test::parsed_program(program_bytes(program))).empty());
  EXPECT_TRUE(rc::check([&] {
    program.segments = *rc::gen::arbitrary<bool>();
    RawBytes bytes = program_bytes(program);
    const auto where = rc::gen::inRange<std::size_t>(0, bytes.size());
    const std::vector<std::size_t> places = *rc::gen::container<std::vector<std::size_t>>(where);
    for (const std::size_t place : places) bytes[place] = *rc::gen::arbitrary<std::uint8_t>();
    if (*rc::gen::inRange(0, 8) == 0) bytes.resize(*where);
    try {
      const Network network = test::parsed_program(bytes);
      RC_ASSERT(find_defect(network).empty());
      RC_ASSERT(read_offline_plan(network)->size() == network.tensors.size());
    } catch (const UserError& error) {
      RC_ASSERT(error.code() == ExitCode::input_file);
    }
  }));
}

}  // namespace
}  // namespace spillway
