// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "planner/blocks.h"
#include "planner/external/planner_program.h"
#include "planner/json_number.h"

namespace spillway {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

Json memory_json(const PlanningProblem& problem, const ProblemFacts& facts, std::size_t m) {
  const MemorySpace& memory = problem.memories[m];
  Json json = {{"id", m},
               {"name", memory.name},
               {"capacity_bytes", memory.capacity >= unlimited ? Json() : Json(memory.capacity)},
               {"alignment", memory.alignment}};
  if (m < facts.memories.size()) {
    json["bytes_per_cycle"] = facts.memories[m].bytes_per_cycle;
    json["read_latency_cycles"] = facts.memories[m].read_latency;
    json["write_latency_cycles"] = facts.memories[m].write_latency;
  }
  return json;
}

Json allowed_json(const PlanningProblem& problem, const Buffer& buffer) {
  Json allowed = Json::array();
  for (std::size_t m = 0; m < problem.memories.size(); ++m) {
    if (may_use(buffer, static_cast<MemoryIndex>(m))) allowed.push_back(m);
  }
  return allowed;
}

Json buffer_json(const PlanningProblem& problem, std::size_t b) {
  const Buffer& buffer = problem.buffers[b];
  const std::int64_t accesses =
      buffer.access_score > 0 ? buffer.access_score : buffer.size * (1 + buffer.reads);
  Json json = {{"id", b},
               {"name", buffer.name},
               {"kind", tensor_kind_name(buffer.kind)},
               {"bytes", buffer.size},
               {"alignment", buffer.alignment},
               {"first_step", buffer.lower},
               {"end_step", buffer.upper},
               {"reads", buffer.reads},
               {"accesses", accesses},
               {"memories", allowed_json(problem, buffer)}};
  if (buffer.pinned_offset) json["fixed_offset"] = *buffer.pinned_offset;
  return json;
}

Json operator_json(const PlanningProblem& problem, const ProblemFacts& facts, std::size_t i) {
  const BufferOperator& op = problem.operators[i];
  const auto placed = [](const std::vector<BufferIndex>& operands) {
    Json ids = Json::array();
    for (const BufferIndex operand : operands) {
      if (operand >= 0) ids.push_back(operand);
    }
    return ids;
  };
  Json json = {{"step", i + 1},
               {"type", op.name},
               {"inputs", placed(op.inputs)},
               {"outputs", placed(op.outputs)}};
  if (i < facts.operators.size()) {
    json["name"] = facts.operators[i].name;
    json["compute_cycles"] = facts.operators[i].compute_cycles;
  }
  return json;
}

/// Parses the JSON answer of a planner program. Error messages say which field is wrong.
class AnswerReader {
 public:
  AnswerReader(const std::string& who, const PlanningProblem& problem)
      : who_(who), problem_(problem) {}

  ProgramAnswer read(const std::string& text) const {
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object()) {
      reject(fmt::format("did not answer with a JSON object but with '{}'", beginning(text)));
    }
    reject_unknown(json,
                   {"schema_version", "status", "memory", "excess_bytes", "placements", "plan_csv"},
                   "the answer");
    if (integer(json, "schema_version", "the answer", 1, schema_version) != schema_version) {
      reject("answered in another schema_version");
    }
    ProgramAnswer answer;
    read_status(json, answer);
    if (answer.status != PlanStatus::ok) return answer;
    if (json.contains("placements") == json.contains("plan_csv")) {
      reject("has to answer with either 'placements' or 'plan_csv'");
    }
    if (json.contains("plan_csv")) {
      if (!json["plan_csv"].is_string() || json["plan_csv"].get<std::string>().empty()) {
        reject("'plan_csv' is no text");
      }
      answer.plan_csv = json["plan_csv"].get<std::string>();
    } else {
      read_places(json["placements"], answer);
    }
    return answer;
  }

 private:
  [[noreturn]] void reject(const std::string& message) const {
    throw UserError(ExitCode::run_failed, who_ + " " + message);
  }

  static std::string beginning(const std::string& text) {
    constexpr std::size_t most = 40;
    std::string shown;
    for (const char c : std::string(trim(text)).substr(0, most)) {
      shown += c >= ' ' && c <= '~' ? c : '?';
    }
    return shown;
  }

  void reject_unknown(const Json& json, const std::vector<std::string>& known,
                      const std::string& where) const {
    for (const auto& [key, value] : json.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      reject("in " + where + ": " + unknown_name_message("field", key, known));
    }
  }

  std::int64_t integer(const Json& json, const char* key, const std::string& where,
                       std::int64_t low, std::int64_t high) const {
    const std::optional<std::int64_t> value = whole_number(json, key, low, high);
    if (!value) {
      reject(fmt::format("in {}: '{}' is no whole number from {} to {}", where, key, low, high));
    }
    return *value;
  }

  MemoryIndex memory(const Json& json, const std::string& where) const {
    const auto last = static_cast<std::int64_t>(problem_.memories.size()) - 1;
    return static_cast<MemoryIndex>(integer(json, "memory", where, 0, last));
  }

  void read_status(const Json& json, ProgramAnswer& answer) const {
    if (!json.contains("status")) return;
    const Json& status = json["status"];
    const std::string word = status.is_string() ? status.get<std::string>() : "";
    if (word == "ok") return;
    if (word == "infeasible") {
      answer.status = PlanStatus::infeasible;
    } else if (word == "budget exhausted") {
      answer.status = PlanStatus::budget_exhausted;
    } else if (word == "does not fit") {
      answer.status = PlanStatus::does_not_fit;
      answer.memory = memory(json, "the answer");
      answer.excess = integer(json, "excess_bytes", "the answer", 1, unlimited);
    } else {
      reject(
          "answered with a status that is none of ok, does not fit, infeasible, budget exhausted");
    }
  }

  void read_places(const Json& list, ProgramAnswer& answer) const {
    if (!list.is_array()) reject("'placements' is no list");
    std::set<std::int64_t> seen;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string where = fmt::format("placement {}", i);
      if (!list[i].is_object()) reject("in " + where + ": no object");
      reject_unknown(list[i], {"buffer", "memory", "offset"}, where);
      const auto last = static_cast<std::int64_t>(problem_.buffers.size()) - 1;
      const std::int64_t buffer = integer(list[i], "buffer", where, 0, last);
      if (!seen.insert(buffer).second) reject(fmt::format("placed buffer {} twice", buffer));
      ProgramAnswer::Place place{static_cast<BufferIndex>(buffer), memory(list[i], where), {}};
      if (list[i].contains("offset")) {
        place.offset = integer(list[i], "offset", where, 0, unlimited);
      }
      answer.places.push_back(place);
    }
  }

  const std::string& who_;
  const PlanningProblem& problem_;
};

}  // namespace

std::string problem_json(const PlanningProblem& problem, const ProblemFacts& facts) {
  Json memories = Json::array(), buffers = Json::array(), operators = Json::array();
  for (std::size_t m = 0; m < problem.memories.size(); ++m) {
    memories.push_back(memory_json(problem, facts, m));
  }
  for (std::size_t b = 0; b < problem.buffers.size(); ++b) {
    buffers.push_back(buffer_json(problem, b));
  }
  for (std::size_t i = 0; i < problem.operators.size(); ++i) {
    operators.push_back(operator_json(problem, facts, i));
  }
  Json json = {{"schema_version", schema_version}};
  if (!facts.network.empty()) json["network"] = facts.network;
  if (!facts.target.empty()) json["target"] = facts.target;
  if (facts.clock_khz > 0) json["clock_khz"] = facts.clock_khz;
  json["memories"] = memories;
  json["buffers"] = buffers;
  json["operators"] = operators;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

ProgramAnswer read_program_answer(const std::string& json, const std::string& who,
                                  const PlanningProblem& problem) {
  return AnswerReader(who, problem).read(json);
}

}  // namespace spillway
