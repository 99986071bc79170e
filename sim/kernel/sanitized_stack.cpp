// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/sanitized_stack.h"

#ifdef SPILLWAY_SANITIZED
#include <cstddef>

#include <pthread.h>
#include <sanitizer/common_interface_defs.h>

namespace spillway::sim {

void name_stack_to_sanitizer() {
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return;
  void* bottom = nullptr;
  std::size_t size = 0;
  ::pthread_attr_getstack(&attributes, &bottom, &size);
  ::pthread_attr_destroy(&attributes);
  void* fake_stack = nullptr;
  ::__sanitizer_start_switch_fiber(&fake_stack, bottom, size);
  ::__sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
}

}  // namespace spillway::sim

#else

void spillway::sim::name_stack_to_sanitizer() {}

#endif
