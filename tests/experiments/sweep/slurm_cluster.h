// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway::test {

/// What a shell command printed, and its exit code.
struct ShellResult {
  int exit_code = 0;
  std::string output;
};

/// A Slurm cluster of one node with two cores on the loopback interface. Configuration, keys, ports
/// and state are in `folder`. The user of the tests runs it, and the destructor stops it.
class SlurmCluster {
 public:
  /// Whether Debian's slurm-wlm and munge are installed.
  static bool installed();

  explicit SlurmCluster(std::string folder);
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;
  ~SlurmCluster();

  /// Whether the node takes jobs, after waiting for it at most `seconds`.
  bool wait_until_idle(int seconds) const;

  /// Whether the queue is empty, after waiting for it at most `seconds`.
  bool wait_until_done(int seconds) const;

  /// Runs `command` by sh as a user of this cluster.
  ShellResult shell(const std::string& command) const;

  /// The logs of the daemons, for messages of tests that failed.
  std::string logs() const;

 private:
  void write_configuration() const;
  void end(const std::string& pid_file) const;

  std::string folder_;
};

}  // namespace spillway::test
