// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace spillway {

/// What the work on one job gives. Runs in a worker: a process that does one job after another.
using Work = std::function<std::string(std::size_t job)>;

/// Called in the parent as jobs finish, in any order; nothing for a job on which two workers died.
/// An exception ends the workers and leaves the pool.
using JobDone = std::function<void(std::size_t job, const std::optional<std::string>& output)>;

enum class PoolEnd { finished, interrupted };

/// Hands `jobs` out one by one to forked processes, neighbours to the same one where that leaves
/// none without work. The parent never works itself, so what the work sets up once per process (the
/// simulator's platform) is set up in workers only. After SIGINT or SIGTERM no more jobs are handed
/// out and those in progress are finished. A job whose worker died is done again once, by a new
/// worker. Workers whose parent is killed end with the job that they are at. Throws
/// UserError(run_failed) when no worker can be started.
PoolEnd run_in_workers(const std::vector<std::size_t>& jobs, std::size_t workers, const Work& work,
                       const JobDone& done);

}  // namespace spillway
