// SPDX-License-Identifier: Apache-2.0
#include "base/files/input_guard.h"

#include <fmt/format.h>

#include "base/diagnostics.h"

namespace spillway {
namespace {

InputGuard* current_guard = nullptr;

}  // namespace

InputGuard::InputGuard(const std::vector<std::string>& outputs) {
  for (const std::string& path : outputs) outputs_.push_back({path, identity_of(path)});
  current_guard = this;
}

InputGuard::~InputGuard() { current_guard = nullptr; }

void InputGuard::require_distinct(const Named& output) const {
  for (const Named& input : inputs_) {
    if (!(input.file == output.file)) continue;
    throw UserError(ExitCode::usage,
                    fmt::format("'{}' would overwrite the input '{}'; write to another file",
                                output.path, input.path));
  }
}

void register_input(const std::string& path) {
  if (current_guard == nullptr) return;
  current_guard->inputs_.push_back({path, identity_of(path)});
}

void require_not_an_input(const std::string& path) {
  if (current_guard == nullptr) return;
  for (const InputGuard::Named& output : current_guard->outputs_) {
    current_guard->require_distinct(output);
  }
  current_guard->require_distinct({path, identity_of(path)});
}

}  // namespace spillway
