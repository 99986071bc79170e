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

/// A process of the kernel: a method, which returns, or a thread, which suspends itself.
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
  bool has_run_ = false;  // since the run began
  // Of a thread.
  std::unique_ptr<FastEvent> timeout_;
  FastEvent* waits_for_ = nullptr;  // beside a time
  std::unique_ptr<Fiber> fiber_;    // from its first run on
};

/// As sc_core::sc_event: at most one notification is pending. If there are two, the earlier wins.
class FastEvent {
 public:
  /// Belongs to the kernel that new modules add their processes to, and lives as long as it.
  FastEvent();
  FastEvent(const FastEvent&) = delete;
  FastEvent& operator=(const FastEvent&) = delete;

  /// Comes after `delay`; 0 = in the next delta cycle. Only while the kernel runs.
  void notify(Picoseconds delay);
  /// `method` runs whenever the event comes.
  void run(FastProcess& method) { method_ = &method; }

 private:
  friend class FastKernel;
  enum class Pending : std::uint8_t { no, soon, timed };

  [[gnu::always_inline]] void trigger(FastKernel& kernel);
  void withdraw() { pending_ = Pending::no; }
  void forget(const FastProcess& process);

  Pending pending_ = Pending::no;
  Picoseconds time_ = 0;        // while it is timed
  std::uint64_t notified_ = 0;  // the kernel's number of that notification
  FastProcess* method_ = nullptr;
  std::vector<FastProcess*> waiting_;  // threads, which go on when it comes
  std::vector<FastProcess*> coming_;   // of trigger()
};

/// Runs processes in the order in which SystemC runs them, delta cycle by delta cycle, without its
/// generality: no channels that are updated, no immediate notifications, and every thread may wait
/// for one event, a time, or both. A run of the same processes gives the same results on either;
/// tests hold the two against each other.
class FastKernel {
 public:
  /// New modules add their processes to this one from now on.
  FastKernel() { register_processes(); }
  FastKernel(const FastKernel&) = delete;
  FastKernel& operator=(const FastKernel&) = delete;
  ~FastKernel();

  /// The kernel that new modules add their processes to; null = none.
  static FastKernel* registering() { return latest; }
  /// Makes this the one that new modules add their processes to.
  void register_processes() { latest = this; }
  /// The kernel that runs at present; null = none, or SystemC.
  static FastKernel* running() { return active; }

  FastProcess& add_method(std::function<void()> body);
  void add_thread(std::function<void()> body);

  /// From its begin to its end the kernel is running(), at time 0 first.
  class Run {
   public:
    explicit Run(FastKernel& kernel);
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ~Run() { active = nullptr; }

    /// All that follows from the notifications so far, until no event is left. Asks `go_on` after
    /// every time at which something happens, and stops where it says no. Throws what a process
    /// throws.
    void to_the_end(const std::function<bool()>& go_on = {});

    /// Abandons a pruned run: `reset` puts the data of the processes back, and then all threads are
    /// unwound and wait as before the run.
    void abandon(const std::function<void()>& reset);

   private:
    FastKernel& kernel_;
  };

  /// The state of all processes and events between two times of a run.
  struct Moment;
  Moment freeze() const;
  /// Restores a moment of this run or of an earlier one.
  void thaw(const Moment& moment);

  Picoseconds now() const { return now_; }
  /// Only the processes that started this time have run at it.
  bool first_delta() const { return first_delta_; }
  /// More processes run at this time.
  bool pending_now() const {
    return !soon_.empty() || next_method_ < methods_.size() || next_thread_ < threads_.size();
  }
  /// Time of the next event after this time, -1 where there is none.
  Picoseconds next_time();

  // Called by the thread that runs.
  void wait(FastEvent& event);
  void wait(Picoseconds delay);
  void wait(Picoseconds delay, FastEvent& event);

 private:
  friend class FastEvent;
  /// An event's place among the timed ones. Events that come at the same time come in the order
  /// that SystemC's binary heap gives, so this one is built alike. One that was withdrawn stays
  /// until it is the first.
  struct Timed {
    Picoseconds time;
    FastEvent* event;
    std::uint64_t number;  // of the notification
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
  std::size_t started_ = 0;  // processes that have had their first run

  Picoseconds now_ = 0;
  bool first_delta_ = false;
  FastProcess* current_ = nullptr;
  std::vector<FastProcess*> methods_, threads_;  // to run, in order
  std::size_t next_method_ = 0, next_thread_ = 0;
  std::vector<FastEvent*> soon_, coming_;
  std::vector<Timed> heap_;
  std::uint64_t notifications_ = 0;  // timed ones, of all runs
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
    Fiber::Frozen stack;  // of a thread that has run; any other waits as between two runs
  };

  Picoseconds now = 0;
  std::vector<Waiting> waiting;  // events that somebody waits for, or that are to come
  std::vector<Process> processes;
  std::vector<Timed> heap;
};

}  // namespace spillway::sim
