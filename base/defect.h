// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

namespace spillway {

/// What a user is told of an exception that is no UserError: of std::bad_alloc that memory ran out,
/// of any other that it is a defect of Spillway, and what to report.
std::string defect_message(const std::exception& error);

}  // namespace spillway
