// Whose the points of a local position will be, guessed without looking ahead.
#pragma once

#include "board.hpp"

namespace tesuji::go_local {

/// A guess at the final count for Black.
///
/// Points go to the nearer colour. Stones help their colour along, but those that no way leads to
/// from an immortal stone of theirs have invaded: unless there is room for eyes they are dead. To
/// take every invader for alive would make each wide area look like something to fight for, and
/// no search is deep enough to find out that it is not.
double guess(const Shape& shape, const Component& position);

} // namespace tesuji::go_local
