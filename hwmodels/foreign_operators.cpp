// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/foreign_operators.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

struct ForeignCompiler {
  // The custom codes of the operators that this compiler writes begin with this text.
  std::string_view code;
  const char* name;
};

// Compilers for processors that Spillway does not model. A custom operator that such a compiler
// writes contains a whole program for the processor.
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

// Whether the operator has a type that compilers leave as a plain operator at the beginning or end
// of a network, outside of their own custom operators.
bool is_at_the_edge(const Operator& op) {
  return op.type == OpType::quantize || op.type == OpType::dequantize ||
         op.type == OpType::reshape || op.type == OpType::cast;
}

// Throws UserError if a family does not know `code`, but `code` begins with a custom code of this
// family or nearly equals such a custom code. Then `code` has a typing mistake or belongs to a
// later version.
void reject_near_code(const Network& network, const std::string& code) {
  const std::string small = lower_case(code);
  for (const ProcessorFamily* family : processor_families()) {
    for (const CustomCode& known : family->custom_codes) {
      if (family->knows_custom(code)) continue;
      const std::string own = lower_case(known.text);
      const bool begins = small.compare(0, own.size(), own) == 0;
      const bool near = !known.begins && nearest_name(small, {own}) == own;
      if (!begins && !near) continue;
      reject(network,
             fmt::format("has an operator with the custom code '{}', which is not known; "
                         "{}'s {} '{}'",
                         code, family->name,
                         known.begins ? "custom codes begin with" : "custom code is", known.text));
    }
  }
}

bool is_known(const std::string& code) {
  const auto& families = processor_families();
  return std::any_of(families.begin(), families.end(),
                     [&](const ProcessorFamily* family) { return family->knows_custom(code); });
}

}  // namespace

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
    reject_near_code(network, code);
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

std::vector<std::string> unmodelled_operators(const Network& network) {
  std::map<std::string, int> counts;
  for (const Operator& op : network.operators) {
    if (op.type == OpType::custom && !is_known(op.type_name)) ++counts[op.type_name];
  }
  std::vector<std::string> warnings;
  warnings.reserve(counts.size());
  for (const auto& [code, count] : counts) {
    warnings.push_back(
        fmt::format("{} {} not modelled: what custom operators compute is not known, "
                    "so their time is an estimate from the size of their results",
                    code, count == 1 ? "is" : fmt::format("x{} are", count)));
  }
  return warnings;
}

}  // namespace spillway
