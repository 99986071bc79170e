// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planner/planner.h"
#include "planner/problem.h"

namespace spillway {

/// Planners that are programs of the user's: `exec:PROGRAM`, a file or a name of PATH.
bool is_planner_program(std::string_view planner);

/// The program of such a name. Throws UserError(usage) when nothing of that name can be run.
std::string program_of_planner(std::string_view planner);

/// The planner of such a name, for problems that nothing else is known of. Throws as
/// program_of_planner().
const PlannerEntry& find_planner_program(std::string_view planner);

/// What a planner may want to know besides the problem, parallel to its memories and operators;
/// empty where nobody knows.
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
  Kilohertz clock_khz = 0;  // of all cycles
  std::vector<Memory> memories;
  std::vector<Operator> operators;
};

/// What a program answered.
struct ProgramAnswer {
  PlanStatus status = PlanStatus::ok;
  MemoryIndex memory = no_memory;  // does_not_fit: where
  Bytes excess = 0;
  std::string plan_csv;  // a whole plan instead of placements; empty = none
  struct Place {
    BufferIndex buffer = -1;
    MemoryIndex memory = no_memory;
    std::optional<Bytes> offset;
  };
  std::vector<Place> places;
};

/// Seconds that planner programs have to answer from now on; 0 = as SPILLWAY_PLANNER_SECONDS of
/// the environment says, else 600.
void set_planner_timeout(double seconds);

/// Asks the program, which has that long to answer. The problem has no skipped
/// buffers. Throws UserError(run_failed), one line that names the program and what was wrong with
/// how it ended or what it wrote.
ProgramAnswer ask_planner_program(std::string_view planner, const PlanningProblem& problem,
                                  const ProblemFacts& facts);

/// The problem as the program reads it: docs/schemas/planning-problem.schema.json.
std::string problem_json(const PlanningProblem& problem, const ProblemFacts& facts);

/// An answer as docs/schemas/planning-answer.schema.json has it; `who` names the program in
/// messages. Throws UserError(run_failed).
ProgramAnswer read_program_answer(const std::string& json, const std::string& who,
                                  const PlanningProblem& problem);

/// What the answer comes to: places that it leaves open are decided by cadence-greedy around those
/// that it gives. `options` without an allocator. Throws as with_answered_places().
PlanningResult plan_of_answer(const PlanningProblem& problem, const ProgramAnswer& answer,
                              PlannerOptions options, const std::string& who);

/// The problem with the places of the answer as pins of its buffers. Throws UserError(run_failed)
/// with every violation when they are out of bounds, misaligned, overlap or are not allowed.
PlanningProblem with_answered_places(const PlanningProblem& problem, const ProgramAnswer& answer,
                                     const std::string& who);

}  // namespace spillway
