// SPDX-License-Identifier: Apache-2.0
#include "traces/network_loader.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/files.h"
#include "base/terminal_text.h"
#include "traces/builtin_networks.h"
#include "traces/csv_reader.h"
#include "traces/layer_table.h"
#include "traces/network_csv.h"
#include "traces/tflite_file.h"
#include "traces/tflite_reader.h"

namespace spillway {
namespace {

bool looks_like_a_path(const std::string& name) {
  return name.find('/') != std::string::npos || std::filesystem::path(name).extension() == ".csv" ||
         std::filesystem::path(name).extension() == ".tflite";
}

[[noreturn]] void reject_unknown(const std::string& name) {
  if (looks_like_a_path(name)) read_bytes(name);  // says why it cannot be read
  std::vector<std::string> names;
  for (const BuiltinNetwork& network : builtin_networks()) names.emplace_back(network.name);
  throw UserError(ExitCode::input_file,
                  unknown_name_message("network", name, names) + " (and there is no such file)");
}

// Forms of networks that other tools turn into a .tflite, and those that hold a memory plan alone.
void reject_foreign(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".onnx") {
    throw UserError(ExitCode::input_file, {path},
                    "is an ONNX model, and networks are read as .tflite: convert and quantise it "
                    "with onnx2tf ('onnx2tf -i FILE.onnx -oiqt')");
  }
  if (ending == ".tosa") {
    throw UserError(ExitCode::input_file, {path},
                    "is a TOSA file, and networks are read as .tflite: compile it with Vela "
                    "('vela FILE.tosa'), which writes a .tflite for Ethos-U85");
  }
  if (ending == ".pte" || ending == ".json") {
    throw UserError(ExitCode::input_file, {path},
                    "is not read as a network; a memory plan in it (ExecuTorch, ST Edge AI) is "
                    "validated by 'spillway check --buffers' and planned anew by 'spillway plan "
                    "--buffers'");
  }
}

// Names may hold anything in a file; here they are single lines, as readers of other forms make
// them.
Network with_names_as_lines(Network network) {
  network.name = name_text(network.name);
  for (Tensor& tensor : network.tensors) tensor.name = name_text(tensor.name);
  for (Operator& op : network.operators) {
    op.name = name_text(op.name);
    op.type_name = name_text(op.type_name);
  }
  return network;
}

Network load_file(const std::string& path) {
  reject_foreign(path);
  auto bytes = std::make_shared<const FileBytes>(read_file(path));
  const bool named_tflite = std::filesystem::path(path).extension() == ".tflite";
  if (named_tflite || looks_like_tflite({bytes->data(), bytes->size()})) {
    return parse_tflite(std::move(bytes), path);
  }
  const std::string text(bytes->begin(), bytes->end());
  CsvReader csv(text, path);
  if (csv.find_column({"record"})) return with_names_as_lines(parse_network_csv(text, path));
  if (csv.find_column({"layer"})) return with_names_as_lines(parse_layer_table(text, path));
  throw UserError(
      ExitCode::input_file, {path},
      "is not a network: expected a .tflite, a network CSV (column 'record') or a layer "
      "table (column 'layer')");
}

}  // namespace

Network load_network(const std::string& name_or_path) {
  std::error_code ignored;
  if (std::filesystem::exists(name_or_path, ignored)) return load_file(name_or_path);
  if (std::optional<Network> network = builtin_network(name_or_path)) return *std::move(network);
  reject_unknown(name_or_path);
}

}  // namespace spillway
