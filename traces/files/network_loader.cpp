// SPDX-License-Identifier: Apache-2.0
#include "traces/files/network_loader.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "base/terminal_text.h"
#include "traces/csv/csv_reader.h"
#include "traces/csv/network_csv.h"
#include "traces/executorch/file.h"
#include "traces/executorch/reader.h"
#include "traces/files/builtin_networks.h"
#include "traces/files/foreign_files.h"
#include "traces/layers/layer_table.h"
#include "traces/tflite/file.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

bool looks_like_a_path(const std::string& name) {
  const std::filesystem::path ending = std::filesystem::path(name).extension();
  return name.find('/') != std::string::npos || ending == ".csv" || ending == ".tflite" ||
         ending == ".pte";
}

[[noreturn]] void reject_unknown(const std::string& name) {
  // If the name is the path of a file that cannot be read, read_bytes() throws an error with the
  // reason.
  if (looks_like_a_path(name)) read_bytes(name);
  throw UserError(ExitCode::input_file, unknown_entry_message("network", name, builtin_networks()) +
                                            " (and there is no such file)");
}

void reject_foreign(const std::string& path, std::string_view beginning) {
  const std::string reason = foreign_file_reason(path, beginning);
  if (!reason.empty()) throw input_error({path}, reason);
}

// Throws an error if the path is the folder of a SavedModel; the message says how to convert the
// SavedModel.
void reject_folder(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(std::filesystem::path(path) / "saved_model.pb", ignored)) return;
  reject_foreign(path + "/saved_model.pb", "");
}

// Returns the network with control characters in all names replaced, so that each name fits on one
// line. This is necessary for networks from a CSV, whose names may contain any characters. The
// readers of other formats have replaced control characters already.
Network with_single_line_names(Network network) {
  network.name = name_text(network.name);
  for (Tensor& tensor : network.tensors) tensor.name = name_text(tensor.name);
  for (Operator& op : network.operators) {
    op.name = name_text(op.name);
    op.type_name = name_text(op.type_name);
  }
  return network;
}

Network load_file(const std::string& path) {
  reject_folder(path);
  reject_foreign(path, "");
  auto bytes = std::make_shared<const FileBytes>(read_file(path));
  reject_foreign(path, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  const bool named_tflite = std::filesystem::path(path).extension() == ".tflite";
  if (named_tflite || looks_like_tflite({bytes->data(), bytes->size()})) {
    return parse_tflite(std::move(bytes), path);
  }
  const bool named_pte = std::filesystem::path(path).extension() == ".pte";
  if (named_pte || looks_like_executorch({bytes->data(), bytes->size()})) {
    return parse_executorch(std::move(bytes), path);
  }
  const std::string text(bytes->begin(), bytes->end());
  CsvReader csv(text, path);
  if (csv.find_column({"record"})) return with_single_line_names(parse_network_csv(text, path));
  if (csv.find_column({"layer"})) return with_single_line_names(parse_layer_table(text, path));
  throw input_error({path},
                    "is not a network: expected a .tflite, a .pte, a network CSV (column 'record') "
                    "or a layer table (column 'layer')");
}

}  // namespace

Network load_network(const std::string& name_or_path) {
  std::error_code ignored;
  if (name_or_path == "-") return load_file("/dev/stdin");
  if (std::filesystem::exists(name_or_path, ignored)) return load_file(name_or_path);
  if (std::optional<Network> network = builtin_network(name_or_path)) return *std::move(network);
  reject_unknown(name_or_path);
}

Network parse_network(const std::vector<std::uint8_t>& bytes, const std::string& source) {
  if (!looks_like_executorch({bytes.data(), bytes.size()})) return parse_tflite(bytes, source);
  return parse_executorch(std::make_shared<const FileBytes>(bytes.begin(), bytes.end()), source);
}

}  // namespace spillway
