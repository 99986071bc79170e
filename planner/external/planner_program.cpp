// SPDX-License-Identifier: Apache-2.0
#include "planner/external/planner_program.h"

#include <cstdlib>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/run_program.h"
#include "base/text.h"
#include "planner/blocks.h"
#include "planner/checks/checked_planner.h"
#include "planner/placement/placement.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

constexpr std::string_view prefix = "exec:";
constexpr double usual_seconds = 600;

double& chosen_seconds() {
  static double seconds = 0;
  return seconds;
}

double seconds_to_answer() {
  const char* const text = std::getenv("SPILLWAY_PLANNER_SECONDS");
  if (chosen_seconds() > 0) return chosen_seconds();
  if (text == nullptr) return usual_seconds;
  const std::optional<double> seconds = parse_number(text);
  if (!seconds || !(*seconds > 0)) {
    throw usage_error("SPILLWAY_PLANNER_SECONDS: '{}' is no number above 0", text);
  }
  return *seconds;
}

/// Runs the user's program, which chooses memories and offsets. cadence-greedy then places the
/// buffers that the program did not place, around the buffers that the program has placed.
class PlannerProgram : public Planner {
 public:
  explicit PlannerProgram(std::string name) : name_(std::move(name)) {}

  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    return with_relatives_resolved(problem, [&](const PlanningProblem& reduced) {
      const ProgramAnswer answer = ask_planner_program(name_, reduced, {});
      if (!answer.plan_csv.empty()) {
        throw UserError(ExitCode::run_failed, name_ +
                                                  ": 'plan_csv' is for networks on a target; here "
                                                  "it has to answer with 'placements'");
      }
      return plan_of_answer(reduced, answer, options, name_);
    });
  }
  bool honours_pins(const PlannerOptions& /*options*/) const override { return true; }

 private:
  std::string name_;
};

std::string names_of(const Buffer& buffer) { return "buffer '" + buffer.name + "'"; }

// Throws if the place violates a pin or lies in a blocked memory. The validator checks bounds and
// overlaps.
void require_allowed(const Buffer& buffer, const Placement& place, bool has_offset,
                     const std::string& who) {
  if (!may_use(buffer, place.memory)) {
    throw UserError(ExitCode::run_failed, who + ": " + names_of(buffer) + " may not be in memory " +
                                              std::to_string(place.memory));
  }
  if (buffer.pinned_offset && (!has_offset || *buffer.pinned_offset != place.offset)) {
    throw UserError(ExitCode::run_failed, fmt::format("{}: {} is fixed at offset {}", who,
                                                      names_of(buffer), *buffer.pinned_offset));
  }
}

// Returns the problem with the placements of the answer as pins of its buffers. Throws
// UserError(run_failed) with the violations if placements are out of bounds, misaligned,
// overlapping or not allowed.
PlanningProblem with_answered_places(const PlanningProblem& problem, const ProgramAnswer& answer,
                                     const std::string& who) {
  PlanningProblem pinned = problem;
  PlanningProblem placed;
  placed.memories = problem.memories;
  std::vector<Placement> placements;
  for (const ProgramAnswer::Place& place : answer.places) {
    Buffer& buffer = at(pinned.buffers, place.buffer);
    const Placement placement{place.memory, place.offset.value_or(0)};
    require_allowed(buffer, placement, place.offset.has_value(), who);
    buffer.pinned_memory = place.memory;
    if (!place.offset) continue;
    buffer.pinned_offset = place.offset;
    placed.buffers.push_back(buffer);
    placements.push_back(placement);
  }
  PlanningResult given;
  given.placements = std::move(placements);
  require_valid_answer(placed, given, who);
  return pinned;
}

}  // namespace

bool is_planner_program(std::string_view planner) {
  return planner.substr(0, prefix.size()) == prefix;
}

std::string program_of_planner(std::string_view planner) {
  std::string program(planner.substr(prefix.size()));
  if (program.empty()) {
    throw usage_error("--planner exec: needs a program, like exec:./planner.py");
  }
  if (!program_file(program).empty()) return program;
  const bool here = program.find('/') == std::string::npos && !program_file("./" + program).empty();
  throw usage_error("--planner {}: no program of that name can be run{}", planner,
                    here ? fmt::format("; did you mean 'exec:./{}'?", program) : "");
}

const PlannerEntry& find_planner_program(std::string_view planner) {
  static std::map<std::string, PlannerEntry> known;
  program_of_planner(planner);
  const std::string name(planner);
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  PlannerEntry entry{name, "a program of the user's", "", std::make_unique<PlannerProgram>(name)};
  return known.emplace(name, std::move(entry)).first->second;
}

void set_planner_timeout(double seconds) { chosen_seconds() = seconds; }

ProgramAnswer ask_planner_program(std::string_view planner, const PlanningProblem& problem,
                                  const ProblemFacts& facts) {
  ProgramCall call;
  call.words = {program_of_planner(planner)};
  call.input = problem_json(problem, facts);
  call.seconds = seconds_to_answer();
  const ProgramResult result = run_program(call);
  const std::string who(planner);
  if (!result.is_ok()) {
    throw UserError(ExitCode::run_failed, "planner " + who + " " + describe_end(call, result));
  }
  return read_program_answer(result.output, "planner " + who, problem);
}

PlanningResult plan_of_answer(const PlanningProblem& problem, const ProgramAnswer& answer,
                              PlannerOptions options, const std::string& who) {
  if (answer.status != PlanStatus::ok) {
    PlanningResult result;
    result.status = answer.status;
    result.memory = answer.memory;
    result.excess = answer.excess;
    result.placements.resize(problem.buffers.size());
    return result;
  }
  options.allocator.clear();  // a named allocator may ignore the program's offsets
  return find_planner("cadence-greedy")
      .planner->plan(with_answered_places(problem, answer, who), options);
}

}  // namespace spillway
