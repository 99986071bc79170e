// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway::test {

/// The exit code of a shell command and the text that it printed.
struct ShellResult {
  int exit_code = 0;
  std::string output;
};

/// A Slurm cluster with one node of two cores on the loopback interface. `folder` holds its
/// configuration, keys and state. Its daemons run as the user of the tests until the destructor
/// stops them.
class SlurmCluster {
 public:
  /// Returns whether Debian's packages slurm-wlm and munge are installed.
  static bool installed();

  explicit SlurmCluster(std::string folder);
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;
  ~SlurmCluster();

  /// Waits at most `seconds` until the node accepts jobs. Returns whether it does.
  bool wait_until_idle(int seconds) const;

  /// Waits at most `seconds` until the queue is empty. Returns whether it is empty.
  bool wait_until_done(int seconds) const;

  /// Runs `command` with sh. Commands of Slurm within `command` use this cluster.
  ShellResult shell(const std::string& command) const;

  /// Returns the logs of the daemons, which tests print when they fail.
  std::string logs() const;

 private:
  void write_configuration() const;
  void end(const std::string& pid_file) const;

  std::string folder_;
};

}  // namespace spillway::test
