// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <systemc>

#include "sim/kernel/fast_kernel.h"
#include "sim/kernel/sim_time.h"

/// Does the same as SC_THREAD, and also registers the process with the fast kernel.
#define SPILLWAY_THREAD(process) \
  SC_THREAD(process);            \
  ::spillway::sim::add_fast_thread([this] { process(); })

/// Does the same as SC_METHOD for a method that runs whenever `event` is triggered, and also
/// registers the process with the fast kernel.
#define SPILLWAY_METHOD(process, event) \
  SC_METHOD(process);                   \
  sensitive << (event).systemc();       \
  dont_initialize();                    \
  ::spillway::sim::add_fast_method([this] { process(); }, event)

namespace spillway::sim {

/// An event on the kernel that runs at present: SystemC or the fast kernel. Processes wait for the
/// event.
class Event {
 public:
  /// Triggers the event after `delay`; 0 = in the next delta cycle. If the event is notified twice,
  /// the notification with the earlier time counts.
  void notify(Picoseconds delay = 0) {
    if (FastKernel::running() != nullptr) {
      fast_.notify(delay);
    } else {
      systemc().notify(to_sc(delay));
    }
  }

  sc_core::sc_event& systemc() {
    if (!systemc_) systemc_.emplace();
    return *systemc_;
  }
  FastEvent& fast() { return fast_; }

 private:
  // Constructed when it is first used, because SystemC needs much time to give an event its name.
  std::optional<sc_core::sc_event> systemc_;
  FastEvent fast_;
};

/// Suspends the calling process until the event is triggered.
inline void await(Event& event) {
  FastKernel* const kernel = FastKernel::running();
  if (kernel != nullptr) return kernel->wait(event.fast());
  sc_core::wait(event.systemc());
}

/// Suspends the calling process for `delay`, above 0.
inline void await(Picoseconds delay) {
  FastKernel* const kernel = FastKernel::running();
  if (kernel != nullptr) return kernel->wait(delay);
  sc_core::wait(to_sc(delay));
}

/// Suspends the calling process until `delay` is over or the event is triggered.
inline void await(Picoseconds delay, Event& event) {
  FastKernel* const kernel = FastKernel::running();
  if (kernel != nullptr) return kernel->wait(delay, event.fast());
  sc_core::wait(to_sc(delay), event.systemc());
}

/// Returns the simulated time since the run began. On SystemC, the run began at the time `origin`;
/// the fast kernel counts from 0 in every run.
inline Picoseconds time_of_run(Picoseconds origin) {
  const FastKernel* const kernel = FastKernel::running();
  return kernel != nullptr ? kernel->now() : time_since(origin);
}

/// Whether the present delta cycle is the first one of the present simulated time. In a first delta
/// cycle, only timed events have started processes.
inline bool first_delta() {
  const FastKernel* const kernel = FastKernel::running();
  return kernel != nullptr ? kernel->first_delta() : sc_core::sc_delta_count_at_current_time() == 0;
}

inline void add_fast_thread(std::function<void()> body) {
  FastKernel* const kernel = FastKernel::registering();
  if (kernel != nullptr) kernel->add_thread(std::move(body));
}

inline void add_fast_method(std::function<void()> body, Event& event) {
  FastKernel* const kernel = FastKernel::registering();
  if (kernel != nullptr) event.fast().run(kernel->add_method(std::move(body)));
}

}  // namespace spillway::sim
