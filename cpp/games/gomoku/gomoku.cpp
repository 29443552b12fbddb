#include "gomoku.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace tesuji {

namespace {

using Variant = GomokuRules::Variant;

/// Keys of the stones (black, then white), then of the phases, then of White to be placed.
constexpr int phase_keys = 2 * max_gomoku_points;
constexpr int white_next_key = phase_keys + 5;
const auto& keys = zobrist_keys<white_next_key + 1, 0x676f6d6f6b75ULL>;

/// The lowest bit of every five stones in a row; an overline holds several of them.
std::uint32_t fives_in(std::uint32_t line) {
    const std::uint32_t twos = line & (line >> 1);
    return twos & (twos >> 2) & (line >> 4);
}

std::uint32_t exact_fives_in(std::uint32_t line) {
    return fives_in(line) & ~(line << 1) & ~(line >> 5);
}

std::uint32_t fives_not_enclosed(std::uint32_t line, std::uint32_t opponent) {
    return fives_in(line) & ~((opponent << 1) & (opponent >> 5));
}

void check(const GomokuRules& rules) {
    if (rules.size < min_gomoku_size || rules.size > max_gomoku_size)
        throw BadSetup("a Gomoku board has " + std::to_string(min_gomoku_size) + " to " +
                       std::to_string(max_gomoku_size) + " rows, not " +
                       std::to_string(rules.size));
    const int variant = static_cast<int>(rules.variant);
    if (variant < 0 || variant > static_cast<int>(Variant::caro))
        throw BadSetup("there is no Gomoku variant number " + std::to_string(variant));
}

/// The map of a board whose rules are checked first: an invalid size must not be used as an index.
const LineMap& checked_map(const GomokuRules& rules) {
    check(rules);
    return LineMap::of(rules.size);
}

} // namespace

GomokuRules::GomokuRules(int size, Variant variant, bool swap2)
    : size(size), variant(variant), swap2(swap2) {
    check(*this);
}

GomokuPosition::GomokuPosition(const GomokuRules& rules)
    : map_(&checked_map(rules)), rules_(rules),
      num_empty_(static_cast<std::int16_t>(rules.num_points())),
      phase_(rules.swap2 ? GomokuPhase::three_stones : GomokuPhase::play) {
    empty_ = BitSet<8>::first_n(rules.num_points());
}

GomokuPosition::GomokuPosition(const GomokuRules& rules, GomokuSetup setup)
    : GomokuPosition(rules) {
    if (static_cast<int>(setup.stones.size()) != rules.num_points())
        throw BadSetup("a set-up of a board with " + std::to_string(rules.num_points()) +
                       " points cannot have " + std::to_string(setup.stones.size()) + " stones");
    if (setup.to_move != Player::first && setup.to_move != Player::second)
        throw BadSetup("the colour to move is 0 (black) or 1 (white), not " +
                       std::to_string(index(setup.to_move)));
    for (int point = 0; point < rules.num_points(); ++point) {
        const int stone = setup.stones[point];
        if (stone < -1 || stone > 1)
            throw BadSetup("point " + std::to_string(point) +
                           " must be -1 (empty), 0 (black) or 1 (white), not " +
                           std::to_string(stone));
        if (stone >= 0) place(player(stone), point);
    }
    require_not_won();
    phase_ = GomokuPhase::play;
    colour_ = to_move_ = setup.to_move;
    if (!has_allowed_point()) state_ = State::drawn;
    setup_ = std::make_shared<const GomokuSetup>(std::move(setup));
}

// Playing

void GomokuPosition::play(Move m) {
    log_.push(static_cast<std::int16_t>(m));
    if (m >= rules_.num_points()) return play_choice(m);
    const Player mover = colour_;
    place(mover, m);
    colour_ = other(colour_);
    if (phase_ != GomokuPhase::play) return advance_opening();
    to_move_ = other(to_move_);
    if (wins_through(mover, map_->at(m)))
        state_ = State::won;
    else if (!has_allowed_point())
        state_ = State::drawn;
}

void GomokuPosition::place(Player colour, int point) {
    stones_[index(colour)].place(map_->at(point));
    empty_.erase(point);
    --num_empty_;
    stones_hash_ ^= keys[index(colour) * max_gomoku_points + point];
}

/// Called when a stone of the opening has been placed. Five stones, three of them black, cannot
/// end the game.
void GomokuPosition::advance_opening() {
    const int stones = rules_.num_points() - num_empty_;
    if (stones == 3) {
        phase_ = GomokuPhase::first_choice;
        to_move_ = Player::second;
    } else if (stones == 5) {
        phase_ = GomokuPhase::second_choice;
        to_move_ = Player::first;
    }
}

void GomokuPosition::play_choice(Move m) {
    if (m == rules_.place_two_more()) {
        phase_ = GomokuPhase::two_stones; // the same player goes on
        return;
    }
    black_player_ = m == rules_.take_black() ? to_move_ : other(to_move_);
    phase_ = GomokuPhase::play;
    to_move_ = other(black_player_); // White has the next stone, whoever chose
}

// A won game ends at once, so before a move no row on the board wins: a winning row anywhere in
// the four lines of the new stone is a row that it completed.
bool GomokuPosition::wins_through(Player colour, const PointLines& at) const {
    std::uint32_t wins = 0;
    for (int direction = 0; direction < num_line_directions; ++direction)
        wins |= winning_fives(colour, direction, at.line[direction]);
    return wins != 0;
}

std::uint32_t GomokuPosition::winning_fives(Player colour, int direction, int line) const {
    const std::uint32_t own = stones(colour).words[direction][line];
    switch (rules_.variant) {
    case Variant::freestyle:
        break;
    case Variant::standard:
        return exact_fives_in(own);
    case Variant::renju:
        return colour == Player::first ? exact_fives_in(own) : fives_in(own);
    case Variant::caro:
        return fives_not_enclosed(own, stones(other(colour)).words[direction][line]);
    }
    return fives_in(own);
}

void GomokuPosition::require_not_won() const {
    for (const Player colour : {Player::first, Player::second})
        for (int direction = 0; direction < num_line_directions; ++direction)
            for (int line = 0; line < max_lines; ++line)
                if (const std::uint32_t fives = winning_fives(colour, direction, line))
                    throw BadSetup(
                        std::string("the set-up is already won: ") +
                        (colour == Player::first ? "Black" : "White") +
                        " has a winning row that starts at point " +
                        std::to_string(map_->point(direction, line, std::countr_zero(fives))));
}

// Legality

bool GomokuPosition::is_forbidden(int point) const {
    return forbidden_for_black(*map_, stones(Player::first), stones(Player::second), point) !=
           Forbidden::none;
}

/// Whether the mover has a point to play: usually the first point that is tried answers yes.
bool GomokuPosition::has_allowed_point() const {
    if (!forbidding()) return num_empty_ > 0;
    for (int w = 0; w * 64 < rules_.num_points(); ++w)
        for (std::uint64_t left = empty_.word(w); left; left &= left - 1)
            if (!is_forbidden(w * 64 + std::countr_zero(left))) return true;
    return false;
}

void GomokuPosition::legal_moves(MoveList& moves) const {
    if (is_over()) return;
    if (choice_due()) {
        moves.push(rules_.take_black());
        moves.push(rules_.take_white());
        if (phase_ == GomokuPhase::first_choice) moves.push(rules_.place_two_more());
        return;
    }
    const bool check_each = forbidding();
    empty_.for_each([&](int point) {
        if (!check_each || !is_forbidden(point)) moves.push(point);
    });
}

const char* GomokuPosition::why_illegal(Move m) const {
    if (is_over()) return "the game is over";
    if (m < 0 || m >= rules_.num_moves()) return "there is no such point";
    if (choice_due()) {
        const bool is_due = m == rules_.take_black() || m == rules_.take_white() ||
                            (m == rules_.place_two_more() && phase_ == GomokuPhase::first_choice);
        return is_due ? nullptr : "a colour must be chosen now";
    }
    if (m >= rules_.num_points()) return "no choice is due now";
    if (!empty_.contains(m)) return "the point is occupied";
    if (!forbidding()) return nullptr;
    switch (renju_forbidden(m)) {
    case Forbidden::none:
        break;
    case Forbidden::overline:
        return "it is an overline, which is forbidden for Black";
    case Forbidden::double_four:
        return "it makes two fours, which is forbidden for Black";
    case Forbidden::double_three:
        return "it makes two threes, which is forbidden for Black";
    }
    return nullptr;
}

Move GomokuPosition::random_choice_or_allowed_point(Rng& rng) const {
    if (choice_due())
        return rules_.take_black() + rng.below(phase_ == GomokuPhase::first_choice ? 3 : 2);
    // Forbidden points are few: draw, and cross out what is forbidden, until a draw is allowed.
    BitSet<8> candidates = empty_;
    for (int count = num_empty_;; --count) {
        const int point = candidates.select(rng.below(count));
        if (!is_forbidden(point)) return point;
        candidates.erase(point);
    }
}

Forbidden GomokuPosition::renju_forbidden(int point) const {
    if (rules_.variant != Variant::renju) return Forbidden::none;
    if (point < 0 || point >= rules_.num_points() || !empty_.contains(point))
        return Forbidden::none;
    return forbidden_for_black(*map_, stones(Player::first), stones(Player::second), point);
}

std::vector<int> GomokuPosition::forbidden_points() const {
    std::vector<int> points;
    if (is_over() || !forbidding()) return points;
    empty_.for_each([&](int point) {
        if (is_forbidden(point)) points.push_back(point);
    });
    return points;
}

// Looking

int GomokuPosition::player_of(Player colour) const {
    if (phase_ != GomokuPhase::play) return -1;
    return index(colour == Player::first ? black_player_ : other(black_player_));
}

Outcome GomokuPosition::outcome() const {
    if (state_ == State::drawn) return {-1, 0.0F, "no point left to play"};
    return Outcome::won_by(player(player_of(other(colour_))),
                           winning_row().length == 5 ? "five in a row" : "five or more in a row");
}

GomokuPosition::Row GomokuPosition::winning_row() const {
    const Player winner = other(colour_);
    const PointLines& at = map_->at(log_.back());
    int direction = 0;
    while (!winning_fives(winner, direction, at.line[direction])) ++direction;
    const std::uint32_t own = stones(winner).through(at, direction);
    int first = at.bit(direction);
    while (first > 0 && ((own >> (first - 1)) & 1)) --first;
    return {direction, at.line[direction], first, std::countr_one(own >> first)};
}

std::vector<int> GomokuPosition::winning_line() const {
    std::vector<int> points;
    if (state_ != State::won) return points;
    const Row row = winning_row();
    for (int bit = row.first; bit < row.first + row.length; ++bit)
        points.push_back(map_->point(row.direction, row.line, bit));
    return points;
}

int GomokuPosition::stone_at(int point) const {
    const PointLines& at = map_->at(point);
    return stones_[0].contains(at) ? 0 : stones_[1].contains(at) ? 1 : -1;
}

std::vector<std::int8_t> GomokuPosition::board() const {
    std::vector<std::int8_t> all(rules_.num_points());
    for (int point = 0; point < rules_.num_points(); ++point)
        all[point] = static_cast<std::int8_t>(stone_at(point));
    return all;
}

std::uint64_t GomokuPosition::hash() const {
    std::uint64_t hash = stones_hash_;
    if (phase_ != GomokuPhase::play) hash ^= keys[phase_keys + static_cast<int>(phase_)];
    if (colour_ == Player::second) hash ^= keys[white_next_key];
    if (to_move_ == Player::second) hash ^= second_to_move_key;
    return hash;
}

bool GomokuPosition::operator==(const GomokuPosition& other) const {
    return rules_ == other.rules_ && phase_ == other.phase_ && colour_ == other.colour_ &&
           to_move_ == other.to_move_ && stones_ == other.stones_;
}

GomokuPosition GomokuPosition::transformed(int s) const {
    GomokuPosition result = [&] {
        if (!setup_) return GomokuPosition(rules_);
        GomokuSetup turned = *setup_;
        for (int point = 0; point < rules_.num_points(); ++point)
            turned.stones[rules_.cell_under(s, point)] = setup_->stones[point];
        return GomokuPosition(rules_, std::move(turned));
    }();
    for (const Move m : log_.to_vector()) result.play(rules_.move_under(s, m));
    return result;
}

void GomokuPosition::encode(float* planes) const {
    const int plane = rules_.num_points();
    const auto channel = [&](int c) { return planes + c * plane; };
    const auto fill = [&](int c, bool on) { std::fill_n(channel(c), plane, on ? 1.0F : 0.0F); };
    fill(0, true);
    for (int point = 0; point < plane; ++point) {
        const PointLines& at = map_->at(point);
        channel(1)[point] = stones(colour_).contains(at);
        channel(2)[point] = stones(other(colour_)).contains(at);
    }
    fill(3, false);
    if (const Move last = last_move(); last != no_move && last < plane) channel(3)[last] = 1.0F;
    fill(4, colour_ == Player::first);
    fill(5, false);
    for (const int point : forbidden_points()) channel(5)[point] = 1.0F;
    fill(6, phase_ != GomokuPhase::play);
}

} // namespace tesuji
