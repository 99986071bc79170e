// SPDX-License-Identifier: Apache-2.0
#include "traces/networks/tables.h"

namespace spillway {

// The network for anomaly detection of MLPerf Tiny (arXiv:2106.07597), which follows the baseline
// of DCASE 2020 task 2. The input is five frames of 128 mel bands; the bottleneck has 8 channels.
const char* const autoencoder_layers = R"(
layer,type,inputs,channels,kernel,stride,padding,activation
input,input,,640,,,,
dense1,fully_connected,,128,,,,relu
dense2,fully_connected,,128,,,,relu
dense3,fully_connected,,128,,,,relu
dense4,fully_connected,,128,,,,relu
dense5,fully_connected,,8,,,,relu
dense6,fully_connected,,128,,,,relu
dense7,fully_connected,,128,,,,relu
dense8,fully_connected,,128,,,,relu
dense9,fully_connected,,128,,,,relu
dense10,fully_connected,,640,,,,
)";

}  // namespace spillway
