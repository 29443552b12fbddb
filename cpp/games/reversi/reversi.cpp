#include "reversi.hpp"

#include <algorithm>

namespace tesuji {

static_assert(GamePosition<ReversiPosition>);

namespace {

template <class F>
void for_each_square(reversi::Squares set, F&& visit) {
    for (; set; set &= set - 1) visit(std::countr_zero(set));
}

} // namespace

// Rules ------------------------------------------------------------------------------------------

ReversiRules::ReversiRules(int size) : size(size) {
    if (size < min_size || size > max_size || size % 2 != 0)
        throw BadSetup("a board of Reversi has 4x4, 6x6 or 8x8 squares, not " +
                       std::to_string(size) + "x" + std::to_string(size));
}

// Set-up -----------------------------------------------------------------------------------------

ReversiPosition::ReversiPosition(const ReversiRules& rules) : rules_(rules), board_(rules.size) {
    const int low = rules.size / 2 - 1; // the upper left of the four squares in the middle
    const int corner = low * rules.size + low;
    using reversi::Board;
    discs_[index(Player::second)] = Board::bit(corner) | Board::bit(corner + rules.size + 1);
    discs_[index(Player::first)] = Board::bit(corner + 1) | Board::bit(corner + rules.size);
    look_around();
}

ReversiPosition::ReversiPosition(const ReversiRules& rules, const ReversiSetup& setup)
    : rules_(rules), board_(rules.size), to_move_(setup.to_move) {
    if (static_cast<int>(setup.stones.size()) != rules.num_squares())
        throw BadSetup("a set-up for this board has " + std::to_string(rules.num_squares()) +
                       " squares, not " + std::to_string(setup.stones.size()));
    for (int square = 0; square < rules.num_squares(); ++square) {
        const int disc = setup.stones[static_cast<std::size_t>(square)];
        if (disc < -1 || disc > 1)
            throw BadSetup("a disc is -1 (none), 0 (Black) or 1 (White), not " +
                           std::to_string(disc));
        if (disc >= 0) discs_[static_cast<std::size_t>(disc)] |= reversi::Board::bit(square);
    }
    setup_ = std::make_shared<const ReversiSetup>(setup);
    look_around();
}

void ReversiPosition::look_around() {
    places_ = board_.places(own(), theirs());
    must_pass_ = places_ == 0 && board_.places(theirs(), own()) != 0;
}

// Play -------------------------------------------------------------------------------------------

Outcome ReversiPosition::outcome() const {
    const int black = num_discs(Player::first);
    const int white = num_discs(Player::second);
    return Outcome::from_margin(static_cast<float>(black - white),
                                num_empty() == 0 ? "the board is full" : "nobody can move");
}

void ReversiPosition::legal_moves(MoveList& moves) const {
    for_each_square(places_, [&](int square) { moves.push(square); });
    if (must_pass_) moves.push(rules_.pass());
}

bool ReversiPosition::is_legal(Move m) const {
    if (m < 0 || m > rules_.pass()) return false;
    return m == rules_.pass() ? must_pass_ : (places_ >> m) & 1;
}

const char* ReversiPosition::why_illegal(Move m) const {
    if (is_legal(m)) return nullptr;
    if (is_over()) return "the game is over";
    if (m < 0 || m > rules_.pass()) return "there is no such square";
    if (m == rules_.pass()) return "a player who can turn a disc over must";
    if (((own() | theirs()) >> m) & 1) return "the square is occupied";
    return "it turns no disc over";
}

Move ReversiPosition::random_move(Rng& rng) const {
    if (places_ == 0) return must_pass_ ? rules_.pass() : no_move;
    return select_bit(places_, rng.below(std::popcount(places_)));
}

void ReversiPosition::play(Move m) {
    if (m != rules_.pass()) {
        const reversi::Squares turned = board_.turned(own(), theirs(), m);
        discs_[index(to_move_)] |= turned | reversi::Board::bit(m);
        discs_[index(other(to_move_))] &= ~turned;
    }
    to_move_ = other(to_move_);
    moves_.push(static_cast<std::int16_t>(m));
    look_around();
}

std::uint64_t ReversiPosition::hash() const {
    std::uint64_t black = discs_[0];
    std::uint64_t both = Rng::splitmix(black) ^ discs_[1];
    return Rng::splitmix(both) ^ (to_move_ == Player::second ? second_to_move_key : 0);
}

// Views ------------------------------------------------------------------------------------------

std::vector<std::int8_t> ReversiPosition::board() const {
    std::vector<std::int8_t> stones(static_cast<std::size_t>(rules_.num_squares()), -1);
    for (const int player : {0, 1})
        for_each_square(discs_[static_cast<std::size_t>(player)], [&](int square) {
            stones[static_cast<std::size_t>(square)] = static_cast<std::int8_t>(player);
        });
    return stones;
}

ReversiPosition ReversiPosition::transformed(int s) const {
    if (s == 0) return *this;
    const auto turn = [&](const std::vector<std::int8_t>& from) {
        std::vector<std::int8_t> to(from.size());
        for (std::size_t square = 0; square < from.size(); ++square)
            to[static_cast<std::size_t>(rules_.cell_under(s, static_cast<int>(square)))] =
                from[square];
        return to;
    };
    const ReversiPosition usual(rules_);
    const ReversiSetup start = setup_ ? *setup_ : ReversiSetup{usual.board(), usual.to_move()};
    const ReversiSetup turned{turn(start.stones), start.to_move};
    const bool keeps_start = !setup_ && turned.stones == start.stones;
    ReversiPosition image = keeps_start ? usual : ReversiPosition(rules_, turned);
    for (const Move m : moves_.to_vector()) image.play(rules_.move_under(s, m));
    return image;
}

void ReversiPosition::encode(float* planes) const {
    const int squares = rules_.num_squares();
    std::fill(planes, planes + 3 * squares, 0.0F);
    std::fill(planes + 3 * squares, planes + 4 * squares, 1.0F);
    int plane = 0;
    for (const reversi::Squares set : {own(), theirs(), places_})
        for_each_square(set,
                        [&, from = planes + squares * plane++](int square) { from[square] = 1; });
}

} // namespace tesuji
