// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/fast_kernel.h"

#include <algorithm>
#include <utility>

#include "sim/kernel/fiber.h"

namespace spillway::sim {

FastProcess::FastProcess(std::function<void()> body, bool thread)
    : body_(std::move(body)), thread_(thread) {}

FastProcess::~FastProcess() = default;

FastEvent::FastEvent() {
  if (FastKernel* const kernel = FastKernel::registering()) kernel->all_events_.push_back(this);
}

inline void FastKernel::notify_at(FastEvent& event, Picoseconds time) {
  const Timed timed{time, &event, ++notifications_};
  event.time_ = time;
  event.notified_ = timed.number;
  std::size_t at = heap_.size();
  heap_.push_back(timed);
  Timed* const heap = heap_.data();
  while (at > 0) {
    const std::size_t above = (at - 1) / 2;
    if (time >= heap[above].time) break;
    heap[at] = heap[above];
    at = above;
  }
  heap[at] = timed;
}

void FastKernel::drop_first() {
  const Timed moved = heap_.back();
  heap_.pop_back();
  const std::size_t size = heap_.size();
  if (size == 0) return;
  Timed* const heap = heap_.data();
  std::size_t at = 0;
  for (std::size_t sooner = 1; sooner < size; sooner = 2 * at + 1) {
    if (sooner + 1 < size && heap[sooner + 1].time < heap[sooner].time) ++sooner;
    if (heap[sooner].time >= moved.time) break;
    heap[at] = heap[sooner];
    at = sooner;
  }
  heap[at] = moved;
}

void FastEvent::notify(Picoseconds delay) {
  FastKernel& kernel = *FastKernel::running();
  if (pending_ == Pending::soon) return;
  const Picoseconds time = kernel.now() + delay;
  if (pending_ == Pending::timed && delay > 0 && time_ <= time) return;
  if (delay == 0) {
    pending_ = Pending::soon;
    kernel.notify_soon(*this);
  } else {
    pending_ = Pending::timed;
    kernel.notify_at(*this, time);
  }
}

void FastEvent::forget(const FastProcess& process) {
  waiting_.erase(std::remove(waiting_.begin(), waiting_.end(), &process), waiting_.end());
}

// Makes a process runnable because `event` was triggered. A thread may wait for an event with a
// time limit. When the event or the time limit resumes the thread, the wait for the other of the
// two is cancelled.
inline void FastKernel::make_runnable(FastProcess& process, const FastEvent& event) {
  if (process.waits_for_ != nullptr) {
    FastEvent& other = *std::exchange(process.waits_for_, nullptr);
    if (&event == process.timeout_.get()) {
      other.forget(process);
    } else {
      process.timeout_->withdraw();
    }
  }
  if (process.runnable_) return;
  process.runnable_ = true;
  (process.thread_ ? threads_ : methods_).push_back(&process);
}

// Makes the event's method runnable, and wakes the waiting threads in SystemC's order: first the
// thread that has waited longest, then all other threads, beginning with the thread that has waited
// shortest.
inline void FastEvent::trigger(FastKernel& kernel) {
  pending_ = Pending::no;
  if (method_ != nullptr) kernel.make_runnable(*method_, *this);
  if (waiting_.empty()) return;
  if (waiting_.size() == 1) {
    FastProcess& process = *waiting_[0];
    waiting_.clear();
    return kernel.make_runnable(process, *this);
  }
  coming_.swap(waiting_);
  kernel.make_runnable(*coming_[0], *this);
  for (std::size_t i = coming_.size() - 1; i > 0; --i) kernel.make_runnable(*coming_[i], *this);
  coming_.clear();
}

// Advances to the next time at which an event is triggered.
inline void FastKernel::advance() {
  now_ = heap_.front().time;
  first_delta_ = true;
  do {
    const Timed timed = heap_.front();
    drop_first();
    if (!timed.withdrawn()) timed.event->trigger(*this);
  } while (!heap_.empty() && heap_.front().time == now_);
}

inline void FastKernel::resume(FastProcess& thread) {
  current_ = &thread;
  thread.has_run_ = true;
  thread.fiber_->resume();
  current_ = nullptr;
}

// Runs all runnable methods, then all runnable threads. No process becomes runnable meanwhile,
// because events are only triggered between two calls of this function.
inline void FastKernel::evaluate() {
  for (next_method_ = 0; next_method_ < methods_.size();) {
    FastProcess& method = *methods_[next_method_++];
    method.runnable_ = false;
    method.body_();
  }
  methods_.clear();
  next_method_ = 0;
  for (next_thread_ = 0; next_thread_ < threads_.size();) {
    FastProcess& thread = *threads_[next_thread_++];
    thread.runnable_ = false;
    resume(thread);
  }
  threads_.clear();
  next_thread_ = 0;
}

FastKernel::~FastKernel() {
  if (latest == this) latest = nullptr;
}

FastProcess& FastKernel::add_method(std::function<void()> body) {
  return processes_.emplace_back(std::move(body), false);
}

void FastKernel::add_thread(std::function<void()> body) {
  FastProcess& process = processes_.emplace_back(std::move(body), true);
  process.timeout_ = std::make_unique<FastEvent>();
}

FastKernel::Run::Run(FastKernel& kernel) : kernel_(kernel) {
  active = &kernel;
  kernel.now_ = 0;
  kernel.first_delta_ = false;
  kernel.start_threads();
  for (FastProcess& process : kernel.processes_) process.has_run_ = false;
}

void FastKernel::Run::to_the_end(const std::function<bool()>& go_on) {
  kernel_.start_threads();
  kernel_.run_deltas();
  while (kernel_.next_time() >= 0) {
    kernel_.advance();
    kernel_.run_deltas();
    if (go_on && !go_on()) return;
  }
}

void FastKernel::Run::abandon(const std::function<void()>& reset) {
  kernel_.withdraw_all();
  std::vector<FastProcess*> begun;
  for (FastProcess& process : kernel_.processes_) {
    if (!process.thread_ || !process.has_run_) continue;
    for (FastEvent* const event : kernel_.all_events_) event->forget(process);
    process.waits_for_ = nullptr;
    process.fiber_->restart();
    begun.push_back(&process);
  }
  reset();
  for (FastProcess* const process : begun) kernel_.resume(*process);
}

// Cancels all pending notifications.
void FastKernel::withdraw_all() {
  for (FastEvent* const event : all_events_) event->pending_ = FastEvent::Pending::no;
  soon_.clear();
  heap_.clear();
}

FastKernel::Moment FastKernel::freeze() const {
  Moment moment;
  moment.now = now_;
  for (FastEvent* const event : all_events_) {
    if (event->pending_ == FastEvent::Pending::no && event->waiting_.empty()) continue;
    moment.waiting.push_back(
        {event, event->pending_, event->time_, event->notified_, event->waiting_});
  }
  for (const FastProcess& process : processes_) {
    moment.processes.push_back(
        {process.waits_for_, process.has_run_ ? process.fiber_->freeze() : Fiber::Frozen{}});
  }
  moment.heap = heap_;
  return moment;
}

void FastKernel::thaw(const Moment& moment) {
  now_ = moment.now;
  for (FastEvent* const event : all_events_) {
    event->pending_ = FastEvent::Pending::no;
    event->waiting_.clear();
  }
  for (const Moment::Waiting& waiting : moment.waiting) {
    waiting.event->pending_ = waiting.pending;
    waiting.event->time_ = waiting.time;
    waiting.event->notified_ = waiting.notified;
    waiting.event->waiting_ = waiting.processes;
  }
  auto kept = moment.processes.begin();
  for (FastProcess& process : processes_) {
    process.runnable_ = false;
    process.waits_for_ = kept->waits_for;
    process.has_run_ = kept->stack.top != nullptr;
    if (process.has_run_) process.fiber_->thaw(kept->stack);
    ++kept;
  }
  methods_.clear();
  threads_.clear();
  soon_.clear();
  heap_ = moment.heap;
}

// Starts the threads that were added since the last call. Each thread runs up to its first wait, in
// which it waits for its first work.
void FastKernel::start_threads() {
  for (; started_ < processes_.size(); ++started_) {
    FastProcess& process = processes_[started_];
    if (!process.thread_) continue;
    process.fiber_ = std::make_unique<Fiber>(process.body_);
    resume(process);
  }
}

void FastKernel::run_deltas() {
  for (;;) {
    evaluate();
    if (soon_.empty()) return;
    first_delta_ = false;
    coming_.swap(soon_);
    for (auto event = coming_.rbegin(); event != coming_.rend(); ++event) (*event)->trigger(*this);
    coming_.clear();
  }
}

void FastKernel::wait(FastEvent& event) {
  event.waiting_.push_back(current_);
  current_->fiber_->suspend();
}

void FastKernel::wait(Picoseconds delay) {
  FastEvent& timeout = *current_->timeout_;
  timeout.waiting_.push_back(current_);
  timeout.notify(delay);
  current_->fiber_->suspend();
}

void FastKernel::wait(Picoseconds delay, FastEvent& event) {
  event.waiting_.push_back(current_);
  current_->waits_for_ = &event;
  wait(delay);
}

// Returns the time of the first notification in the heap that is not withdrawn; -1 if there is
// none. Removes withdrawn notifications that come earlier from the heap.
Picoseconds FastKernel::next_time() {
  while (!heap_.empty() && heap_.front().withdrawn()) drop_first();
  return heap_.empty() ? -1 : heap_.front().time;
}

}  // namespace spillway::sim
