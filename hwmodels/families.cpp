// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "hwmodels/ethosu/family.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/xcore/family.h"

namespace spillway {
namespace {

std::vector<const ProcessorFamily*>& table() {
  static std::vector<const ProcessorFamily*> families = {
      &ethosu::family(),
      &xcore::family(),
  };
  return families;
}

}  // namespace

const std::vector<const ProcessorFamily*>& processor_families() { return table(); }

void add_family(const ProcessorFamily& family) { table().push_back(&family); }

const ProcessorFamily* compiled_family(const Network& network) {
  const auto found =
      std::find_if(table().begin(), table().end(), [&](const ProcessorFamily* family) {
        return family->is_compiled != nullptr && family->is_compiled(network);
      });
  return found == table().end() ? nullptr : *found;
}

std::string compiled_target(const Network& network) {
  for (const ProcessorFamily* family : table()) {
    if (family->compiled_target == nullptr) continue;
    if (std::string target = family->compiled_target(network); !target.empty()) return target;
  }
  return "";
}

std::string compiler_of(const Network& network) {
  for (const ProcessorFamily* family : table()) {
    if (family->compiler == nullptr) continue;
    if (std::string compiler = family->compiler(network); !compiler.empty()) return compiler;
  }
  return "";
}

bool ProcessorFamily::knows_custom(const std::string& code) const {
  return std::any_of(custom_codes.begin(), custom_codes.end(), [&](const CustomCode& known) {
    const std::string text = known.text;
    return known.begins ? code.compare(0, text.size(), text) == 0 : code == text;
  });
}

const ProcessorFamily& ProcessorSpec::family() const {
  if (family_ == nullptr) throw std::logic_error("target without a processor");
  return *family_;
}

}  // namespace spillway
