// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/shard.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "base/diagnostics.h"
#include "base/text.h"

namespace spillway {
namespace {

// The environment variables in which a job scheduler such as Slurm gives a task its number and the
// number of tasks.
struct RankVariables {
  const char* index;
  std::int64_t first;  // number that the scheduler gives to the first task: 0 or 1
  const char* count;
};

constexpr std::array rank_variables = {
    RankVariables{"SLURM_ARRAY_TASK_ID", 1, "SLURM_ARRAY_TASK_COUNT"},
    RankVariables{"OMPI_COMM_WORLD_RANK", 0, "OMPI_COMM_WORLD_SIZE"},
    RankVariables{"PMI_RANK", 0, "PMI_SIZE"},
    RankVariables{"SLURM_PROCID", 0, "SLURM_NTASKS"},
    RankVariables{"PARALLEL_SEQ", 1, "SPILLWAY_SHARDS"},
};

std::optional<std::int64_t> variable(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? std::nullopt : parse_integer(text);
}

Shard shard_of_environment() {
  for (const RankVariables& names : rank_variables) {
    const auto index = variable(names.index);
    const auto count = variable(names.count);
    if (!index || !count) continue;
    if (*index < names.first || *index - names.first >= *count) {
      throw usage_error("--shard env: {}={} is not one of the {} of {}, counted from {}",
                        names.index, *index, *count, names.count, names.first);
    }
    return {static_cast<std::size_t>(*index - names.first + 1), static_cast<std::size_t>(*count)};
  }
  throw usage_error(
      "--shard env: none of SLURM_ARRAY_TASK_ID, OMPI_COMM_WORLD_RANK, PMI_RANK, SLURM_PROCID and "
      "PARALLEL_SEQ is set together with its count");
}

// Returns an assumed time for planning and simulating a point with a planner, in units of the time
// with a greedy planner. The planners `search` and `xla-msa` simulate many plans. The factor only
// balances the shards; no result of the sweep depends on it.
double planner_factor(const std::string& planner) {
  if (planner == "search") return 200;
  if (planner == "exact") return 50;
  if (planner == "vela-hillclimb" || planner == "xla-msa") return 10;
  return 1;
}

}  // namespace

Shard parse_shard(const std::string& text) {
  if (text == "env") return shard_of_environment();
  const std::vector<std::string> parts = split(text, '/');
  const auto number = [&](std::size_t i) {
    return i < parts.size() ? parse_integer(parts[i]) : std::nullopt;
  };
  const auto index = number(0);
  const auto count = number(1);
  if (parts.size() != 2 || !index || !count || *count < 1 || *count > most_shards || *index < 1 ||
      *index > *count) {
    throw usage_error("--shard: '{}' is not I/N with 1 <= I <= N, nor 'env'", text);
  }
  return {static_cast<std::size_t>(*index), static_cast<std::size_t>(*count)};
}

double predicted_cost(const SweepSpec& spec, const SweepPoint& point) {
  const Network& network = spec.networks[point.network];
  const auto bytes = std::accumulate(
      network.tensors.begin(), network.tensors.end(), Bytes{0},
      [](Bytes total, const Tensor& tensor) { return total + std::max<Bytes>(tensor.bytes, 0); });
  // For the estimate, simulating an operator takes as long as simulating the transfer of this
  // number of bytes.
  constexpr double bytes_per_operator = 16 * 1024;
  const double simulation = static_cast<double>(bytes) +
                            bytes_per_operator * static_cast<double>(network.operators.size());
  return simulation * planner_factor(point.point.planner);
}

std::vector<std::size_t> points_of_shard(const SweepSpec& spec, const PointList& points,
                                         const Shard& shard) {
  std::vector<double> cost;
  cost.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    cost.push_back(predicted_cost(spec, points[i]));
  }
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return cost[a] > cost[b]; });
  std::vector<double> load(shard.count, 0);
  std::vector<std::size_t> chosen;
  for (const std::size_t point : order) {
    const auto least = std::min_element(load.begin(), load.end());
    *least += cost[point];
    if (least - load.begin() == static_cast<std::ptrdiff_t>(shard.index) - 1) {
      chosen.push_back(point);
    }
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace spillway
