// SPDX-License-Identifier: Apache-2.0
// Usage: write_generated_networks FOLDER COUNT. Writes the generated networks with the seeds 0 to
// COUNT - 1 to FOLDER/0.tflite, FOLDER/1.tflite and so on. The Python tests read these files.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/files/files.h"
#include "tests/hwmodels/ethosu/lower/generated_network.h"
#include "traces/tflite/writer.h"

int main(int argc, char** argv) {
  if (argc != 3) return EXIT_FAILURE;
  const std::string folder = argv[1];
  const std::uint64_t count = std::stoull(argv[2]);
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    // Must outlive the network: owns the values of its constants.
    spillway::test::GeneratedNetwork generated(seed);
    spillway::write_file(folder + "/" + std::to_string(seed) + ".tflite",
                         spillway::write_tflite(generated.make()));
  }
  return EXIT_SUCCESS;
}
