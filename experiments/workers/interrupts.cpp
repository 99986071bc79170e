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

}  // namespace

Interrupts::Interrupts() {
  noted = 0;
  handle(SIGINT, note, static_cast<int>(SA_RESETHAND), &interrupt_);
  handle(SIGTERM, note, static_cast<int>(SA_RESETHAND), &terminate_);
  handle(SIGPIPE, SIG_IGN, 0, &pipe_);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &blocked, &before_);
}

Interrupts::~Interrupts() {
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  ::sigaction(SIGINT, &interrupt_, nullptr);
  ::sigaction(SIGTERM, &terminate_, nullptr);
  ::sigaction(SIGPIPE, &pipe_, nullptr);
}

bool Interrupts::requested() const {
  sigset_t pending;
  ::sigpending(&pending);
  return noted != 0 || sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1;
}

void Interrupts::ignore_in_child() const {
  handle(SIGINT, SIG_IGN, 0, nullptr);
  handle(SIGTERM, SIG_IGN, 0, nullptr);
  handle(SIGPIPE, SIG_DFL, 0, nullptr);
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace spillway
