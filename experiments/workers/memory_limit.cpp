// SPDX-License-Identifier: Apache-2.0
#include "experiments/workers/memory_limit.h"

#include <algorithm>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

namespace spillway {
namespace {

[[maybe_unused]] void set_limit(rlim_t bytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0) return;
  limit.rlim_cur = std::min(bytes, limit.rlim_max);
  ::setrlimit(RLIMIT_AS, &limit);
}

}  // namespace

void limit_memory([[maybe_unused]] Bytes bytes) {
#ifndef SPILLWAY_SANITIZED
  std::ifstream pages("/proc/self/statm");
  Bytes now = 0;
  pages >> now;
  set_limit(static_cast<rlim_t>(now * ::sysconf(_SC_PAGESIZE) + bytes));
#endif
}

void lift_memory_limit() {
#ifndef SPILLWAY_SANITIZED
  set_limit(RLIM_INFINITY);
#endif
}

Bytes machine_memory() {
  Bytes bytes = Bytes{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
  Bytes of_group = 0;
  std::ifstream group("/sys/fs/cgroup/memory.max");
  if (group >> of_group && of_group > 0) bytes = std::min(bytes, of_group);
  return bytes;
}

}  // namespace spillway
