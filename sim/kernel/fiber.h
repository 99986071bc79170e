// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <boost/context/fiber.hpp>
#include <boost/context/stack_context.hpp>
#include <cstddef>
#include <exception>
#include <functional>
#include <vector>

namespace spillway::sim {

/// A function with its own stack, which can be suspended and resumed. If the function has not
/// ended, its stack is unwound when the fiber is destroyed.
class Fiber {
 public:
  /// `body` starts at the first resume().
  explicit Fiber(std::function<void()> body);
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  ~Fiber();

  /// Runs the body until it suspends itself or ends. Rethrows the body's exception. Requires
  /// !ended().
  void resume();
  /// Returns to the caller of resume(). Must be called by the body.
  void suspend();
  /// Unwinds the suspended body; the next resume() starts the body from its beginning. The body
  /// keeps its stack memory, so that earlier copies of the stack (freeze()) can still be used.
  void restart();

  bool ended() const { return !inside_; }

  /// A copy of the stack of a suspended body, made by freeze(). The body can be resumed from this
  /// copy any number of times.
  struct Frozen {
    boost::context::detail::fcontext_t top = nullptr;
    std::vector<char> stack;
  };
  /// Returns the state of the body. Requires that the body is suspended and that its stack holds no
  /// object that needs its destructor. Must not be used where AddressSanitizer watches the stack.
  Frozen freeze() const;
  void thaw(const Frozen& frozen);

 private:
  struct Unwinding {};

  void prepare();
  void unwind();
  boost::context::fiber run(boost::context::fiber&& outside);
  void run_body();
  void enter();

  std::function<void()> body_;
  boost::context::stack_context stack_;
  boost::context::fiber inside_;   // where the body continues, while it is suspended
  boost::context::fiber outside_;  // the caller of resume(), while the body runs
  std::exception_ptr failure_;
  bool unwinds_ = false;
  // AddressSanitizer needs the bounds of two stacks at every switch: the stack of the body and the
  // stack of the caller.
  void* fake_stack_ = nullptr;
  const void* own_bottom_ = nullptr;
  const void* outer_bottom_ = nullptr;
  std::size_t own_size_ = 0, outer_size_ = 0;
};

}  // namespace spillway::sim
