// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csignal>

namespace spillway {

/// Signals that ask a process to end. A terminal sends INT, HUP and QUIT. Job schedulers send TERM,
/// USR1, USR2 or XCPU before a job reaches its limit.
constexpr std::array ending_signals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU};

/// While an object of this class exists, the first signal of each kind in ending_signals is only
/// recorded, so that jobs in progress can be finished. The second signal of the same kind ends the
/// process as usual. Signals that were ignored when the process started stay ignored. SIGPIPE is
/// ignored, too. At most one object may exist at a time.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  bool requested() const;

  /// Returns the signal mask for calls that wait, such as ppoll(). All ending signals are blocked
  /// except during a wait with this mask, so no signal can arrive unnoticed between a call of
  /// requested() and the wait.
  const sigset_t& waiting_mask() const { return before_; }

  /// Called in a child process: ignores the ending signals. A terminal sends signals to the whole
  /// process group, but a worker must finish its job.
  void ignore_in_child() const;

 private:
  sigset_t before_{};
  std::array<struct sigaction, ending_signals.size()> handlers_{};
  struct sigaction pipe_ {};
};

}  // namespace spillway
