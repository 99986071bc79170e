// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/register_steps.h"

#include "hwmodels/ethosu/stream/register_maps.h"

namespace spillway::ethosu {

bool is_kernel(Command0 command) {
  return command == Command0::conv || command == Command0::depthwise || command == Command0::pool ||
         command == Command0::elementwise || command == Command0::resize;
}

bool is_wait(Command0 command) {
  return command == Command0::dma_wait || command == Command0::kernel_wait;
}

std::vector<RegisterStep> register_steps(const Words& stream) {
  std::vector<RegisterStep> steps;
  RegisterValues registers;
  for (std::size_t at = 0; at < stream.size(); ++at) {
    const std::uint32_t word = stream[at];
    const std::uint32_t parameter = bits(word, 16, 16);
    const auto key = static_cast<RegisterKey>(bits(word, 0, 15));
    if ((key & wide_register) != 0) {
      registers[key] = std::uint64_t{parameter} << 32 | stream[++at];
      continue;
    }
    const auto command = static_cast<Command0>(key);
    if (!is_operation(command)) {
      registers[key] = parameter;
      continue;
    }
    const bool reads = is_kernel(command) || command == Command0::dma_start;
    steps.push_back(
        {command, static_cast<std::uint16_t>(parameter), reads ? registers : RegisterValues{}});
    if (command == Command0::stop) break;
  }
  return steps;
}

}  // namespace spillway::ethosu
