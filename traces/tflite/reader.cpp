// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/reader.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/terminal_text.h"
#include "traces/network_check.h"
#include "traces/operator_order.h"
#include "traces/tflite/file.h"
#include "traces/tflite/parts.h"

namespace spillway {
namespace {

const tflite::SubGraph& first_subgraph(const TfliteFile& file, Network& network) {
  const auto* graphs = file.model().subgraphs();
  if (size_or_zero(graphs) == 0) file.reject("holds no subgraph");
  if (graphs->size() > 1) {
    network.warnings.push_back(
        fmt::format("holds {} subgraphs; only the first is run", graphs->size()));
  }
  return *graphs->Get(0);
}

std::vector<TensorIndex> indices(const flatbuffers::Vector<std::int32_t>* from) {
  if (from == nullptr) return {};
  return {from->begin(), from->end()};
}

void read_metadata(const TfliteFile& file, Network& network) {
  for (std::uint32_t i = 0; i < size_or_zero(file.model().metadata()); ++i) {
    const tflite::Metadata& entry = *file.model().metadata()->Get(i);
    NamedBytes metadata;
    metadata.name = entry.name() == nullptr ? "" : entry.name()->str();
    metadata.data =
        file.buffer(entry.buffer(), fmt::format("metadata '{}'", name_text(metadata.name)));
    network.metadata.push_back(std::move(metadata));
  }
}

}  // namespace

Network parse_tflite(std::shared_ptr<const FileBytes> file_bytes, const std::string& source) {
  const TfliteFile file({file_bytes->data(), file_bytes->size()}, source);
  Network network;
  network.name = name_text(std::filesystem::path(source).stem().string());
  network.source = source;
  network.file = std::move(file_bytes);
  const tflite::SubGraph& graph = first_subgraph(file, network);
  read_tensors(file, graph, network);
  network.inputs = indices(graph.inputs());
  network.outputs = indices(graph.outputs());
  read_operators(file, graph, network);
  read_metadata(file, network);
  order_operators(network);
  if (const std::string defect = find_defect(network); !defect.empty()) file.reject(defect);
  classify_tensors(network);
  return network;
}

Network parse_tflite(const std::vector<std::uint8_t>& bytes, const std::string& source) {
  return parse_tflite(std::make_shared<const FileBytes>(bytes.begin(), bytes.end()), source);
}

Network read_tflite(const std::string& path) {
  return parse_tflite(std::make_shared<const FileBytes>(read_file(path)), path);
}

}  // namespace spillway
