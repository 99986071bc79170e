// SPDX-License-Identifier: Apache-2.0
#include "experiments/workers/worker_pool.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/defect.h"
#include "base/diagnostics.h"
#include "base/run_program.h"
#include "experiments/workers/interrupts.h"
#include "experiments/workers/job_ranges.h"
#include "experiments/workers/memory_limit.h"
#include "experiments/workers/pipe_messages.h"

namespace spillway {

using Clock = std::chrono::steady_clock;

struct PoolWorker {
  pid_t process = 0;
  std::size_t lane = 0;  // index of the worker's lane in JobRanges
  Pipe requests, results;
  std::optional<std::size_t> job;
  Clock::time_point started;  // time at which the current job started
};

namespace {

/// Waits for the end of a process. Returns its exit status in the form of waitpid().
int wait_for_exit(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string end_text(int status) {
  if (!WIFSIGNALED(status)) return fmt::format("they ended with status {}", WEXITSTATUS(status));
  return fmt::format("ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
}

/// One batch of jobs for the workers of a pool.
class Batch {
 public:
  Batch(std::vector<PoolWorker>& workers, std::size_t limit, const WorkerPool::WorkOnRequest& work,
        const std::vector<std::size_t>& jobs, const WorkerPool::RequestOf& request,
        const JobDone& done, const PoolLimits& limits)
      : workers_(workers),
        limit_(limit),
        work_(work),
        jobs_(jobs, limit),
        request_(request),
        done_(done),
        limits_(limits) {}
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  PoolEnd run();

 private:
  void hand_out();
  PoolWorker& idle_worker();
  void start_worker();
  std::size_t unused_lane() const;
  [[noreturn]] void serve(PoolWorker& worker) noexcept;
  bool any_busy() const;
  void note_interrupt();
  int wait_milliseconds() const;
  void wait_for_results();
  void receive(PoolWorker& worker);
  void end_overdue();
  void bury(PoolWorker& worker, const std::string& reason);
  void give_up(std::size_t job, const std::string& reason);

  std::vector<PoolWorker>& workers_;
  std::size_t limit_;
  const WorkerPool::WorkOnRequest& work_;
  JobRanges jobs_;  // jobs that no worker has taken yet
  const WorkerPool::RequestOf& request_;
  const JobDone& done_;
  const PoolLimits& limits_;
  // The time at which unfinished jobs are abandoned; set after an interrupt.
  std::optional<Clock::time_point> abandon_at_;
  std::set<std::size_t> retried_;
  Interrupts interrupts_;
};

// Closes the worker's pipe for requests, which makes the worker end, and waits for the end of its
// process. Returns the exit status in the form of waitpid().
int end_worker(PoolWorker& worker) {
  worker.requests.close_writing();
  return wait_for_exit(worker.process);
}

// Kills the workers that still have a job. Their results are not needed, because run() has ended
// early.
Batch::~Batch() {
  for (std::size_t i = workers_.size(); i-- > 0;) {
    PoolWorker& worker = workers_[i];
    if (!worker.job) continue;
    ::kill(worker.process, SIGKILL);
    end_worker(worker);
    workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

PoolEnd Batch::run() {
  for (;;) {
    if (interrupts_.requested()) {
      note_interrupt();
    } else {
      hand_out();
    }
    if (!any_busy()) return jobs_.empty() ? PoolEnd::finished : PoolEnd::interrupted;
    if (abandon_at_ && Clock::now() >= *abandon_at_) return PoolEnd::interrupted;
    wait_for_results();
    end_overdue();
  }
}

// Sets the time at which unfinished jobs are abandoned, and continues workers that are stopped
// (SIGSTOP). Called repeatedly, because a worker may be stopped after the interrupt.
void Batch::note_interrupt() {
  if (!abandon_at_) abandon_at_ = Clock::now() + interrupt_grace;
  for (const PoolWorker& worker : workers_) ::kill(worker.process, SIGCONT);
}

bool Batch::any_busy() const {
  return std::any_of(workers_.begin(), workers_.end(),
                     [](const PoolWorker& worker) { return worker.job.has_value(); });
}

void Batch::hand_out() {
  const auto busy = static_cast<std::size_t>(
      std::count_if(workers_.begin(), workers_.end(),
                    [](const PoolWorker& worker) { return worker.job.has_value(); }));
  for (std::size_t free = limit_ - busy; free > 0 && !jobs_.empty(); --free) {
    PoolWorker& worker = idle_worker();
    worker.job = jobs_.take(worker.lane);
    worker.started = Clock::now();
    // If the message does not reach the worker, kills the worker. run() then notices the end of the
    // worker at the worker's pipe for results.
    if (!write_message(worker.requests.writing(), {*worker.job, request_(*worker.job), false})) {
      ::kill(worker.process, SIGKILL);
    }
  }
}

PoolWorker& Batch::idle_worker() {
  const auto idle = std::find_if(workers_.begin(), workers_.end(),
                                 [](const PoolWorker& worker) { return !worker.job; });
  if (idle != workers_.end()) return *idle;
  start_worker();
  return workers_.back();
}

void Batch::start_worker() {
  PoolWorker worker;
  worker.lane = unused_lane();
  worker.process = ::fork();
  if (worker.process < 0) {
    throw UserError(ExitCode::run_failed,
                    fmt::format("cannot start a worker: {}", std::strerror(errno)));
  }
  if (worker.process == 0) {
    set_wait_notice({});  // worker processes must not display progress
    serve(worker);
  }
  worker.requests.close_reading();
  worker.results.close_writing();
  workers_.push_back(std::move(worker));
}

std::size_t Batch::unused_lane() const {
  const auto used = [this](std::size_t lane) {
    return std::any_of(workers_.begin(), workers_.end(),
                       [lane](const PoolWorker& worker) { return worker.lane == lane; });
  };
  std::size_t lane = 0;
  while (used(lane)) ++lane;
  return lane;
}

// The loop of a worker process: does jobs until the pipe for requests is closed. If a job throws,
// the worker sends a message with the reason, if possible, and ends.
void Batch::serve(PoolWorker& worker) noexcept {
  interrupts_.ignore_in_child();
  // Closes the copies that this process has of the other workers' pipes. Otherwise the other
  // workers' pipes would stay open when the parent ends.
  workers_.clear();
  worker.requests.close_writing();
  worker.results.close_reading();
  if (limits_.memory > 0) limit_memory(limits_.memory);
  while (const std::optional<PipeMessage> request = read_message(worker.requests.reading())) {
    try {
      const PipeMessage answer{request->job, work_(request->output), false};
      if (!write_message(worker.results.writing(), answer)) break;
    } catch (const std::exception& error) {
      lift_memory_limit();
      write_message(worker.results.writing(), {request->job, defect_message(error), true});
      ::_exit(1);
    }
  }
  ::_exit(0);
}

// Returns how many milliseconds poll() may wait. The wait ends at the latest when a job reaches its
// time limit, or when unfinished jobs must be abandoned. After an interrupt, the wait takes at most
// a second, because run() must continue stopped workers repeatedly (note_interrupt()). Returns -1,
// which means any time, if there is neither a time limit nor an interrupt.
int Batch::wait_milliseconds() const {
  constexpr std::chrono::seconds between_continuations{1};
  std::optional<Clock::time_point> next;
  if (abandon_at_) next = std::min(*abandon_at_, Clock::now() + between_continuations);
  for (const PoolWorker& worker : workers_) {
    if (!worker.job || limits_.timeout.count() == 0) continue;
    const Clock::time_point due = worker.started + limits_.timeout;
    if (!next || due < *next) next = due;
  }
  if (!next) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now()).count();
  constexpr std::int64_t longest_wait = 3'600'000;
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, longest_wait));
}

void Batch::wait_for_results() {
  std::vector<pollfd> polled;
  for (const PoolWorker& worker : workers_) polled.push_back({worker.results.reading(), POLLIN, 0});
  const int milliseconds = wait_milliseconds();
  timespec wait{};
  wait.tv_sec = milliseconds / 1000;
  wait.tv_nsec = static_cast<long>(milliseconds % 1000) * 1'000'000;
  if (::ppoll(polled.data(), polled.size(), milliseconds < 0 ? nullptr : &wait,
              &interrupts_.waiting_mask()) < 0) {
    return;
  }
  for (std::size_t i = polled.size(); i-- > 0;) {
    if (polled[i].revents != 0) receive(workers_[i]);
  }
}

// Kills workers whose jobs exceed the timeout. Their jobs are not repeated, because a second try
// would take as long.
void Batch::end_overdue() {
  if (limits_.timeout.count() == 0) return;
  for (std::size_t i = workers_.size(); i-- > 0;) {
    PoolWorker& worker = workers_[i];
    if (!worker.job || Clock::now() - worker.started < limits_.timeout) continue;
    const std::size_t job = *worker.job;
    worker.job.reset();
    ::kill(worker.process, SIGKILL);
    bury(worker, "");
    give_up(job, fmt::format("took longer than {} s",
                             static_cast<double>(limits_.timeout.count()) / 1000));
  }
}

void Batch::receive(PoolWorker& worker) {
  const std::optional<PipeMessage> message = read_message(worker.results.reading());
  if (!message) return bury(worker, "");
  if (message->failed) return bury(worker, message->output);
  worker.job.reset();
  done_(message->job, message->output);
}

void Batch::bury(PoolWorker& worker, const std::string& reason) {
  const std::optional<std::size_t> job = worker.job;
  const int status = end_worker(worker);
  workers_.erase(workers_.begin() + (&worker - workers_.data()));
  if (!job) return;
  if (retried_.insert(*job).second) {
    jobs_.give_back(*job);
  } else {
    give_up(*job,
            "two workers died at this point: " + (reason.empty() ? end_text(status) : reason));
  }
}

void Batch::give_up(std::size_t job, const std::string& reason) {
  if (limits_.lost) limits_.lost(job, reason);
  done_(job, std::nullopt);
}

}  // namespace

WorkerPool::WorkerPool(std::size_t workers, WorkOnRequest work)
    : limit_(workers), work_(std::move(work)) {}

WorkerPool::~WorkerPool() {
  for (PoolWorker& worker : workers_) end_worker(worker);
}

PoolEnd WorkerPool::run(const std::vector<std::size_t>& jobs, const RequestOf& request,
                        const JobDone& done, const PoolLimits& limits) {
  return Batch(workers_, limit_, work_, jobs, request, done, limits).run();
}

PoolEnd run_in_workers(const std::vector<std::size_t>& jobs, std::size_t workers, const Work& work,
                       const JobDone& done, const PoolLimits& limits) {
  WorkerPool pool(workers, [&](const std::string& job) { return work(std::stoul(job)); });
  return pool.run(
      jobs, [](std::size_t job) { return std::to_string(job); }, done, limits);
}

std::vector<std::string> map_in_workers(std::size_t count, std::size_t workers, const Work& work) {
  std::vector<std::size_t> jobs(count);
  std::iota(jobs.begin(), jobs.end(), 0);
  std::vector<std::string> results(count);
  const PoolEnd end = run_in_workers(
      jobs, workers, work, [&](std::size_t job, const std::optional<std::string>& output) {
        results[job] = output.value_or("");
      });
  if (end == PoolEnd::interrupted) throw UserError(ExitCode::interrupted, "interrupted");
  return results;
}

}  // namespace spillway
