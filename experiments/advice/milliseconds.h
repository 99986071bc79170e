// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway {

/// Converts microseconds, the unit in JSON documents, to milliseconds, the unit in texts.
constexpr double milliseconds(double microseconds) { return microseconds / 1000; }

}  // namespace spillway
