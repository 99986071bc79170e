// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "hwmodels/target/select_target.h"

namespace spillway {
namespace {

UserError malformed(const std::string& option) {
  return {ExitCode::usage, "region '" + option +
                               "' is not REGION=MEMORY or REGION:BEGIN-END=MEMORY, like 1=dram or "
                               "1:0-0x8000=sram; regions are 0 to 7 and 'commands'"};
}

}  // namespace

Target with_region(Target target, const std::string& option) {
  const std::size_t equals = option.find('=');
  if (equals == std::string::npos) throw malformed(option);
  const auto memory = static_cast<std::uint8_t>(memory_index(target, option.substr(equals + 1)));
  const std::vector<std::string> parts = split(option.substr(0, equals), ':');
  if (parts.size() == 1 && parts[0] == "commands") {
    target.regions.commands = memory;
    return target;
  }
  const auto region = parse_integer(parts[0]);
  if (!region || *region < 0 || *region > 7 || parts.size() > 2) throw malformed(option);
  if (parts.size() == 1) {
    target.regions.memory.at(static_cast<std::size_t>(*region)) = memory;
    return target;
  }
  const std::vector<std::string> ends = split(parts[1], '-');
  if (ends.size() != 2) throw malformed(option);
  const auto begin = parse_size(ends[0]);
  const auto end = parse_size(ends[1]);
  if (!begin || !end || *begin >= *end) throw malformed(option);
  target.regions.parts.push_back({static_cast<std::uint8_t>(*region), static_cast<Address>(*begin),
                                  static_cast<Address>(*end), memory});
  return target;
}

}  // namespace spillway
