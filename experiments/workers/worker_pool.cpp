// SPDX-License-Identifier: Apache-2.0
#include "experiments/workers/worker_pool.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <set>

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "experiments/workers/interrupts.h"
#include "experiments/workers/job_ranges.h"
#include "experiments/workers/pipe_messages.h"

namespace spillway {
namespace {

struct Worker {
  pid_t process = 0;
  std::size_t lane = 0;  // of JobRanges
  Pipe requests, results;
  std::optional<std::size_t> job;
};

void reap(pid_t process) {
  while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

class Pool {
 public:
  Pool(const std::vector<std::size_t>& jobs, std::size_t workers, const Work& work,
       const JobDone& done)
      : jobs_(jobs, workers), limit_(workers), work_(work), done_(done) {}
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  PoolEnd run();

 private:
  void hand_out();
  Worker& idle_worker();
  void start_worker();
  std::size_t unused_lane() const;
  [[noreturn]] void serve(Worker& worker) noexcept;
  bool any_busy() const;
  void wait_for_results();
  void receive(Worker& worker);
  void bury(Worker& worker);

  JobRanges jobs_;  // to do
  std::size_t limit_;
  const Work& work_;
  const JobDone& done_;
  std::vector<Worker> workers_;
  std::set<std::size_t> retried_;
  Interrupts interrupts_;
};

// Workers at work are ended: whoever leaves early does not want their results.
Pool::~Pool() {
  for (Worker& worker : workers_) {
    if (worker.job) ::kill(worker.process, SIGKILL);
    worker.requests.close_writing();
    reap(worker.process);
  }
}

PoolEnd Pool::run() {
  for (;;) {
    if (!interrupts_.requested()) hand_out();
    if (!any_busy()) return jobs_.empty() ? PoolEnd::finished : PoolEnd::interrupted;
    wait_for_results();
  }
}

bool Pool::any_busy() const {
  return std::any_of(workers_.begin(), workers_.end(),
                     [](const Worker& worker) { return worker.job.has_value(); });
}

void Pool::hand_out() {
  const auto busy = static_cast<std::size_t>(
      std::count_if(workers_.begin(), workers_.end(),
                    [](const Worker& worker) { return worker.job.has_value(); }));
  for (std::size_t free = limit_ - busy; free > 0 && !jobs_.empty(); --free) {
    Worker& worker = idle_worker();
    worker.job = jobs_.take(worker.lane);
    // When the worker is gone, the closed end of its results tells.
    write_message(worker.requests.writing(), *worker.job, "");
  }
}

Worker& Pool::idle_worker() {
  const auto idle = std::find_if(workers_.begin(), workers_.end(),
                                 [](const Worker& worker) { return !worker.job; });
  if (idle != workers_.end()) return *idle;
  start_worker();
  return workers_.back();
}

void Pool::start_worker() {
  Worker worker;
  worker.lane = unused_lane();
  worker.process = ::fork();
  if (worker.process < 0) {
    throw UserError(ExitCode::run_failed,
                    fmt::format("cannot start a worker: {}", std::strerror(errno)));
  }
  if (worker.process == 0) serve(worker);
  worker.requests.close_reading();
  worker.results.close_writing();
  workers_.push_back(std::move(worker));
}

std::size_t Pool::unused_lane() const {
  const auto used = [this](std::size_t lane) {
    return std::any_of(workers_.begin(), workers_.end(),
                       [lane](const Worker& worker) { return worker.lane == lane; });
  };
  std::size_t lane = 0;
  while (used(lane)) ++lane;
  return lane;
}

// An exception that the work does not handle ends the worker, which the parent notices.
void Pool::serve(Worker& worker) noexcept {
  interrupts_.ignore_in_child();
  // The other workers' pipes must close with the parent, so nobody else may hold them open.
  workers_.clear();
  worker.requests.close_writing();
  worker.results.close_reading();
  while (const std::optional<PipeMessage> request = read_message(worker.requests.reading())) {
    if (!write_message(worker.results.writing(), request->job, work_(request->job))) break;
  }
  ::_exit(0);
}

void Pool::wait_for_results() {
  std::vector<pollfd> polled;
  for (const Worker& worker : workers_) polled.push_back({worker.results.reading(), POLLIN, 0});
  if (::ppoll(polled.data(), polled.size(), nullptr, &interrupts_.waiting_mask()) < 0) return;
  for (std::size_t i = polled.size(); i-- > 0;) {
    if (polled[i].revents != 0) receive(workers_[i]);
  }
}

void Pool::receive(Worker& worker) {
  const std::optional<PipeMessage> message = read_message(worker.results.reading());
  if (!message) return bury(worker);
  worker.job.reset();
  done_(message->job, message->output);
}

void Pool::bury(Worker& worker) {
  const std::optional<std::size_t> job = worker.job;
  worker.requests.close_writing();
  reap(worker.process);
  workers_.erase(workers_.begin() + (&worker - workers_.data()));
  if (!job) return;
  if (retried_.insert(*job).second) {
    jobs_.give_back(*job);
  } else {
    done_(*job, std::nullopt);
  }
}

}  // namespace

PoolEnd run_in_workers(const std::vector<std::size_t>& jobs, std::size_t workers, const Work& work,
                       const JobDone& done) {
  return Pool(jobs, workers, work, done).run();
}

}  // namespace spillway
