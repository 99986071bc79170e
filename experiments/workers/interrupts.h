// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csignal>

namespace spillway {

/// Signals that ask a process to end: from a terminal (INT, HUP, QUIT), from job engines before
/// their limit is reached (TERM, USR1, USR2, XCPU).
constexpr std::array ending_signals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU};

/// While an object of this class exists, the first signal of each kind is only recorded, so that
/// work in progress can be finished cleanly; the second signal of that kind ends the process as
/// usual. Signals that the process was started to ignore stay ignored. SIGPIPE is ignored, too. At
/// most one object may exist at a time.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  bool requested() const;

  /// The signals are blocked except during a wait that uses this mask. So no signal can arrive
  /// unnoticed between a call of requested() and the wait.
  const sigset_t& waiting_mask() const { return before_; }

  /// For a child process: ignores the signals. A terminal sends them to the whole process group,
  /// but a worker shall finish its job.
  void ignore_in_child() const;

 private:
  sigset_t before_{};
  std::array<struct sigaction, ending_signals.size()> handlers_{};
  struct sigaction pipe_ {};
};

}  // namespace spillway
