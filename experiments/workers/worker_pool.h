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

/// A function that does one job and returns its output. Called in a worker process, for many jobs
/// one after the other.
using Work = std::function<std::string(std::size_t job)>;

/// A function that the parent process calls for every finished job, in any order. `output` is empty
/// if the job failed: it exceeded its time limit, or two workers died during the job. If
/// the function throws, the workers with a job are killed, and run_in_workers() throws the
/// exception.
using JobDone = std::function<void(std::size_t job, const std::optional<std::string>& output)>;

enum class PoolEnd { finished, interrupted };

struct PoolWorker;

/// The limits of one job. If a job exceeds a limit, its worker process ends. A job that exceeds the
/// time limit fails and is not tried again. A job that exceeds the memory limit is tried once more
/// in a new worker, like every job whose worker dies: the first worker may have held caches of
/// earlier jobs, which a new worker does not have.
struct PoolLimits {
  std::chrono::milliseconds timeout{0};  // time limit of a job; 0 = no limit
  Bytes memory = 0;                      // bytes that a worker may allocate; 0 = no limit
  /// A function that is called before JobDone if a job is given up. `reason` says why.
  std::function<void(std::size_t job, const std::string& reason)> lost;
};

/// The worker processes of one or more batches of jobs. A worker lives as long as the pool, so a
/// later batch can use data that `work` has stored in the worker process. All batches use the same
/// function `work`; the request of a job is the argument of `work`.
class WorkerPool {
 public:
  /// Does the job that `request` describes and returns its output. Runs in a worker process.
  using WorkOnRequest = std::function<std::string(const std::string& request)>;
  /// Returns the request of a job. Called in the parent process.
  using RequestOf = std::function<std::string(std::size_t job)>;

  WorkerPool(std::size_t workers, WorkOnRequest work);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Gives `jobs` one by one to forked processes. Returns `finished` if all jobs were finished or
  /// given up, and `interrupted` if a signal of ending_signals ended the batch earlier. Jobs with
  /// neighbouring numbers go to the same process unless another process would be idle. The parent
  /// never does a job itself, so state that a job sets up once per process (the simulator's
  /// platform) exists only in workers. A limit of memory applies to the workers that this batch
  /// starts.
  ///
  /// After one of ending_signals, no more jobs are given out. Jobs in progress are finished, and
  /// stopped workers are continued. Jobs that are not finished within interrupt_grace are
  /// abandoned. If a worker dies, a new worker repeats its job once. If the parent is killed, each
  /// worker ends after its current job. Throws UserError(run_failed) if a worker cannot be started.
  PoolEnd run(const std::vector<std::size_t>& jobs, const RequestOf& request, const JobDone& done,
              const PoolLimits& limits = {});

 private:
  std::size_t limit_;  // maximum number of workers
  WorkOnRequest work_;
  std::vector<PoolWorker> workers_;
};

/// Does one batch of jobs like WorkerPool::run(), in up to `workers` processes. The worker
/// processes end with the batch.
PoolEnd run_in_workers(const std::vector<std::size_t>& jobs, std::size_t workers, const Work& work,
                       const JobDone& done, const PoolLimits& limits = {});

/// Calls `work` for the numbers 0 to count - 1 in up to `workers` processes. Returns the results in
/// the order of the numbers; a result is empty if its job was given up (see JobDone). Throws
/// UserError(interrupted) if one of ending_signals ended the batch before all jobs were finished.
std::vector<std::string> map_in_workers(std::size_t count, std::size_t workers, const Work& work);

/// Time for finishing jobs after an interrupt. Job schedulers send SIGKILL half a minute after
/// SIGTERM.
constexpr std::chrono::seconds interrupt_grace{20};

}  // namespace spillway
