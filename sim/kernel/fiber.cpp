// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/fiber.h"

#include <boost/context/protected_fixedsize_stack.hpp>
#include <cstring>
#include <memory>
#include <utility>

#ifdef SPILLWAY_SANITIZED
#include <sanitizer/common_interface_defs.h>
#endif

namespace spillway::sim {
namespace {

constexpr std::size_t stack_bytes = std::size_t{128} * 1024;

/// Keeps the stack when the fiber that runs on it ends, so that restart() can use it again.
struct KeptStack {
  void deallocate(boost::context::stack_context& /*stack*/) noexcept {}
};

#ifdef SPILLWAY_SANITIZED
void begin_switch(void** fake_stack, const void* bottom, std::size_t size) {
  ::__sanitizer_start_switch_fiber(fake_stack, bottom, size);
}
void end_switch(void* fake_stack, const void** bottom, std::size_t* size) {
  ::__sanitizer_finish_switch_fiber(fake_stack, bottom, size);
}
#else
void begin_switch(void** /*fake_stack*/, const void* /*bottom*/, std::size_t /*size*/) {}
void end_switch(void* /*fake_stack*/, const void** /*bottom*/, std::size_t* /*size*/) {}
#endif

}  // namespace

Fiber::Fiber(std::function<void()> body)
    : body_(std::move(body)),
      stack_(boost::context::protected_fixedsize_stack(stack_bytes).allocate()),
      own_bottom_(static_cast<const char*>(stack_.sp) - stack_.size),
      own_size_(stack_.size) {
  prepare();
}

Fiber::~Fiber() {
  unwind();
  boost::context::protected_fixedsize_stack(stack_bytes).deallocate(stack_);
}

void Fiber::prepare() {
  inside_ = boost::context::fiber(
      std::allocator_arg, boost::context::preallocated(stack_.sp, stack_.size, stack_), KeptStack{},
      [this](boost::context::fiber&& outside) { return run(std::move(outside)); });
}

void Fiber::unwind() {
  if (ended()) return;
  unwinds_ = true;
  enter();
  unwinds_ = false;
}

void Fiber::restart() {
  unwind();
  prepare();
}

boost::context::fiber Fiber::run(boost::context::fiber&& outside) {
  end_switch(nullptr, &outer_bottom_, &outer_size_);
  outside_ = std::move(outside);
  if (!unwinds_) run_body();
  begin_switch(nullptr, outer_bottom_, outer_size_);
  return std::move(outside_);
}

void Fiber::run_body() {
  try {
    body_();
  } catch (const Unwinding&) {
    // unwind() uses this exception to unwind the body; it is no failure to report.
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void Fiber::enter() {
  void* fake_stack = nullptr;
  begin_switch(&fake_stack, own_bottom_, own_size_);
  inside_ = std::move(inside_).resume();
  end_switch(fake_stack, nullptr, nullptr);
}

// Boost's fiber holds a single pointer: the top of the suspended body's stack, at which Boost has
// saved the registers. The bytes from the top of the stack to its bottom are thus the whole state
// of the body.
Fiber::Frozen Fiber::freeze() const {
  static_assert(sizeof(inside_) == sizeof(boost::context::detail::fcontext_t));
  Frozen frozen;
  std::memcpy(&frozen.top, static_cast<const void*>(&inside_), sizeof(frozen.top));
  frozen.stack.assign(static_cast<const char*>(frozen.top),
                      static_cast<const char*>(own_bottom_) + own_size_);
  return frozen;
}

void Fiber::thaw(const Frozen& frozen) {
  std::memcpy(frozen.top, frozen.stack.data(), frozen.stack.size());
  std::memcpy(static_cast<void*>(&inside_), &frozen.top, sizeof(frozen.top));
}

void Fiber::resume() {
  enter();
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Fiber::suspend() {
  begin_switch(&fake_stack_, outer_bottom_, outer_size_);
  outside_ = std::move(outside_).resume();
  end_switch(fake_stack_, &outer_bottom_, &outer_size_);
  if (unwinds_) throw Unwinding{};
}

}  // namespace spillway::sim
