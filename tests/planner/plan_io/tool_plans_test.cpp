// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_io/tool_plans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/diagnostics.h"
#include "executorch_generated.h"
#include "planner/checks/validate.h"
#include "planner/plan_io/plan_forms.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;

const std::string printed =
    "[12:00:01] a (id=0): size=1024, offset=0, first_used=0 last_used=1\n"
    "b (id=1): size=512, offset=1024, first_used=1 last_used=2\n"
    "c (id=2): size=256, offset=0, first_used=2 last_used=2\n"
    "==============================\n"
    " 0: aaaaaaaaaaaaaaaa.......... (1k)\n";

TEST(TflmPlan, IsReadFromWhatThePlannerPrints) {
  ASSERT_EQ(recognise_plan(printed), PlanForm::tflm);
  const PlacedProblem placed = read_tflm_plan(printed, "log");
  ASSERT_EQ(placed.problem.buffers.size(), 3U);
  EXPECT_EQ(placed.problem.buffers[1].name, "id 1");
  EXPECT_EQ(placed.problem.buffers[1].lower, 1);
  EXPECT_EQ(placed.problem.buffers[1].upper, 3);  // one more than the last step
  EXPECT_EQ(placed.placements[1].offset, 1024);
  EXPECT_TRUE(validate_placements(placed.problem, placed.placements).empty());
  const std::string overlapping =
      printed + "d (id=3): size=64, offset=1000, first_used=1 last_used=1\n";
  const PlacedProblem bad = read_tflm_plan(overlapping, "log");
  EXPECT_FALSE(validate_placements(bad.problem, bad.placements).empty());
}

TEST(TflmPlan, SaysWhichLineIsWrong) {
  EXPECT_THAT(test::user_error([] { read_tflm_plan("nothing\n", "log"); }),
              HasSubstr("PrintMemoryPlan"));
  EXPECT_THAT(test::user_error([] {
                read_tflm_plan("\na (id=0): size=-4, offset=0, first_used=0 last_used=1\n", "log");
              }),
              HasSubstr("log:2:16: '-4': expected a number"));
  EXPECT_THAT(test::user_error([] { read_tflm_plan("a (id=0): size=4 last_used=1\n", "log"); }),
              HasSubstr("expected 'first_used='"));
}

namespace et = executorch;

/// Builds an ExecuTorch program with a convolution of the input, a delegate, and a view (another
/// shape at the same bytes) of the delegate's result. The program also has a state, which stays in
/// memory between inferences.
class ProgramBuilder {
 public:
  std::string bytes(std::uint32_t view_offset = 4096) {
    std::vector<flatbuffers::Offset<et::EValue>> values = {
        value(tensor(1, {1, 8, 8, 4}, 0, 1)),       // value 0: the input, 256 bytes
        value(tensor(1, {1, 8, 8, 8}, 512, 1)),     // value 1: 512 bytes
        value(tensor(6, {1, 4, 4, 4}, 4096, 1)),    // value 2: 256 bytes
        value(tensor(6, {1, 64}, view_offset, 1)),  // value 3: a view of value 2
        value(tensor(3, {16}, 0, 2, 1)),            // value 4: state, 64 bytes
        value(tensor(1, {9}, 0, 0)),                // value 5: a constant without a place
    };
    const auto conv = call(et::InstructionArguments::KernelCall, 0, {0, 5, 1});
    const auto npu = call(et::InstructionArguments::DelegateCall, 0, {1, 2});
    const auto view = call(et::InstructionArguments::KernelCall, 1, {2, 3});
    const auto chain = et::CreateChain(
        out_, 0, 0,
        out_.CreateVector(std::vector<flatbuffers::Offset<et::Instruction>>{conv, npu, view}));
    const auto operators = out_.CreateVector(std::vector<flatbuffers::Offset<et::Operator>>{
        et::CreateOperator(out_, out_.CreateString("aten::convolution"), out_.CreateString("out")),
        et::CreateOperator(out_, out_.CreateString("executorch_prim::et_view"),
                           out_.CreateString("default"))});
    const auto delegates = out_.CreateVector(std::vector<flatbuffers::Offset<et::BackendDelegate>>{
        et::CreateBackendDelegate(out_, out_.CreateString("EthosUBackend"))});
    const auto method = et::CreateExecutionPlan(
        out_, out_.CreateString("forward"), 0, out_.CreateVector(values),
        out_.CreateVector(std::vector<std::int32_t>{0}),
        out_.CreateVector(std::vector<std::int32_t>{3}),
        out_.CreateVector(std::vector<flatbuffers::Offset<et::Chain>>{chain}), operators, delegates,
        out_.CreateVector(std::vector<std::int64_t>{0, 8192, 64}));
    const auto methods =
        out_.CreateVector(std::vector<flatbuffers::Offset<et::ExecutionPlan>>{method});
    et::FinishProgramBuffer(out_, et::CreateProgram(out_, 0, methods));
    return {reinterpret_cast<const char*>(out_.GetBufferPointer()), out_.GetSize()};
  }

 private:
  flatbuffers::Offset<et::Tensor> tensor(std::int8_t type, const std::vector<std::int32_t>& sizes,
                                         std::uint32_t offset, std::uint32_t memory,
                                         std::uint32_t data = 0) {
    const auto shape = out_.CreateVector(sizes);
    const auto place = memory == 0 ? 0 : et::CreateAllocationDetails(out_, memory, offset, 0);
    return et::CreateTensor(out_, type, 0, shape, 0, false, data, place);
  }
  flatbuffers::Offset<et::EValue> value(flatbuffers::Offset<et::Tensor> tensor) {
    return et::CreateEValue(out_, et::KernelTypes::Tensor, tensor.Union());
  }
  flatbuffers::Offset<et::Instruction> call(et::InstructionArguments kind, std::int32_t index,
                                            const std::vector<std::int32_t>& args) {
    const auto list = out_.CreateVector(args);
    return et::CreateInstruction(out_, kind, et::CreateCall(out_, index, list).Union());
  }

  flatbuffers::FlatBufferBuilder out_;
};

TEST(ExecutorchProgram, HasThePlaceAndLifetimeOfEveryPlannedTensor) {
  const std::string bytes = ProgramBuilder().bytes();
  ASSERT_EQ(recognise_plan(bytes), PlanForm::pte);
  const PlacedProblem placed = read_executorch_program(bytes, "net.pte");
  ASSERT_EQ(placed.problem.buffers.size(), 5U);
  const auto& buffers = placed.problem.buffers;
  EXPECT_EQ(buffers[0].name, "0 input");
  EXPECT_EQ(buffers[1].name, "1 aten::convolution.out");
  EXPECT_EQ(buffers[2].name, "2 delegate EthosUBackend");
  EXPECT_EQ(buffers[1].lower, 1);
  EXPECT_EQ(buffers[1].upper, 3);
  EXPECT_EQ(buffers[1].size, 512);
  EXPECT_EQ(buffers[2].size, 256);
  ASSERT_TRUE(buffers[3].placed_inside);
  EXPECT_EQ(buffers[3].placed_inside->inside, 2);
  EXPECT_EQ(buffers[4].lower, 0);  // a state is live from the start
  EXPECT_EQ(buffers[4].upper, 4);
  EXPECT_EQ(placed.placements[4].memory, 1);
  EXPECT_EQ(placed.problem.memories[0].capacity, 8192);
  EXPECT_TRUE(validate_placements(placed.problem, placed.placements).empty());
  // A view must have the same address as its base. Here the view lies 4 bytes higher, so the
  // overlap of view and base is a violation.
  const PlacedProblem moved = read_executorch_program(ProgramBuilder().bytes(4100), "net.pte");
  EXPECT_FALSE(validate_placements(moved.problem, moved.placements).empty());
  EXPECT_THAT(test::user_error([&] { read_executorch_program(bytes, "net.pte", {{"sram"}}); }),
              HasSubstr("value 4 is in memory 2, but there are 1"));
}

TEST(ExecutorchProgram, OfAnyBytesIsReadOrRefused) {
  const std::string whole = ProgramBuilder().bytes();
  EXPECT_TRUE(rc::check([&] {
    std::string bytes = whole.substr(0, *rc::gen::inRange<std::size_t>(8, whole.size() + 1));
    const auto flips = *rc::gen::container<std::vector<std::size_t>>(
        rc::gen::inRange<std::size_t>(8, whole.size()));
    for (const std::size_t at : flips) {
      if (at < bytes.size()) bytes[at] = static_cast<char>(*rc::gen::arbitrary<std::int8_t>());
    }
    try {
      const PlacedProblem placed = read_executorch_program(bytes, "any");
      RC_ASSERT(placed.problem.buffers.size() == placed.placements.size());
    } catch (const UserError& error) {
      RC_ASSERT(error.code() == ExitCode::input_file);
    }
  }));
}

}  // namespace
}  // namespace spillway
