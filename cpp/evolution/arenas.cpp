#include "arenas.hpp"

namespace tesuji::evolution {

namespace {

/// Calls work with as many words as the points of a board, and a pass, need.
template <class Work>
auto with_words(int num_points, Work&& work) {
    if (num_points < 64) return work(std::integral_constant<int, 1>());
    if (num_points < 128) return work(std::integral_constant<int, 2>());
    return work(std::integral_constant<int, 6>());
}

/// A position with what the programmed players look at.
template <int Words>
struct Look {
    GoShape<Words> shape;
    BitGo<Words> board;
    PointSet<Words> allowed;

    explicit Look(const GoPosition& position)
        : shape(position.rules().rows, position.rules().columns), board(shape, position) {
        MoveList moves;
        position.legal_moves(moves);
        for (const auto m : moves)
            if (m != shape.num_points) allowed.insert(m);
    }
};

} // namespace

std::unique_ptr<Arena> make_go_arena(const GoRules& rules) {
    rules.check();
    if (rules.ko != GoRules::Ko::simple || rules.scoring != GoRules::Scoring::area)
        throw BadSetup("evolution plays Go with simple ko and area counting");
    return with_words(rules.num_points(), [&](auto words) -> std::unique_ptr<Arena> {
        using Table = BitGoTable<decltype(words)::value>;
        return std::make_unique<ArenaOf<Table>>(rules.rows, rules.columns, rules.komi);
    });
}

Move programmed_move(const GoPosition& position, Opponent opponent, int readings, Rng& rng) {
    return with_words(position.rules().num_points(), [&](auto words) -> Move {
        constexpr int count = decltype(words)::value;
        const Look<count> look(position);
        switch (opponent) {
        case Opponent::naive:
            return naive_move(look.board, look.allowed, rng);
        case Opponent::pattern: {
            const auto weights = PatternWeights::for_board(position.rules().num_points());
            ReadingOptions reading;
            reading.readings = readings;
            reading.komi = position.rules().komi;
            return PatternPlayer<count>(weights, reading)
                .choose(look.board, look.allowed, position.last_move(), rng);
        }
        default:
            return position.random_move(rng);
        }
    });
}

std::vector<float> pattern_worths(const GoPosition& position) {
    std::vector<float> worths(static_cast<std::size_t>(position.rules().num_points()), 0.0F);
    with_words(position.rules().num_points(), [&](auto words) {
        constexpr int count = decltype(words)::value;
        const Look<count> look(position);
        const PatternPlayer<count> player(PatternWeights::for_board(look.shape.num_points));
        look.allowed.for_each([&](int p) {
            worths[static_cast<std::size_t>(p)] =
                player.worth_of(look.board, p, position.last_move());
        });
    });
    return worths;
}

} // namespace tesuji::evolution
