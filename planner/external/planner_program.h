// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planner/planner.h"
#include "planner/problem.h"

namespace spillway {

/// Whether the name stands for a user's program: `exec:PROGRAM`, where PROGRAM is a file or a name
/// in PATH.
bool is_planner_program(std::string_view planner);

/// Returns the path of the program. Throws UserError(usage) if no such program can be run.
std::string program_of_planner(std::string_view planner);

/// Returns a planner that asks the program `planner` (`exec:PROGRAM`). The program gets no
/// ProblemFacts. Throws UserError(usage) if no such program can be run.
const PlannerEntry& find_planner_program(std::string_view planner);

/// Facts about the chip and the network that a planner may use besides the problem. `memories` and
/// `operators` are parallel to those of the problem; empty if unknown.
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

/// The answer of a program.
struct ProgramAnswer {
  PlanStatus status = PlanStatus::ok;
  MemoryIndex memory = no_memory;  // the memory that is too small, if the status is does_not_fit
  Bytes excess = 0;
  std::string plan_csv;  // a complete plan instead of placements; empty = none
  struct Place {
    BufferIndex buffer = -1;
    MemoryIndex memory = no_memory;
    std::optional<Bytes> offset;
  };
  std::vector<Place> places;
};

/// Sets the time limit of planner programs in seconds; 0 = the environment variable
/// SPILLWAY_PLANNER_SECONDS, or 600 if that is not set.
void set_planner_timeout(double seconds);

/// Runs the planner program and stops it at the time limit of set_planner_timeout(). `problem` must
/// not have skipped buffers. Throws
/// UserError(run_failed) if the program fails or writes an invalid answer; the message is one line
/// with the program and the cause.
ProgramAnswer ask_planner_program(std::string_view planner, const PlanningProblem& problem,
                                  const ProblemFacts& facts);

/// Returns the program's input in the form of docs/schemas/planning-problem.schema.json.
std::string problem_json(const PlanningProblem& problem, const ProblemFacts& facts);

/// Parses an answer in the form of docs/schemas/planning-answer.schema.json. `who` is the program's
/// name in messages. Throws UserError(run_failed).
ProgramAnswer read_program_answer(const std::string& json, const std::string& who,
                                  const PlanningProblem& problem);

/// Makes a plan of the answer: cadence-greedy places the buffers that the answer leaves open,
/// around the places that the answer gives. The allocator in `options` is ignored. Throws
/// UserError(run_failed) with all violations if places of the answer are not valid.
PlanningResult plan_of_answer(const PlanningProblem& problem, const ProgramAnswer& answer,
                              PlannerOptions options, const std::string& who);

/// Returns the problem with the places of the answer as pins of its buffers. Throws
/// UserError(run_failed) with all violations if places are out of bounds, misaligned, overlapping
/// or not allowed.
PlanningProblem with_answered_places(const PlanningProblem& problem, const ProgramAnswer& answer,
                                     const std::string& who);

}  // namespace spillway
