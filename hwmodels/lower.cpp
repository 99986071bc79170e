// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/lower.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostics.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

struct ForeignCompiler {
  std::string_view code;  // that its custom operators begin with
  const char* name;
};

// Custom operators that are whole programs for machines that no family here is of.
constexpr std::array<ForeignCompiler, 5> foreign_compilers = {{
    {"edgetpu-custom-op", "Google's Edge TPU compiler"},
    {"Neutron", "NXP's Neutron converter"},
    {"vsi-npu", "VeriSilicon's NPU delegate"},
    {"akida", "BrainChip's Akida compiler"},
    {"MCHP", "Microchip's NPU compiler"},
}};

[[noreturn]] void reject(const Network& network, const std::string& message) {
  throw UserError(ExitCode::input_file, {network.source, 0, 0}, message);
}

void reject_foreign_program(const Network& network, const std::string& code) {
  for (const ForeignCompiler& compiler : foreign_compilers) {
    if (code.compare(0, compiler.code.size(), compiler.code) != 0) continue;
    reject(network,
           fmt::format("was compiled by {} ('{}') for a machine that is not modelled; give "
                       "the network as it was before",
                       compiler.name, code));
  }
}

// What a compiler leaves around its own operators.
bool is_at_the_edge(const Operator& op) {
  return op.type == OpType::quantize || op.type == OpType::dequantize ||
         op.type == OpType::reshape || op.type == OpType::cast;
}

/// A file that was compiled for another machine is no network for this one.
void require_for_this_machine(const Network& network, const ProcessorFamily& family) {
  std::set<std::string> codes;
  bool others = false;
  for (const Operator& op : network.operators) {
    const bool custom = op.type == OpType::custom && !family.knows_custom(op.type_name);
    if (custom) codes.insert(op.type_name);
    others = others || (!custom && !is_at_the_edge(op));
  }
  for (const std::string& code : codes) {
    reject_foreign_program(network, code);
    for (const ProcessorFamily* other : processor_families()) {
      if (other == &family || !other->knows_custom(code)) continue;
      reject(network,
             fmt::format("was compiled for {} ('{}'), not for {}", other->name, code, family.name));
    }
  }
  if (codes.empty() || others) return;
  reject(network, fmt::format("has no operators but custom ones that nobody here knows ({}): "
                              "was it compiled for another machine?",
                              fmt::join(codes, ", ")));
}

}  // namespace

Network lower(const Network& network, const Target& target, MemoryIndex constants,
              const FamilyOptions& options) {
  const ProcessorFamily& family = target.processor.family();
  require_for_this_machine(network, family);
  return family.lower(network, target, constants, options);
}

}  // namespace spillway
