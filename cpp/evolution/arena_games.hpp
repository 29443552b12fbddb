// The two kinds of games that networks play: Go in bits for speed, and any game by its contract.
#pragma once

#include "arena.hpp"
#include "bit_go.hpp"
#include "games/contract.hpp"
#include "games/go/go.hpp"
#include "naive_player.hpp"
#include "pattern_player.hpp"

#include <string>
#include <vector>

namespace tesuji::evolution {

/// Go with simple ko and area counting on a board of at most 64 * Words points.
template <int Words>
class BitGoTable {
  public:
    using Position = GoPosition;
    using Legal = PointSet<Words>; // with room for the pass
    struct Game {
        BitGo<Words> board;
        Move last = no_move;
        Move before_last = no_move;
    };

    BitGoTable(int rows, int columns, double komi)
        : shape_(rows, columns), komi_(komi), pattern_(PatternWeights::for_board(rows * columns)) {
        pattern_.remember(shape_.num_points);
    }

    int num_moves() const { return shape_.num_points + 1; }
    int num_inputs(Encoding encoding) const {
        if (encoding == Encoding::planes) return GoPosition::num_channels * shape_.num_points;
        return (encoding == Encoding::two_per_point ? 2 : 1) * shape_.num_points;
    }
    bool has(Opponent opponent) const { return opponent != Opponent::winner; }

    Game start() const { return {BitGo<Words>(shape_)}; }
    Game at(const GoPosition& position) const {
        if (position.rules().rows != shape_.rows || position.rules().columns != shape_.columns)
            throw BadSetup("this position is of another board size");
        return {BitGo<Words>(shape_, position), position.last_move(), position.move_before_last()};
    }
    bool is_over(const Game& game) const { return game.board.is_over(); }
    int to_move(const Game& game) const { return game.board.to_move(); }
    void play(Game& game, Move m) const {
        game.board.play(m);
        game.before_last = game.last;
        game.last = m;
    }
    /// Returns the points by which the first player leads, also before the end of the game.
    double lead(const Game& game) const { return game.board.area_lead() - komi_; }

    Legal legal(const Game& game) const {
        Legal moves = game.board.legal_points();
        moves.insert(shape_.num_points);
        return moves;
    }
    Move random_move(const Game& game, Rng& rng) const { return game.board.random_move(rng); }

    Move opponent_move(const Game& game, Opponent opponent, Rng& rng) const {
        switch (opponent) {
        case Opponent::naive:
            return naive_move(game.board, game.board.legal_points(), rng);
        case Opponent::pattern:
            return pattern_.choose(game.board, game.board.legal_points(), game.last, rng);
        default:
            return game.board.random_move(rng);
        }
    }

    void show(const Game& game, Encoding encoding, SparseInputs& inputs) const {
        const auto& board = game.board;
        inputs.clear();
        switch (encoding) {
        case Encoding::two_per_point:
            board.own().for_each([&](int p) { inputs.add(p, 1); });
            board.theirs().for_each([&](int p) { inputs.add(shape_.num_points + p, 1); });
            break;
        case Encoding::by_colour:
            board.stones(0).for_each([&](int p) { inputs.add(p, -1); });
            board.stones(1).for_each([&](int p) { inputs.add(p, 1); });
            break;
        case Encoding::by_owner:
            board.own().for_each([&](int p) { inputs.add(p, 1); });
            board.theirs().for_each([&](int p) { inputs.add(p, -1); });
            break;
        case Encoding::planes:
            show_planes(game, inputs);
            break;
        }
    }

  private:
    /// The planes of GoPosition::encode.
    void show_planes(const Game& game, SparseInputs& inputs) const {
        const auto& board = game.board;
        const int n = shape_.num_points;
        for (int p = 0; p < n; ++p) inputs.add(p, 1);
        board.own().for_each([&](int p) { inputs.add(n + p, 1); });
        board.theirs().for_each([&](int p) { inputs.add(2 * n + p, 1); });
        for (const int colour : {0, 1})
            for_each_chain(board, board.stones(colour), colour, [&](const Chain<Words>& chain) {
                if (chain.num_liberties <= 3)
                    chain.stones.for_each(
                        [&](int p) { inputs.add((2 + chain.num_liberties) * n + p, 1); });
            });
        if (board.ko_point() >= 0) inputs.add(6 * n + board.ko_point(), 1);
        if (game.last >= 0 && game.last < n) inputs.add(7 * n + game.last, 1);
        if (game.before_last >= 0 && game.before_last < n) inputs.add(8 * n + game.before_last, 1);
        if (board.passes() > 0)
            for (int p = 0; p < n; ++p) inputs.add(9 * n + p, 1);
        const auto komi = static_cast<float>((board.to_move() == 1 ? komi_ : -komi_) / 15);
        for (int p = 0; p < n; ++p) inputs.add(10 * n + p, komi);
    }

    GoShape<Words> shape_;
    double komi_;
    PatternPlayer<Words> pattern_;
};

/// Any game that keeps the contract.
template <GamePosition P>
class ContractTable {
  public:
    using Position = P;
    using Legal = PointSet<max_moves / 64>;
    using Game = P;

    explicit ContractTable(const P& start) : start_(start) {}

    int num_moves() const { return start_.rules().num_moves(); }
    int num_cells() const {
        const PlaneShape shape = start_.rules().plane_shape();
        return shape.height * shape.width;
    }
    int num_inputs(Encoding encoding) const {
        if (encoding != Encoding::planes)
            throw BadSetup("this game is shown to networks as planes only");
        return start_.rules().plane_shape().channels * num_cells();
    }
    bool has(Opponent opponent) const {
        return opponent == Opponent::random || opponent == Opponent::winner;
    }

    Game start() const { return start_; }
    Game at(const P& position) const {
        const PlaneShape shape = position.rules().plane_shape();
        if (shape.channels * shape.height * shape.width != num_inputs(Encoding::planes))
            throw BadSetup("this position is of another board size");
        return position;
    }
    bool is_over(const Game& game) const { return game.is_over(); }
    int to_move(const Game& game) const { return index(game.to_move()); }
    void play(Game& game, Move m) const { game.play(m); }
    double lead(const Game& game) const {
        if (!game.is_over()) return 0;
        const int winner = game.outcome().winner;
        return winner < 0 ? 0 : winner == 0 ? 1 : -1;
    }

    Legal legal(const Game& game) const {
        MoveList moves;
        game.legal_moves(moves);
        Legal set;
        for (const auto m : moves) set.insert(m);
        return set;
    }
    Move random_move(const Game& game, Rng& rng) const { return game.random_move(rng); }

    Move opponent_move(const Game& game, Opponent opponent, Rng& rng) const {
        if (opponent == Opponent::winner) {
            MoveList moves;
            game.legal_moves(moves);
            for (const auto m : moves) {
                Game after = game;
                after.play(m);
                if (after.is_over() && after.outcome().winner == index(game.to_move())) return m;
            }
        }
        return game.random_move(rng);
    }

    void show(const Game& game, Encoding encoding, SparseInputs& inputs) const {
        thread_local std::vector<float> planes;
        const int count = num_inputs(encoding);
        planes.resize(static_cast<std::size_t>(count));
        game.encode(planes.data());
        inputs.clear();
        for (int i = 0; i < count; ++i)
            if (planes[static_cast<std::size_t>(i)] != 0)
                inputs.add(i, planes[static_cast<std::size_t>(i)]);
    }

  private:
    P start_;
};

} // namespace tesuji::evolution
