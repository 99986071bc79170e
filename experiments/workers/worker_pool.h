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

/// Does one job and returns its output. Runs in a worker, a process that does one job after
/// another.
using Work = std::function<std::string(std::size_t job)>;

/// A function that the parent process calls for every finished job, in any order. There is no
/// output for a job that was given up, because two workers died on it or it exceeded a limit. If
/// the function throws, all workers are ended and run_in_workers() throws the exception.
using JobDone = std::function<void(std::size_t job, const std::optional<std::string>& output)>;

enum class PoolEnd { finished, interrupted };

struct PoolWorker;

/// The limits of one job. A worker that exceeds a limit is ended, and its job is given up without a
/// second try.
struct PoolLimits {
  std::chrono::milliseconds timeout{0};  // time limit; 0 = none
  Bytes memory = 0;                      // bytes that a worker may allocate; 0 = no limit
  /// A function that is called before JobDone if a job is given up. It gets the reason.
  std::function<void(std::size_t job, const std::string& reason)> lost;
};

/// The worker processes of one or more batches of jobs. They live as long as the pool, so a later
/// batch can use what `work` has stored in its process. All batches have the same `work`; a request
/// tells it what the job is.
class WorkerPool {
 public:
  /// Does the job that a request describes, like Work.
  using WorkOnRequest = std::function<std::string(const std::string& request)>;
  /// Returns the request of a job. Called in the parent.
  using RequestOf = std::function<std::string(std::size_t job)>;

  WorkerPool(std::size_t workers, WorkOnRequest work);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Hands `jobs` out one by one to forked processes, neighbouring jobs to the same process unless
  /// another one would be idle. The parent never does a job itself, so state that the work sets up
  /// once per process (the simulator's platform) exists in workers only. A limit of memory holds
  /// for the workers that this batch starts.
  ///
  /// After one of ending_signals no more jobs are handed out. Jobs in progress are finished,
  /// stopped workers are continued, and jobs that are not done after interrupt_grace are abandoned.
  /// If a worker dies, a new worker repeats its job once. If the parent is killed, each worker ends
  /// after its current job. Throws UserError(run_failed) if no worker can be started.
  PoolEnd run(const std::vector<std::size_t>& jobs, const RequestOf& request, const JobDone& done,
              const PoolLimits& limits = {});

 private:
  std::size_t limit_;  // most workers
  WorkOnRequest work_;
  std::vector<PoolWorker> workers_;
};

/// Does one batch of jobs as WorkerPool::run() does. The workers end with the batch.
PoolEnd run_in_workers(const std::vector<std::size_t>& jobs, std::size_t workers, const Work& work,
                       const JobDone& done, const PoolLimits& limits = {});

/// How long interrupted jobs may go on. Job engines send SIGKILL half a minute after SIGTERM.
constexpr std::chrono::seconds interrupt_grace{20};

}  // namespace spillway
