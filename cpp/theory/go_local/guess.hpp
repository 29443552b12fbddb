// A guess at the owners of the points of a local position, without search.
#pragma once

#include "board.hpp"

namespace tesuji::go_local {

/// A guess at the final count for Black.
///
/// Points go to the nearer colour. Stones extend the reach of their colour, but those that are cut
/// off from all immortal stones of their colour are invaders: unless there is room for eyes they
/// are dead. If every invader counted as alive, each wide area would look contested, and no search
/// is deep enough to refute that.
double guess(const Shape& shape, const Component& position);

} // namespace tesuji::go_local
