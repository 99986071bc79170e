// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tests/reference.h"
#include "traces/tflite/reader.h"

namespace spillway::test {

/// Returns a network of the reference data as Vela compiled it. `name` is a path in
/// models/compiled, without extension.
inline Network compiled_network(const std::string& name) {
  return read_tflite(shared_path("models/compiled/" + name + ".tflite"));
}

}  // namespace spillway::test
