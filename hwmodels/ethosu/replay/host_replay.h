// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/replay/host_tensors.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

OperatorIndex add_operator(Program& program, std::string name, std::string type, std::int64_t macs,
                           std::string note);

/// Appends the work of the host (the CPU that calls the NPU) during a run of a compiled network.
/// The costs come from Target::host. Every host task becomes an operator of the program.
class HostReplay {
 public:
  HostReplay(const Network& network, const Target& target, const RegionLayout& layout,
             Program& program);

  /// Appends operator `op`, which the host runs instead of the NPU.
  void run(const Operator& op);

  /// Append the host's work before and after the NPU runs operator `op`: the call of the driver,
  /// copies, and cache maintenance. The tasks are named `name`.call, `name`.copy_in, ...
  void before_call(const Operator& op, const std::string& name);
  void after_call(const Operator& op, const std::string& name);

  const std::vector<Bytes>& peak_bytes() const { return tensors_.peak_bytes(); }
  const std::vector<Storage>& storage() const { return tensors_.storage(); }

 private:
  HostTask& add_task(const std::string& name, const std::string& type, Cycles cycles);
  void add_copy(const std::string& name, const std::vector<TensorIndex>& tensors, bool in);
  void add_maintenance(const std::string& name, const std::vector<TensorIndex>& tensors);
  Bytes bytes_of(const std::vector<TensorIndex>& tensors) const;

  const Network& network_;
  const Target& target_;
  Program& program_;
  bool copied_by_file_ = false;  // whether the network has the host's copies as operators
  HostTensors tensors_;
};

}  // namespace spillway::ethosu
