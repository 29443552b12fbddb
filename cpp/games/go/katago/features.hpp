// What KataGo's networks see of a position: version 7 of its features.
//
// KataGo's own description is in its source (cpp/neuralnet/nninputs.cpp, MIT licence); the meaning
// of every plane is repeated here, since the networks were trained with exactly these.
#pragma once

#include "games/go/go.hpp"

#include <cstdint>

namespace tesuji::katago {

/// Planes as seen by the player to move:
///   0       ones
///   1, 2    own stones, the opponent's
///   3-5     stones whose chain has 1, 2, 3 liberties
///   6       points that the ko rule forbids
///   7, 8    (only in the stages at the end of Japanese rules, which Tesuji does not play)
///   9-13    the last five moves, the newest first
///   14      chains caught in a ladder; 15, 16: on the board one and two moves ago
///   17      moves that catch the opponent's chains in a ladder
///   18, 19  own area, the opponent's, with area scoring (pass_alive_area)
///   20, 21  (as 7 and 8)
constexpr int num_planes = 22;

/// Numbers that belong to the whole board:
///   0-4     whether each of the last five moves was a pass
///   5       komi for the player to move / 20
///   6, 7    superko: 1 and 0.5
///   8       whether suicide is legal
///   9, 10   territory scoring; points in a seki do not count
///   11-13   (taxes on groups, and stages at the end)
///   14      whether a pass ends the game
///   15-17   (handicaps in playouts, the button)
///   18      a wave of the komi that says whether half a point more would matter
constexpr int num_globals = 19;

/// All of it in one array [channels][rows][columns]: the planes, then each number as a constant
/// plane.
constexpr int num_channels = num_planes + num_globals;

/// The inputs of a network that Tesuji's rules do not determine.
struct Options {
    bool suicide = false; ///< whether chains of several stones may kill themselves
    /// Whether an opponent's pass is taken as an offer to stop, not as the first of two that end
    /// the game: KataGo's Chinese rules.
    bool friendly_pass = false;

    // The inputs that a search gives to its evaluator.
    PlaneShape plane_shape(const GoRules& rules) const {
        return {num_channels, rules.rows, rules.columns};
    }
    void encode(const GoPosition& position, float* channels) const;
};

/// Writes planes [num_planes][rows][columns] and numbers [num_globals].
void encode(const GoPosition& position, const Options& options, float* planes, float* globals);

/// Writes both into one array [num_channels][rows][columns].
void encode(const GoPosition& position, const Options& options, float* channels);

} // namespace tesuji::katago
