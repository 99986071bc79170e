// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway {

/// For people, of the microseconds that documents count in.
constexpr double milliseconds(double microseconds) { return microseconds / 1000; }

}  // namespace spillway
