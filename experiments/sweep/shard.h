// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/sweep/sweep_spec.h"

namespace spillway {

/// A part of a sweep, which one process or machine simulates. The sweep is divided into `count`
/// shards. `index` is the number of this shard, from 1.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;
};

constexpr std::int64_t most_shards = 1'000'000;

/// Parses `I/N` (shard I of N), or `env`. For `env`, reads I and N from the environment variables
/// of a Slurm array task, an Open MPI or MPICH rank, a task of srun, or GNU parallel. GNU parallel
/// does not provide N, so the user must set SPILLWAY_SHARDS. Throws UserError(usage) if the text or
/// a variable is wrong.
Shard parse_shard(const std::string& text);

/// Returns an estimate of the relative simulation time of a point, from its network and planner.
/// The estimate balances the shards.
double predicted_cost(const SweepSpec& spec, const SweepPoint& point);

/// Returns the indices of the points of a shard, ascending. Points are assigned to shards in
/// descending order of predicted_cost(). Each point goes to the shard whose points have the lowest
/// sum of costs so far. Every point is in exactly one shard.
std::vector<std::size_t> points_of_shard(const SweepSpec& spec, const PointList& points,
                                         const Shard& shard);

}  // namespace spillway
