// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/sweep/sweep_spec.h"

namespace spillway {

/// One of `count` parts of a sweep, counted from 1.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;
};

constexpr std::int64_t most_shards = 1'000'000;

/// `I/N`, or `env`: from the environment of a Slurm array task, an Open MPI or MPICH rank, a task
/// of srun, or GNU parallel (SPILLWAY_SHARDS tells how many there are). Throws UserError(usage).
Shard parse_shard(const std::string& text);

/// How long a point takes to simulate against others, by its network and planner; for balancing.
double predicted_cost(const SweepSpec& spec, const SweepPoint& point);

/// Indices of the points of `shard`, ascending: the most expensive point left goes to the shard
/// that has the least so far. Every point is in exactly one shard.
std::vector<std::size_t> points_of_shard(const SweepSpec& spec, const PointList& points,
                                         const Shard& shard);

}  // namespace spillway
