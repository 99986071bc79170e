// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ctime>

namespace spillway {

/// Returns the processor time that this process has used, in seconds.
inline double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Measures the processor time between the construction and the destruction of the object. Adds the
/// time, in seconds, to `total`.
class CpuTimer {
 public:
  explicit CpuTimer(double& total) : total_(total), start_(cpu_seconds()) {}
  ~CpuTimer() { total_ += cpu_seconds() - start_; }
  CpuTimer(const CpuTimer&) = delete;
  CpuTimer& operator=(const CpuTimer&) = delete;

 private:
  double& total_;
  double start_;
};

/// Calls `step` and returns its result. Adds the processor time of the call, in seconds, to
/// `total`.
template <typename Step>
auto timed(double& total, const Step& step) {
  const CpuTimer timer(total);
  return step();
}

}  // namespace spillway
