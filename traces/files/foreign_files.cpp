// SPDX-License-Identifier: Apache-2.0
#include "traces/files/foreign_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

namespace spillway {
namespace {

struct ForeignForm {
  // File name endings of the format, with their dots, separated by spaces.
  const char* endings;
  // A magic number with which files of the format begin; empty = only the endings are compared.
  std::string_view mark;
  const char* reason;
};

using namespace std::string_view_literals;

constexpr std::array<ForeignForm, 14> forms = {{
    {".onnx",
     {},
     "is an ONNX model, and networks are read as .tflite: convert and quantise it with onnx2tf "
     "('onnx2tf -i FILE.onnx -oiqt')"},
    {".tosa",
     {},
     "is a TOSA file, and networks are read as .tflite: compile it with Vela ('vela FILE.tosa'), "
     "which writes a .tflite for Ethos-U85"},
    {".bpte",
     {},
     "is an ExecuTorch program bundled with its test inputs: give the .pte that it was made of"},
    {".json",
     {},
     "is not read as a network; a memory plan in it (ST Edge AI) is validated by 'spillway check "
     "--buffers' and planned anew by 'spillway plan --buffers'"},
    {".keras",
     {},
     "is a Keras model, and networks are read as .tflite: convert and quantise it with "
     "tf.lite.TFLiteConverter.from_keras_model()"},
    {".h5 .hdf5", "\x89HDF\r\n"sv,
     "is an HDF5 file, as Keras saves models, and networks are read as .tflite: convert and "
     "quantise it with tf.lite.TFLiteConverter.from_keras_model()"},
    {".pb",
     {},
     "is a TensorFlow graph, and networks are read as .tflite: convert and quantise the SavedModel "
     "with tf.lite.TFLiteConverter.from_saved_model()"},
    {".pt .pth .ckpt",
     {},
     "is a PyTorch model, and networks are read as .tflite: convert it with ai-edge-torch, or "
     "export it to ONNX and take onnx2tf"},
    {".gz .tgz", "\x1f\x8b"sv, "is compressed with gzip: unpack it first ('gunzip FILE.gz')"},
    {".bz2", "BZh"sv, "is compressed with bzip2: unpack it first ('bunzip2 FILE.bz2')"},
    {".xz",
     "\xfd"
     "7zXZ"sv,
     "is compressed with xz: unpack it first ('unxz FILE.xz')"},
    {".zst", "\x28\xb5\x2f\xfd"sv, "is compressed with zstd: unpack it first ('unzstd FILE.zst')"},
    {".7z .tar", "7z\xbc\xaf\x27\x1c"sv, "is an archive: unpack it first"},
    {".zip", "PK\x03\x04"sv,
     "is a zip archive, as PyTorch and Keras save models, and networks are read as .tflite: unpack "
     "or convert it first"},
}};

bool has_ending(const ForeignForm& form, const std::string& ending) {
  const std::string all = std::string(form.endings) + " ";
  return !ending.empty() && all.find(ending + " ") != std::string::npos;
}

}  // namespace

std::string foreign_file_reason(const std::string& path, std::string_view beginning) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const ForeignForm& form : forms) {
    if (has_ending(form, ending)) return form.reason;
  }
  for (const ForeignForm& form : forms) {
    const bool marked = !form.mark.empty() && beginning.substr(0, form.mark.size()) == form.mark;
    if (marked) return form.reason;
  }
  return "";
}

}  // namespace spillway
