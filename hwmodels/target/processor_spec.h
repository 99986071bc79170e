// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <utility>

namespace spillway {

struct ProcessorFamily;

/// The processor of a target: its family and the parameters that the family read from the target
/// file. Only the family knows the type of the parameters.
class ProcessorSpec {
 public:
  ProcessorSpec() = default;
  template <typename Parameters>
  ProcessorSpec(const ProcessorFamily& family, Parameters parameters)
      : family_(&family), parameters_(std::move(parameters)) {}

  /// Throws std::logic_error if no target file has described the processor.
  const ProcessorFamily& family() const;

  /// Returns the parameters; null if the processor is of another family.
  template <typename Parameters>
  const Parameters* parameters() const {
    return std::any_cast<Parameters>(&parameters_);
  }
  template <typename Parameters>
  Parameters* parameters() {
    return std::any_cast<Parameters>(&parameters_);
  }

 private:
  const ProcessorFamily* family_ = nullptr;
  std::any parameters_;
};

}  // namespace spillway
