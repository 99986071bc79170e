// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway {

/// Converts microseconds, the unit of documents, to milliseconds for texts.
constexpr double milliseconds(double microseconds) { return microseconds / 1000; }

}  // namespace spillway
