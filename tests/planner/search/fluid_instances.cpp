// SPDX-License-Identifier: Apache-2.0
#include "tests/planner/search/fluid_instances.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include "tests/reference.h"

namespace spillway::search {
namespace {

const std::string folder = "reference/latency/";

/// Returns the rows of the CSV file `relative` of the reference data, as maps from column to cell.
std::vector<std::map<std::string, std::string>> read_rows(const std::string& relative) {
  std::ifstream file(test::shared_path(folder + relative));
  std::string line;
  std::getline(file, line);
  const auto cells = [](std::string text) {
    if (!text.empty() && text.back() == '\r') {
      text.pop_back();
    }
    std::vector<std::string> values;
    std::stringstream stream(text);
    for (std::string cell; std::getline(stream, cell, ',');) {
      values.push_back(cell);
    }
    return values;
  };
  const std::vector<std::string> names = cells(line);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> values = cells(line);
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < names.size(); ++i) {
      row[names[i]] = i < values.size() ? values[i] : "";
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

FeatureMap::Origin origin_of(const std::string& kind) {
  return kind == "input"    ? FeatureMap::Origin::network_input
         : kind == "output" ? FeatureMap::Origin::network_output
                            : FeatureMap::Origin::produced;
}

/// Adds an access to the accesses of a map. If the operator already has an access, the bytes of the
/// two accesses are added up.
void add_access(std::vector<MapAccess>& accesses, const MapAccess& access) {
  const auto place =
      std::lower_bound(accesses.begin(), accesses.end(), access,
                       [](const MapAccess& a, const MapAccess& b) { return a.op < b.op; });
  if (place == accesses.end() || place->op != access.op) {
    accesses.insert(place, access);
    return;
  }
  place->fast_bytes += access.fast_bytes;
  place->slow_bytes += access.slow_bytes;
}

/// Returns the choices for the weights of an operator.
Object weight_choices(const Weights& weights, const TransferCost& cost) {
  Object object{weights.name, {}};
  for (const WeightDelivery& delivery : weight_deliveries(weights)) {
    object.choices.push_back(weight_choice(weights, delivery, cost));
  }
  return object;
}

}  // namespace

std::vector<ReferenceInstance> reference_instances() {
  std::vector<ReferenceInstance> instances;
  for (auto& row : read_rows("index.csv")) {
    const auto number = [&](const char* name) { return std::stod(row.at(name)); };
    instances.push_back({row.at("instance"), row.at("model"), std::stoll(row.at("sram_bytes")),
                         number("sram_bytes_per_cycle"), number("slow_bytes_per_cycle"),
                         number("dma_latency_cycles"), number("opt_fm_whole"),
                         number("opt_joint_whole"),
                         std::min(number("opt_joint_interval"), number("opt_joint_whole"))});
  }
  return instances;
}

FluidProblem reference_problem(const ReferenceInstance& instance, Columns columns) {
  FluidProblem problem;
  problem.in_flight = 8;  // the reference data have no limit
  problem.capacity = instance.capacity;
  problem.fast_bytes_per_cycle = instance.fast_bytes_per_cycle;
  problem.slow_bytes_per_cycle = instance.slow_bytes_per_cycle;
  for (const auto& row : read_rows(instance.network + "/ops.csv")) {
    problem.compute_cycles.push_back(std::stod(row.at("compute_cycles")));
  }
  std::map<std::string, std::vector<MapAccess>> accesses;
  for (const auto& row : read_rows(instance.network + "/accesses.csv")) {
    add_access(accesses[row.at("tensor")],
               {std::stoi(row.at("op")), std::stod(row.at("bytes_if_sram")),
                std::stod(row.at("bytes_if_slow"))});
  }
  const TransferCost cost{instance.latency_cycles * instance.slow_bytes_per_cycle};
  for (const auto& row : read_rows(instance.network + "/tensors.csv")) {
    const std::string& name = row.at("tensor");
    const std::vector<MapAccess>& used = accesses[name];
    const Bytes size = std::stoll(row.at("size"));
    if (used.empty()) {
      continue;
    }
    if (row.at("kind") == "weight") {
      Object object = weight_choices({name, used[0].op, size, std::stoi(row.at("ofm_depth")),
                                      used[0].fast_bytes, used[0].slow_bytes},
                                     cost);
      if (columns == Columns::whole_maps) {
        object.choices.resize(1);
      }
      problem.objects.push_back(std::move(object));
    } else {
      const FeatureMap map{name, size, used, origin_of(row.at("kind"))};
      problem.objects.push_back(columns == Columns::joint_intervals ? interval_choices(map, cost)
                                                                    : whole_life_choices(map));
    }
  }
  return problem;
}

namespace {

Bytes least_bytes(const Object& object) {
  Bytes least = 100;
  for (const Choice& choice : object.choices) {
    for (const Occupancy& occupancy : choice.occupancies) least = std::min(least, occupancy.bytes);
  }
  return least;
}

/// Adds rules to the problem by which neighbouring objects (maps or weights that need memory) share
/// bytes. Every second object shares bytes with the preceding object if its live range begins where
/// that of the preceding object ends.
void share_rooms(const std::vector<std::pair<std::int32_t, std::int32_t>>& spans,
                 FluidProblem& problem) {
  for (std::size_t i = 1; i < spans.size(); i += 2) {
    if (spans[i].first != spans[i - 1].second) continue;
    problem.shared.push_back(
        {spans[i].first, static_cast<std::int32_t>(i) - 1, static_cast<std::int32_t>(i),
         std::min(least_bytes(problem.objects[i - 1]), least_bytes(problem.objects[i]))});
  }
}

}  // namespace

FluidProblem random_problem(Random& random, bool with_transfers) {
  const auto draw = [&](int low, int high) {
    return low + static_cast<std::int32_t>(random.below(static_cast<std::size_t>(high - low + 1)));
  };
  FluidProblem problem;
  problem.fast_bytes_per_cycle = draw(2, 4);
  problem.slow_bytes_per_cycle = draw(1, 2);
  problem.capacity = draw(4, 20);
  const std::int32_t ops = draw(1, 6);
  for (std::int32_t op = 0; op < ops; ++op) {
    problem.compute_cycles.push_back(draw(0, 30));
  }
  std::vector<std::pair<std::int32_t, std::int32_t>> spans;
  const int objects = draw(1, 6);
  for (int i = 0; i < objects; ++i) {
    Object object{"o" + std::to_string(i), {}};
    const std::int32_t first = draw(0, ops - 1);
    const std::int32_t last = draw(first, ops - 1);
    const int choices = draw(1, 3);
    for (int c = 0; c < choices; ++c) {
      Choice choice;
      for (const std::int32_t op : {first, last}) {
        choice.accesses.push_back(
            {op, static_cast<double>(c * draw(0, 20)), static_cast<double>(draw(0, 20) / (c + 1))});
      }
      if (c > 0) {
        choice.occupancies.push_back({first, last, draw(1, 10)});
      }
      if (c > 0 && with_transfers) {
        choice.transfers.push_back(
            {first, draw(first - 1, last), static_cast<double>(draw(1, 30))});
      }
      object.choices.push_back(std::move(choice));
    }
    problem.objects.push_back(std::move(object));
    spans.emplace_back(first, last);
  }
  share_rooms(spans, problem);
  return problem;
}

double least_cycles(const FluidProblem& problem) {
  Selection selection(problem.objects.size(), 0);
  double least = std::numeric_limits<double>::infinity();
  for (;;) {
    if (excess_bytes(problem, selection) == 0) {
      least = std::min(least, total_cycles(problem, selection));
    }
    std::size_t i = 0;
    while (i < selection.size() &&
           ++selection[i] == static_cast<std::int32_t>(problem.objects[i].choices.size())) {
      selection[i++] = 0;
    }
    if (i == selection.size()) {
      return least;
    }
  }
}

}  // namespace spillway::search
