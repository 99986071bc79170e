// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

namespace spillway {

/// Returns the message for an exception that is not a UserError. For std::bad_alloc, the message
/// says that memory ran out. Any other exception is a defect of Spillway, and the message says what
/// to report.
std::string defect_message(const std::exception& error);

}  // namespace spillway
