// SPDX-License-Identifier: Apache-2.0
// A planner program, for `spillway run ... --planner exec:./accesses_per_byte`:
//   g++ -std=c++17 -O2 examples/accesses_per_byte.cpp -o accesses_per_byte
// The program sorts the buffers by their number of accesses, divided by their bytes and by their
// lifetime in steps, largest quotient first. In this order, each buffer goes into its first memory
// that has space, or into its last memory if none has. The answer contains the memory of each
// buffer but no offset, so Spillway chooses the offsets.
#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

using nlohmann::json;

int main() {
  const json problem = json::parse(std::cin);
  std::vector<json> buffers = problem["buffers"];
  const auto worth = [](const json& b) {
    const double steps = b["end_step"].get<double>() - b["first_step"].get<double>();
    return b["accesses"].get<double>() / b["bytes"].get<double>() / steps;
  };
  std::stable_sort(buffers.begin(), buffers.end(),
                   [&](const json& a, const json& b) { return worth(a) > worth(b); });
  // The number of bytes in use, by pair of memory and step.
  std::map<std::pair<int, int>, long> live;
  json placements = json::array();
  for (const json& buffer : buffers) {
    const long bytes = (buffer["bytes"].get<long>() + 15) / 16 * 16;
    for (const json& memory : buffer["memories"]) {
      const json& capacity = problem["memories"][memory.get<std::size_t>()]["capacity_bytes"];
      const bool last = memory == buffer["memories"].back();
      long most = 0;
      for (int step = buffer["first_step"]; step < buffer["end_step"].get<int>(); ++step) {
        most = std::max(most, live[{memory.get<int>(), step}]);
      }
      // A tenth of the memory must stay free, because the offsets that Spillway chooses leave gaps.
      if (!last && !capacity.is_null() && most + bytes > capacity.get<long>() / 10 * 9) continue;
      for (int step = buffer["first_step"]; step < buffer["end_step"].get<int>(); ++step) {
        live[{memory.get<int>(), step}] += bytes;
      }
      placements.push_back({{"buffer", buffer["id"]}, {"memory", memory}});
      break;
    }
  }
  std::cout << json{{"schema_version", 1}, {"placements", placements}};
}
