// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// What the work on one job gives. Runs in a worker: a process that does one job after another.
using Work = std::function<std::string(std::size_t job)>;

/// Called in the parent as jobs finish, in any order; nothing for a job on which two workers died.
/// An exception ends the workers and leaves the pool.
using JobDone = std::function<void(std::size_t job, const std::optional<std::string>& output)>;

enum class PoolEnd { finished, interrupted };

/// What one job may take. A worker that takes more is ended and its job given up at once.
struct PoolLimits {
  std::chrono::milliseconds timeout{0};  // 0 = none
  Bytes memory = 0;                      // that a worker may have; 0 = no limit
  /// Called before JobDone for a job that is given up: why.
  std::function<void(std::size_t job, const std::string& reason)> lost;
};

/// Hands `jobs` out one by one to forked processes, neighbours to the same one where that leaves
/// none without work. The parent never works itself, so what the work sets up once per process (the
/// simulator's platform) is set up in workers only. After one of ending_signals no more jobs are
/// handed out; those in progress are finished, workers that were stopped are continued, and what is
/// not done after interrupt_grace is left. A job whose worker died is done again once, by a new
/// worker. Workers whose parent is killed end with the job that they are at. Throws
/// UserError(run_failed) when no worker can be started.
PoolEnd run_in_workers(const std::vector<std::size_t>& jobs, std::size_t workers, const Work& work,
                       const JobDone& done, const PoolLimits& limits = {});

/// Job engines send SIGKILL half a minute after SIGTERM.
constexpr std::chrono::seconds interrupt_grace{20};

}  // namespace spillway
