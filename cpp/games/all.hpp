// The one list of games, which every binding walks.
#pragma once

#include "games/dots_and_boxes/game.hpp"
#include "games/go/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/reversi/game.hpp"
#include "games/torus/game.hpp"

namespace tesuji {

template <class... Games>
struct GameList {
    /// Calls f.template operator()<Game>() for each game, in order.
    template <class F>
    static void for_each(F&& f) {
        (f.template operator()<Games>(), ...);
    }
};

using AllGames = GameList<TorusGame, DotsAndBoxesGame, GoGame, GomokuGame, ReversiGame>;

} // namespace tesuji
