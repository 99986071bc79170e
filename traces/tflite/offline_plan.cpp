// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/offline_plan.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "traces/tflite/file.h"

namespace spillway {
namespace {

// The header consists of the version, the subgraph and the number of tensors, one word each.
constexpr std::size_t header_words = 3;

std::int32_t word_at(ByteView bytes, std::size_t index) {
  std::int32_t word = 0;
  std::memcpy(&word, bytes.data + index * sizeof(word), sizeof(word));
  return word;
}

// The number of tensors in the first subgraph and in all subgraphs. A plan has offsets for the
// tensors of all subgraphs, but a Network holds only the first subgraph.
struct FileTensors {
  std::size_t first = 0;
  std::size_t all = 0;
};

// Counts the tensors of the .tflite from which the network was read. If the file is not available,
// returns the smaller of two numbers: `planned`, the number of tensors in the plan, and the number
// of tensors in the network. The network alone may have too many tensors, because lowering adds
// some.
FileTensors tensors_of_file(const Network& network, std::size_t planned) {
  const std::size_t known = std::min(planned, network.tensors.size());
  if (!network.file) return {known, known};
  const ByteView bytes{network.file->data(), network.file->size()};
  if (!looks_like_tflite(bytes)) return {known, known};
  const TfliteFile file(bytes, network.source);
  FileTensors count;
  for (const tflite::SubGraph* graph : *file.model().subgraphs()) {
    if (count.all == 0) count.first = size_or_zero(graph->tensors());
    count.all += size_or_zero(graph->tensors());
  }
  return count;
}

[[noreturn]] void reject(const Network& network, const std::string& problem) {
  throw input_error({network.source}, "metadata '{}' {}", offline_plan_name, problem);
}

std::vector<std::int32_t> parse_plan(const Network& network, ByteView data) {
  const std::size_t words = data.size / sizeof(std::int32_t);
  if (words < header_words) reject(network, fmt::format("has only {} bytes", data.size));
  const std::int32_t count = word_at(data, header_words - 1);
  const FileTensors tensors =
      tensors_of_file(network, static_cast<std::size_t>(std::max(count, 0)));
  if (count < 0 || static_cast<std::size_t>(count) != tensors.all) {
    reject(network, fmt::format("plans {} tensors, the file has {}", count, tensors.all));
  }
  if (words - header_words < tensors.all) {
    reject(network, fmt::format("holds {} offsets of {}", words - header_words, tensors.all));
  }
  std::vector<std::int32_t> offsets(network.tensors.size(), not_planned);
  for (std::size_t i = 0; i < std::min(offsets.size(), tensors.first); ++i) {
    offsets[i] = word_at(data, header_words + i);
    if (offsets[i] < not_planned) {
      reject(network, fmt::format("gives tensor {} the offset {}", i, offsets[i]));
    }
  }
  return offsets;
}

const NamedBytes* last_plan(const Network& network) {
  const auto entry = std::find_if(network.metadata.rbegin(), network.metadata.rend(),
                                  [](const NamedBytes& e) { return e.name == offline_plan_name; });
  return entry == network.metadata.rend() ? nullptr : &*entry;
}

}  // namespace

std::optional<std::vector<std::int32_t>> read_offline_plan(const Network& network) {
  const NamedBytes* const plan = last_plan(network);
  if (plan == nullptr) return std::nullopt;
  return parse_plan(network, plan->data);
}

ByteView offline_plan_contents(const Network& network) {
  const NamedBytes* const plan = last_plan(network);
  return plan == nullptr ? ByteView{} : plan->data;
}

std::vector<std::uint8_t> with_offsets(ByteView metadata,
                                       const std::map<TensorIndex, std::int32_t>& offsets) {
  std::vector<std::uint8_t> words(metadata.data, metadata.data + metadata.size);
  for (const auto& [tensor, offset] : offsets) {
    const std::size_t word = header_words + static_cast<std::size_t>(tensor);
    std::memcpy(words.data() + word * sizeof offset, &offset, sizeof offset);
  }
  return words;
}

}  // namespace spillway
