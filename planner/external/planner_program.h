// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planner/planner.h"
#include "planner/problem.h"

namespace spillway {

/// Whether the planner's name stands for a user's program. Such a name is `exec:PROGRAM`, where
/// PROGRAM is a file or a name in PATH.
bool is_planner_program(std::string_view planner);

/// Returns PROGRAM. Throws UserError(usage) if no such program can be run.
std::string program_of_planner(std::string_view planner);

/// Returns a planner that runs the program `planner` (`exec:PROGRAM`). The program gets no
/// ProblemFacts. Throws UserError(usage) if no such program can be run.
const PlannerEntry& find_planner_program(std::string_view planner);

/// Facts about the chip and the network that a planner may use besides the problem. `memories` and
/// `operators` have the order of those in the problem; empty = unknown.
struct ProblemFacts {
  struct Memory {
    double bytes_per_cycle = 0;
    Cycles read_latency = 0, write_latency = 0;
  };
  struct Operator {
    std::string name;
    double compute_cycles = 0;
  };

  std::string network, target;
  Kilohertz clock_khz = 0;  // the clock that all cycles refer to
  std::vector<Memory> memories;
  std::vector<Operator> operators;
};

/// The result of a planner program: a status, and either placements or a complete plan.
struct ProgramAnswer {
  PlanStatus status = PlanStatus::ok;
  MemoryIndex memory = no_memory;  // the memory that is too small, if the status is does_not_fit
  Bytes excess = 0;
  std::string plan_csv;  // a complete plan in CSV form instead of placements; empty = none
  struct Place {
    BufferIndex buffer = -1;
    MemoryIndex memory = no_memory;
    std::optional<Bytes> offset;
  };
  std::vector<Place> places;
};

/// Sets the time limit of planner programs in seconds. 0 = the limit is the value of the
/// environment variable SPILLWAY_PLANNER_SECONDS, or 600 if the variable is not set.
void set_planner_timeout(double seconds);

/// Runs the planner program and returns its answer. The program is stopped at the time limit of
/// set_planner_timeout(). No buffer of `problem` may have Buffer::stays_unplaced. Throws
/// UserError(run_failed) if the program fails or writes an invalid answer; the message is one line
/// with the program and the cause.
ProgramAnswer ask_planner_program(std::string_view planner, const PlanningProblem& problem,
                                  const ProblemFacts& facts);

/// Returns the program's input in the form of docs/schemas/planning-problem.schema.json.
std::string problem_json(const PlanningProblem& problem, const ProblemFacts& facts);

/// Parses an answer in the form of docs/schemas/planning-answer.schema.json. `who` is the program's
/// name in messages. Throws UserError(run_failed) if the answer has another form.
ProgramAnswer read_program_answer(const std::string& json, const std::string& who,
                                  const PlanningProblem& problem);

/// Returns a plan with the placements of `answer`. cadence-greedy places the buffers that the
/// answer does not place, around the answered placements. The allocator in `options` is ignored.
/// Throws UserError(run_failed) with the violations if placements of the answer are not valid.
PlanningResult plan_of_answer(const PlanningProblem& problem, const ProgramAnswer& answer,
                              PlannerOptions options, const std::string& who);

}  // namespace spillway
