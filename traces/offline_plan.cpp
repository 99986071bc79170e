// SPDX-License-Identifier: Apache-2.0
#include "traces/offline_plan.h"

#include <cstddef>
#include <cstring>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "traces/tflite_file.h"

namespace spillway {
namespace {

constexpr std::size_t header_words = 3;  // version, subgraph, number of tensors

std::int32_t word_at(ByteView bytes, std::size_t index) {
  std::int32_t word = 0;
  std::memcpy(&word, bytes.data + index * sizeof(word), sizeof(word));
  return word;
}

// The plan covers every subgraph, the network only the first.
std::size_t tensors_of_all_subgraphs(const Network& network) {
  if (!network.file) return network.tensors.size();
  const ByteView bytes{network.file->data(), network.file->size()};
  if (!looks_like_tflite(bytes)) return network.tensors.size();
  const TfliteFile file(bytes, network.source);
  std::size_t count = 0;
  for (const tflite::SubGraph* graph : *file.model().subgraphs()) {
    count += size_or_zero(graph->tensors());
  }
  return count;
}

[[noreturn]] void reject(const Network& network, const std::string& problem) {
  throw UserError(ExitCode::input_file, {network.source},
                  fmt::format("metadata '{}' {}", offline_plan_name, problem));
}

std::vector<std::int32_t> parse_plan(const Network& network, ByteView data) {
  const std::size_t words = data.size / sizeof(std::int32_t);
  if (words < header_words) reject(network, fmt::format("has only {} bytes", data.size));
  const std::int32_t count = word_at(data, header_words - 1);
  const std::size_t expected = tensors_of_all_subgraphs(network);
  if (count < 0 || static_cast<std::size_t>(count) != expected) {
    reject(network, fmt::format("plans {} tensors, the file has {}", count, expected));
  }
  if (words - header_words < expected) {
    reject(network, fmt::format("holds {} offsets of {}", words - header_words, expected));
  }
  std::vector<std::int32_t> offsets;
  for (std::size_t i = 0; i < network.tensors.size(); ++i) {
    offsets.push_back(word_at(data, header_words + i));
    if (offsets.back() < not_planned) {
      reject(network, fmt::format("gives tensor {} the offset {}", i, offsets.back()));
    }
  }
  return offsets;
}

}  // namespace

std::optional<std::vector<std::int32_t>> read_offline_plan(const Network& network) {
  // The runtime takes the last of several.
  for (auto entry = network.metadata.rbegin(); entry != network.metadata.rend(); ++entry) {
    if (entry->name == offline_plan_name) return parse_plan(network, entry->data);
  }
  return std::nullopt;
}

}  // namespace spillway
