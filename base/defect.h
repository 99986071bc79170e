// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

namespace spillway {

/// The message for an exception that is not a UserError: std::bad_alloc means that memory ran out;
/// any other exception is a defect of Spillway, and the message says what to report.
std::string defect_message(const std::exception& error);

}  // namespace spillway
