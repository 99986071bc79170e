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

/// A function with a stack of its own that is left in its middle and gone on with later. One that
/// has not ended is unwound when the fiber goes.
class Fiber {
 public:
  /// `body` begins with the first resume().
  explicit Fiber(std::function<void()> body);
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  ~Fiber();

  /// Goes on with the body until it suspends or ends. What the body throws is thrown here.
  /// Requires !ended().
  void resume();
  /// Back to resume(). Called by the body.
  void suspend();
  /// Unwinds the body where it is suspended; the next resume() begins it anew. On the same stack,
  /// so that what was frozen before can still be thawed.
  void restart();

  bool ended() const { return !inside_; }

  /// The stack of a body that is suspended, from which it can go on again and again.
  struct Frozen {
    boost::context::detail::fcontext_t top = nullptr;
    std::vector<char> stack;
  };
  /// Requires that the body is suspended and has nothing on its stack that only a destructor may
  /// take off. Not where AddressSanitizer watches the stack.
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
  boost::context::fiber inside_;   // where to go on, while the body is suspended
  boost::context::fiber outside_;  // whoever resumed it, while the body runs
  std::exception_ptr failure_;
  bool unwinds_ = false;
  // AddressSanitizer has to be told of both stacks at every switch.
  void* fake_stack_ = nullptr;
  const void* own_bottom_ = nullptr;
  const void* outer_bottom_ = nullptr;
  std::size_t own_size_ = 0, outer_size_ = 0;
};

}  // namespace spillway::sim
