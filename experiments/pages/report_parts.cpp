// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/report_parts.h"

#include <algorithm>

#include "base/index.h"
#include "experiments/point/input_hashes.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/target/peak_rate.h"
#include "hwmodels/target/processor_family.h"
#include "report/live_bytes.h"

namespace spillway {
ReportJson report_target_json(const Target& target) {
  ReportJson memories = ReportJson::array();
  for (const MemorySpec& memory : target.memories) {
    memories.push_back({{"name", memory.name},
                        {"capacity_bytes", memory.capacity},
                        {"port", at(target.ports, memory.port).name},
                        {"peak_bytes_per_second", peak_bytes_per_second(target, memory)}});
  }
  return {{"name", target.name},
          {"description", target.description},
          {"validated", target.validated},
          {"memories", memories}};
}

std::vector<std::string> memory_names(const Target& target) {
  std::vector<std::string> names;
  for (const MemorySpec& memory : target.memories) names.push_back(memory.name);
  return names;
}

ReportJson inputs_json(const Network& network, const DesignPoint& point) {
  ReportJson inputs = ReportJson::array();
  for (const auto& [name, hash] : input_hashes(network, point)) {
    inputs.push_back({{"name", name}, {"hash", hash}});
  }
  return inputs;
}

void add_compiler(const Network& network, ReportJson& json) {
  const std::string compiler = compiler_of(network);
  if (!compiler.empty()) json["compiled_by"] = compiler;
}

std::vector<std::vector<std::size_t>> readers_of_tensors(const Network& network) {
  std::vector<std::vector<std::size_t>> readers(network.tensors.size());
  for (std::size_t op = 0; op < network.operators.size(); ++op) {
    for (const TensorIndex tensor : network.operators[op].inputs) {
      if (tensor == no_tensor) continue;
      std::vector<std::size_t>& of = at(readers, tensor);
      if (of.empty() || of.back() != op) of.push_back(op);
    }
  }
  return readers;
}

std::vector<std::vector<std::size_t>> feeders_of_operators(const Network& network,
                                                           const Timing& timing) {
  if (network.operators.size() != timing.operators.size()) return {};
  std::vector<std::vector<std::size_t>> feeders(network.operators.size());
  const auto readers = readers_of_tensors(network);
  for (std::size_t op = 0; op < network.operators.size(); ++op) {
    for (const TensorIndex tensor : network.operators[op].outputs) {
      if (tensor == no_tensor) continue;
      for (const std::size_t reader : at(readers, tensor)) {
        std::vector<std::size_t>& of = feeders[reader];
        if (reader > op && (of.empty() || of.back() != op)) of.push_back(op);
      }
    }
  }
  return feeders;
}

TimeStep steps_of(const Plan& plan, const Network& network) {
  TimeStep steps = static_cast<TimeStep>(network.operators.size()) + 1;
  for (const Residency& residency : plan.residencies) steps = std::max(steps, residency.upper);
  return steps;
}

ReportJson blocks_json(const Plan& plan, const Network& network) {
  const auto readers = readers_of_tensors(network);
  ReportJson blocks = ReportJson::array();
  for (const Residency& residency : plan.residencies) {
    const bool made_up = residency.tensor == no_tensor;
    blocks.push_back(
        {{"tensor", residency_name(residency, network)},
         {"kind", residency_kind_name(residency, network)},
         {"memory", residency.memory},
         {"offset", residency.offset},
         {"size", residency.size},
         {"lower", residency.lower},
         {"upper", residency.upper},
         {"readers", made_up ? ReportJson::array() : ReportJson(at(readers, residency.tensor))}});
  }
  return blocks;
}

ReportJson memory_spaces_json(const std::vector<MemorySpace>& spaces) {
  ReportJson memories = ReportJson::array();
  for (const MemorySpace& space : spaces) {
    memories.push_back({{"name", space.name},
                        {"capacity_bytes",
                         space.capacity >= unlimited ? ReportJson() : ReportJson(space.capacity)}});
  }
  return memories;
}

ReportJson live_bytes_json(const Plan& plan, TimeStep steps) {
  ReportJson live = ReportJson::array();
  for (std::size_t m = 0; m < plan.memories.size(); ++m) {
    live.push_back(live_bytes(plan, static_cast<MemoryIndex>(m), steps));
  }
  return live;
}

ReportJson weight_ratio_json(const DesignPoint& point, const Network& network,
                             const Target& target) {
  if (point.weight_ratios) return point.weight_ratios->file;
  const std::optional<double> ratio = weight_ratio_in_force(point, network, target);
  return ratio ? ReportJson(*ratio) : ReportJson("encoded");
}

std::string report_text(const ReportJson& json) {
  // Names from files can contain bytes that are not UTF-8. These bytes are replaced.
  return json.dump(-1, ' ', false, ReportJson::error_handler_t::replace) + "\n";
}

std::string answer_page_json(const std::string& document, const std::string& command) {
  return report_text({{"answer", ReportJson::parse(document)}, {"command", command}});
}

}  // namespace spillway
