// SPDX-License-Identifier: Apache-2.0
#include "experiments/workers/interrupts.h"

namespace spillway {
namespace {

volatile std::sig_atomic_t noted = 0;

void note(int /*signal*/) { noted = 1; }

void handle(int signal, void (*handler)(int), int flags, struct sigaction* before) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, before);
}

bool is_ignored(const struct sigaction& action) { return action.sa_handler == SIG_IGN; }

}  // namespace

Interrupts::Interrupts() {
  noted = 0;
  handle(SIGPIPE, SIG_IGN, 0, &pipe_);
  sigset_t blocked;
  sigemptyset(&blocked);
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    ::sigaction(ending_signals[i], nullptr, &handlers_[i]);
    // A signal that is ignored when the process starts stays ignored. For example, nohup and
    // background jobs of shells start processes with ignored signals.
    if (is_ignored(handlers_[i])) continue;
    handle(ending_signals[i], note, static_cast<int>(SA_RESETHAND), nullptr);
    sigaddset(&blocked, ending_signals[i]);
  }
  ::sigprocmask(SIG_BLOCK, &blocked, &before_);
}

Interrupts::~Interrupts() {
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    ::sigaction(ending_signals[i], &handlers_[i], nullptr);
  }
  ::sigaction(SIGPIPE, &pipe_, nullptr);
}

bool Interrupts::requested() const {
  sigset_t pending;
  ::sigpending(&pending);
  bool waiting = false;
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    waiting =
        waiting || (!is_ignored(handlers_[i]) && sigismember(&pending, ending_signals[i]) == 1);
  }
  return noted != 0 || waiting;
}

void Interrupts::ignore_in_child() const {
  for (const int signal : ending_signals) handle(signal, SIG_IGN, 0, nullptr);
  handle(SIGPIPE, SIG_DFL, 0, nullptr);
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace spillway
