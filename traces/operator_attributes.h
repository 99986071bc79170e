// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "traces/network.h"

namespace spillway {

/// Returns the attributes that only operators of some types have, such as the slope of LEAKY_RELU,
/// as words NAME=VALUE with blanks between them: "alpha=0.1". Attributes that are 0, which is their
/// default, are left out.
std::string attribute_words(const Operator& op);

/// Sets the attributes that `words` gives, in the form of attribute_words(). `op.type` must be set.
/// Returns an empty text, or what was expected if the words are malformed or if an operator of this
/// type does not have the attribute.
std::string read_attribute_words(std::string_view words, Operator& op);

/// Returns the name of an attribute of `op` that is not 0 and on which the shapes of its operands
/// depend, such as "begin_mask"; empty if there is none.
std::string shaping_attribute(const Operator& op);

}  // namespace spillway
