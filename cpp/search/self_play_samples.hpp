// Positions of played games, to learn from: replayed, and turned by a symmetry.
#pragma once

#include "games/contract.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace tesuji {

/// The owner of each cell at the end of a game, for games in which that says more than the score. A
/// game that has owners specialises it with `exists` true and `write(position, cells)`, which
/// writes +1, -1 or 0 (first player, second player, nobody) for each cell of a plane, for positions
/// that are over.
template <GamePosition P>
struct Ownership {
    static constexpr bool exists = false;
};

/// Games as one row of moves: game g is moves[offsets[g]] up to moves[offsets[g + 1]].
struct GameMoves {
    std::span<const std::int32_t> moves;
    std::span<const std::int64_t> offsets;

    std::span<const std::int32_t> of(int game) const {
        const auto from = static_cast<std::size_t>(offsets[static_cast<std::size_t>(game)]);
        const auto to = static_cast<std::size_t>(offsets[static_cast<std::size_t>(game) + 1]);
        return moves.subspan(from, to - from);
    }
    int size() const { return static_cast<int>(offsets.size()) - 1; }
    /// Throws BadSetup unless the offsets name parts of the row.
    void check() const {
        if (offsets.empty() || offsets.front() != 0 || !std::ranges::is_sorted(offsets) ||
            offsets.back() != static_cast<std::int64_t>(moves.size()))
            throw BadSetup("the offsets of games do not fit their moves");
    }
};

/// The position before move number `ply` of a game, under a symmetry.
struct Pick {
    std::int32_t game;
    std::int32_t ply;
    std::int32_t symmetry;
};

/// Writes planes [picks][channels][height][width] as seen by the players to move and, where the
/// game has owners, ownership [picks][height][width] (+1 the player to move) and whether it is
/// known, which it is for games that were played to their end. `cells_under` [symmetries][cells]
/// says where symmetries take cells. Throws BadSetup for picks that do not exist and for illegal
/// moves.
template <GamePosition P>
void replay_picks(const P& start, const GameMoves& games, std::span<const Pick> picks,
                  std::span<const std::int32_t> cells_under, float* planes, float* ownership,
                  std::uint8_t* known) {
    games.check();
    const PlaneShape shape = start.rules().plane_shape();
    const auto num_cells = static_cast<std::size_t>(shape.height * shape.width);
    const auto num_floats = static_cast<std::size_t>(shape.channels) * num_cells;
    const auto num_symmetries = static_cast<std::int32_t>(cells_under.size() / num_cells);
    for (const Pick& pick : picks)
        if (pick.game < 0 || pick.game >= games.size() || pick.ply < 0 ||
            pick.ply >= static_cast<int>(games.of(pick.game).size()) || pick.symmetry < 0 ||
            pick.symmetry >= num_symmetries)
            throw BadSetup("there is no ply " + std::to_string(pick.ply) + " of game " +
                           std::to_string(pick.game) + " under symmetry " +
                           std::to_string(pick.symmetry));

    const auto put = [&](const float* from, int channels, std::int32_t symmetry, float* to) {
        const auto under =
            cells_under.subspan(static_cast<std::size_t>(symmetry) * num_cells, num_cells);
        for (int channel = 0; channel < channels; ++channel, to += num_cells)
            for (const std::int32_t cell : under) to[cell] = *from++;
    };
    const auto play = [](P& position, Move m, int game) {
        if (!position.is_legal(m))
            throw BadSetup("move " + std::to_string(m) + " of game " + std::to_string(game) +
                           " is not legal");
        position.play(m);
    };

    // Each game is replayed once, whatever was picked from it.
    std::vector<std::size_t> order(picks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return std::pair(picks[a].game, picks[a].ply) < std::pair(picks[b].game, picks[b].ply);
    });
    std::vector<float> scratch(num_floats);
    std::vector<float> signs(picks.size());
    for (std::size_t next = 0; next < order.size();) {
        const int game = picks[order[next]].game;
        const std::span<const std::int32_t> moves = games.of(game);
        P position = start;
        std::size_t ply = 0;
        const std::size_t first = next;
        for (; next < order.size() && picks[order[next]].game == game; ++next) {
            const std::size_t row = order[next];
            while (ply < static_cast<std::size_t>(picks[row].ply))
                play(position, moves[ply++], game);
            position.encode(scratch.data());
            put(scratch.data(), shape.channels, picks[row].symmetry, planes + row * num_floats);
            signs[row] = position.to_move() == Player::first ? 1.0F : -1.0F;
        }
        if constexpr (Ownership<P>::exists) {
            while (ply < moves.size()) play(position, moves[ply++], game);
            const bool is_over = position.is_over();
            std::vector<float> owners(num_cells, 0.0F);
            std::vector<float> signed_owners(num_cells);
            if (is_over) Ownership<P>::write(position, owners);
            for (std::size_t i = first; i < next; ++i) {
                const std::size_t row = order[i];
                known[row] = is_over;
                std::ranges::transform(owners, signed_owners.begin(),
                                       [&](float owner) { return signs[row] * owner; });
                put(signed_owners.data(), 1, picks[row].symmetry, ownership + row * num_cells);
            }
        } else {
            for (std::size_t i = first; i < next; ++i) known[order[i]] = 0;
        }
    }
}

} // namespace tesuji
