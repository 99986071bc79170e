// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csignal>

namespace spillway {

/// Signals that ask a process to end: from a terminal (INT, HUP, QUIT), from job engines before
/// their limit is reached (TERM, USR1, USR2, XCPU).
constexpr std::array ending_signals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU};

/// While one exists, the first of these signals is only noted, so that work can be finished
/// cleanly; the second one of a kind ends the process as usual. Those that the process was started
/// to ignore stay ignored, and so does SIGPIPE. One at a time.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  bool requested() const;

  /// The signals are blocked except in a wait that is given this mask, so that none comes between
  /// a look at requested() and the wait.
  const sigset_t& waiting_mask() const { return before_; }

  /// In a child: signals of a terminal reach the whole group, but workers finish what they do.
  void ignore_in_child() const;

 private:
  sigset_t before_{};
  std::array<struct sigaction, ending_signals.size()> handlers_{};
  struct sigaction pipe_ {};
};

}  // namespace spillway
