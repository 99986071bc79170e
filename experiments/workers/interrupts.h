// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

namespace spillway {

/// While one exists, the first SIGINT or SIGTERM is only noted, so that work can be finished
/// cleanly; the second one ends the process as usual. SIGPIPE is ignored. One at a time.
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
  struct sigaction interrupt_ {};
  struct sigaction terminate_ {};
  struct sigaction pipe_ {};
};

}  // namespace spillway
