// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "base/units.h"
#include "sim/kernel/fiber.h"

namespace spillway::sim {

class FastEvent;
class FastKernel;

/// A process of the kernel: a method, which returns, or a thread, which suspends itself by wait().
class FastProcess {
 public:
  FastProcess(std::function<void()> body, bool thread);
  FastProcess(const FastProcess&) = delete;
  FastProcess& operator=(const FastProcess&) = delete;
  ~FastProcess();

 private:
  friend class FastKernel;
  friend class FastEvent;

  std::function<void()> body_;
  bool thread_;
  bool runnable_ = false;
  // Whether the process, a thread, has been resumed in the present run of the kernel.
  bool has_run_ = false;
  // The following members are used only by threads.
  std::unique_ptr<FastEvent> timeout_;
  // The event for which the thread waits with a time limit; null if the thread waits for no event
  // with a time limit.
  FastEvent* waits_for_ = nullptr;
  std::unique_ptr<Fiber> fiber_;  // made at the thread's first run
};

/// Behaves like sc_core::sc_event: at most one notification is pending. If the event is notified
/// twice, the earlier time counts.
class FastEvent {
 public:
  /// The event belongs to the kernel that is registering(). The event must live at least as long as
  /// this kernel.
  FastEvent();
  FastEvent(const FastEvent&) = delete;
  FastEvent& operator=(const FastEvent&) = delete;

  /// Triggers the event after `delay`; 0 = in the next delta cycle. Must be called only while the
  /// kernel runs.
  void notify(Picoseconds delay);
  /// Makes `method` run whenever the event is triggered.
  void run(FastProcess& method) { method_ = &method; }

 private:
  friend class FastKernel;
  enum class Pending : std::uint8_t { no, soon, timed };

  [[gnu::always_inline]] void trigger(FastKernel& kernel);
  void withdraw() { pending_ = Pending::no; }
  void forget(const FastProcess& process);

  Pending pending_ = Pending::no;
  // The time at which the event is triggered, if a timed notification is pending.
  Picoseconds time_ = 0;
  // The number that the kernel has given to the pending notification (Timed::number).
  std::uint64_t notified_ = 0;
  FastProcess* method_ = nullptr;
  std::vector<FastProcess*> waiting_;  // threads that resume when the event is triggered
  std::vector<FastProcess*> coming_;   // work space of trigger()
};

/// Runs processes in the order in which SystemC runs them, delta cycle by delta cycle, but without
/// SystemC's generality: there are no channels to update and no immediate notifications, and every
/// thread may wait for one event, a time, or both. The same processes give the same results on both
/// kernels; tests compare the two.
class FastKernel {
 public:
  /// From now on, new modules register their processes with this kernel.
  FastKernel() { register_processes(); }
  FastKernel(const FastKernel&) = delete;
  FastKernel& operator=(const FastKernel&) = delete;
  ~FastKernel();

  /// Returns the kernel with which new modules register their processes; null = none.
  static FastKernel* registering() { return latest; }
  /// Makes this the kernel with which new modules register their processes.
  void register_processes() { latest = this; }
  /// Returns the kernel that runs at present; null = none, or SystemC runs.
  static FastKernel* running() { return active; }

  FastProcess& add_method(std::function<void()> body);
  void add_thread(std::function<void()> body);

  /// A run of the kernel, which starts at time 0. As long as this object lives, the kernel is
  /// running().
  class Run {
   public:
    explicit Run(FastKernel& kernel);
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ~Run() { active = nullptr; }

    /// Runs until no event is pending. Calls `go_on` after each simulated time at which an event was
    /// triggered, except the start time, and stops if `go_on` returns false. Rethrows exceptions of
    /// processes.
    void to_the_end(const std::function<bool()>& go_on = {});

    /// Ends a run early: unwinds all threads that have run in it, calls `reset`, and then runs them
    /// again up to their first wait. `reset` must restore the data of the processes.
    void abandon(const std::function<void()>& reset);

   private:
    FastKernel& kernel_;
  };

  /// The state of all processes and events of a run, between two points of simulated time.
  struct Moment;
  Moment freeze() const;
  /// Restores the state of all processes and events that `moment` holds, from this run or an
  /// earlier run.
  void thaw(const Moment& moment);

  Picoseconds now() const { return now_; }
  /// Whether the present delta cycle is the first one of the present simulated time.
  bool first_delta() const { return first_delta_; }
  /// Whether some process has still to run at the present time.
  bool pending_now() const {
    return !soon_.empty() || next_method_ < methods_.size() || next_thread_ < threads_.size();
  }
  /// Returns the time of the first event after the present simulated time; -1 if there is none.
  Picoseconds next_time();

  // These functions suspend the thread that calls them.
  void wait(FastEvent& event);
  void wait(Picoseconds delay);
  void wait(Picoseconds delay, FastEvent& event);

 private:
  friend class FastEvent;
  /// An element of the heap of timed notifications. The order of events at the same time follows
  /// from the structure of the heap, so the heap is built like SystemC's binary heap. A withdrawn
  /// notification stays in the heap until it is the first one.
  struct Timed {
    Picoseconds time;
    FastEvent* event;
    // Distinguishes the notifications of an event, so that a withdrawn notification is recognised.
    std::uint64_t number;
    bool withdrawn() const {
      return event->pending_ != FastEvent::Pending::timed || event->notified_ != number;
    }
  };

  void notify_soon(FastEvent& event) { soon_.push_back(&event); }
  [[gnu::always_inline]] void notify_at(FastEvent& event, Picoseconds time);
  void drop_first();
  [[gnu::always_inline]] void make_runnable(FastProcess& process, const FastEvent& event);
  void start_threads();
  void withdraw_all();
  [[gnu::always_inline]] void advance();
  void run_deltas();
  [[gnu::always_inline]] void evaluate();
  [[gnu::always_inline]] void resume(FastProcess& thread);

  static inline FastKernel* latest = nullptr;
  static inline FastKernel* active = nullptr;

  std::deque<FastProcess> processes_;
  std::vector<FastEvent*> all_events_;
  std::size_t started_ = 0;  // number of processes that start_threads() has handled

  Picoseconds now_ = 0;
  bool first_delta_ = false;
  FastProcess* current_ = nullptr;
  // Methods and threads to be run, in this order.
  std::vector<FastProcess*> methods_, threads_;
  std::size_t next_method_ = 0, next_thread_ = 0;
  std::vector<FastEvent*> soon_, coming_;
  std::vector<Timed> heap_;
  std::uint64_t notifications_ = 0;  // number of timed notifications in all runs
};

struct FastKernel::Moment {
  struct Waiting {
    FastEvent* event = nullptr;
    FastEvent::Pending pending = FastEvent::Pending::no;
    Picoseconds time = 0;
    std::uint64_t notified = 0;
    std::vector<FastProcess*> processes;
  };
  struct Process {
    FastEvent* waits_for = nullptr;
    // The stack of the thread; empty if the thread has not been started in the run.
    Fiber::Frozen stack;
  };

  Picoseconds now = 0;
  std::vector<Waiting> waiting;  // events that are pending or that threads wait for
  std::vector<Process> processes;
  std::vector<Timed> heap;
};

}  // namespace spillway::sim
