// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/sweep/sweep_spec.h"

namespace spillway {

/// A part of a sweep. The sweep is divided into `count` shards; `index` is the number of this
/// shard, from 1.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;
};

constexpr std::int64_t most_shards = 1'000'000;

/// Parses `I/N`, or `env` for numbers from environment variables. The variables are those of a
/// Slurm array task, an Open MPI or MPICH rank, a task of srun, or GNU parallel, for which
/// SPILLWAY_SHARDS is the number of shards. Throws UserError(usage).
Shard parse_shard(const std::string& text);

/// The relative simulation time of a point, estimated from its network and planner, to balance the
/// shards.
double predicted_cost(const SweepSpec& spec, const SweepPoint& point);

/// Returns the indices of the points of a shard, ascending. Points are assigned to shards in
/// descending order of predicted_cost(), each to the shard with the lowest sum so far. Every point
/// is in exactly one shard.
std::vector<std::size_t> points_of_shard(const SweepSpec& spec, const PointList& points,
                                         const Shard& shard);

}  // namespace spillway
