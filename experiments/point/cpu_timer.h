// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ctime>

namespace spillway {

/// Processor time of this process, in seconds.
inline double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Adds the processor time of the scope that it lives in to `total`.
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

/// Returns the result of `step`, and adds its processor time to `total`.
template <typename Step>
auto timed(double& total, const Step& step) {
  const CpuTimer timer(total);
  return step();
}

}  // namespace spillway
