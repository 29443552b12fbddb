#include "torus.hpp"

#include "games/square_symmetry.hpp"

#include <mutex>

namespace tesuji {

static_assert(GamePosition<TorusPosition>);

namespace {

constexpr int num_diagonals = 4;
constexpr int num_sides = 4;
constexpr auto& keys = zobrist_keys<2 * TorusPosition::max_points, 0x70727573>;

std::uint64_t key(std::uint8_t stone, int point) {
    return keys[(stone - 1) * TorusPosition::max_points + point];
}

} // namespace

// Rules ------------------------------------------------------------------------------------------

TorusRules::TorusRules(int size) : size(size) {
    if (size < min_size || size > max_size)
        throw BadSetup("the size of a torus must be between 4 and 19, got " + std::to_string(size));
}

int TorusRules::cell_under(int s, int cell) const {
    const int turned = cell_under_square(s & 7, cell / size, cell % size, size, size);
    const int shift = s >> 3;
    const int row = (turned / size + shift / size) % size;
    const int column = (turned % size + shift % size) % size;
    return row * size + column;
}

// Geometry: the neighbours on a torus, one table for each size ------------------------------

struct TorusPosition::Geometry {
    explicit Geometry(int n) {
        constexpr int diagonal_steps[num_diagonals][2] = {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
        constexpr int side_steps[num_sides][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        for (int row = 0; row < n; ++row) {
            for (int column = 0; column < n; ++column) {
                const auto at = [&](const int (&step)[2]) {
                    return static_cast<std::int16_t>((row + step[0] + n) % n * n +
                                                     (column + step[1] + n) % n);
                };
                for (int d = 0; d < num_diagonals; ++d)
                    diagonal[d][row * n + column] = at(diagonal_steps[d]);
                for (int d = 0; d < num_sides; ++d) side[d][row * n + column] = at(side_steps[d]);
            }
        }
    }

    /// diagonal[d] and diagonal[d ^ 1] are opposite directions.
    std::array<std::array<std::int16_t, max_points>, num_diagonals> diagonal;
    std::array<std::array<std::int16_t, max_points>, num_sides> side;
};

const TorusPosition::Geometry& TorusPosition::geometry_for(int size) {
    static std::array<std::unique_ptr<const Geometry>, TorusRules::max_size + 1> tables;
    static std::array<std::once_flag, TorusRules::max_size + 1> once;
    std::call_once(once[size], [&] { tables[size] = std::make_unique<const Geometry>(size); });
    return *tables[size];
}

// Set-up -----------------------------------------------------------------------------------------

TorusPosition::TorusPosition(const TorusRules& rules)
    : rules_(rules), geometry_(&geometry_for(rules.size)),
      num_empty_(static_cast<std::int16_t>(rules.num_points())),
      empty_points_(BitSet<6>::first_n(rules.num_points())) {
    history_.push(board_hash_);
}

TorusPosition::TorusPosition(const TorusRules& rules, const TorusSetup& setup)
    : TorusPosition(rules) {
    if (static_cast<int>(setup.stones.size()) != rules.num_points())
        throw BadSetup("a set-up for this torus has " + std::to_string(rules.num_points()) +
                       " points, not " + std::to_string(setup.stones.size()));
    history_ = BoardHistory();
    to_move_ = setup.to_move;
    for (int point = 0; point < rules.num_points(); ++point) {
        const int stone = setup.stones[point];
        if (stone == -1) continue;
        if (stone != 0 && stone != 1)
            throw BadSetup("a stone is -1 (none), 0 (Black) or 1 (White), not " +
                           std::to_string(stone));
        board_[point] = stone_of(player(stone));
        board_hash_ ^= key(board_[point], point);
        empty_points_.erase(point);
        --num_empty_;
    }
    for (int point = 0; point < rules.num_points(); ++point) {
        const int enemy = black + white - board_[point];
        bool surrounded = board_[point] != empty;
        for (const auto& side : geometry_->side) surrounded &= board_[side[point]] == enemy;
        if (surrounded) throw BadSetup("the game is already won: a stone is surrounded");
    }
    history_.push(board_hash_);
    setup_ = std::make_shared<const TorusSetup>(setup);
}

// What a move does -------------------------------------------------------------------------------

void TorusPosition::find_captures(Move m, Effect& effect) const {
    const Stone mine = own();
    const Stone enemy = passive();
    for (const auto& next : geometry_->diagonal) {
        int point = next[m];
        if (board_[point] != enemy) continue;
        const int start = effect.num_captured;
        do {
            effect.captured[effect.num_captured++] = static_cast<std::int16_t>(point);
            point = next[point];
        } while (board_[point] == enemy);
        // The point `m` itself is still empty on the board, so a run that comes back to it round
        // the torus ends on an empty point and is not flanked: exactly the rule.
        if (board_[point] != mine) effect.num_captured = start;
    }
}

TorusPosition::Stone TorusPosition::stone_after(int point, Move m, const Effect& effect) const {
    if (point == m) return own();
    for (int i = 0; i < effect.num_captured; ++i)
        if (effect.captured[i] == point) return empty;
    return static_cast<Stone>(board_[point]);
}

std::uint64_t TorusPosition::board_hash_after(Move m, const Effect& effect) const {
    std::uint64_t hash = board_hash_ ^ key(own(), m);
    for (int i = 0; i < effect.num_captured; ++i) {
        const int point = effect.captured[i];
        // On boards of even size both diagonals through m meet again, so a stone may be listed
        // twice: count it once.
        bool seen = false;
        for (int j = 0; j < i; ++j) seen |= effect.captured[j] == point;
        if (!seen) hash ^= key(passive(), point);
    }
    return hash;
}

bool TorusPosition::surrounds(Move m, const Effect& effect) const {
    // Only a stone beside m can have become surrounded: m is the only own stone that is new.
    for (const auto& side : geometry_->side) {
        const int victim = side[m];
        if (board_[victim] != passive()) continue;
        bool surrounded = true;
        for (const auto& around : geometry_->side) {
            const int neighbour = around[victim];
            surrounded &= neighbour == m || board_[neighbour] == own();
        }
        if (surrounded && stone_after(victim, m, effect) == passive()) return true;
    }
    return false;
}

bool TorusPosition::would_be_flanked(Move m, const Effect& effect) const {
    for (int d = 0; d < num_diagonals; d += 2) {
        const auto end_of_run = [&](int direction) {
            int point = m;
            do point = geometry_->diagonal[direction][point];
            while (point != m && board_[point] == own());
            return point;
        };
        const int one_end = end_of_run(d);
        if (one_end == m || stone_after(one_end, m, effect) != passive()) continue;
        const int other_end = end_of_run(d + 1);
        if (other_end != one_end && stone_after(other_end, m, effect) == passive()) return true;
    }
    return false;
}

bool TorusPosition::would_be_surrounded(Move m, const Effect& effect) const {
    for (const auto& side : geometry_->side)
        if (board_[side[m]] != passive()) return false;
    for (const auto& side : geometry_->side)
        if (stone_after(side[m], m, effect) != passive()) return false;
    return true;
}

TorusPosition::Fault TorusPosition::fault_of(Move m) const {
    if (won_) return Fault::game_over;
    if (m < 0 || m >= rules_.num_points()) return Fault::no_point;
    if (board_[m] != empty) return Fault::occupied;
    Effect effect;
    find_captures(m, effect);
    if (surrounds(m, effect)) return Fault::none; // a winning move is always legal
    if (would_be_flanked(m, effect)) return Fault::flanked;
    if (would_be_surrounded(m, effect)) return Fault::surrounded;
    return history_.contains(board_hash_after(m, effect)) ? Fault::superko : Fault::none;
}

const char* TorusPosition::why_illegal(Move m) const {
    switch (fault_of(m)) {
    case Fault::game_over:
        return "the game is over";
    case Fault::no_point:
        return "there is no such point";
    case Fault::occupied:
        return "the point is occupied";
    case Fault::flanked:
        return "the stone would be captured at once";
    case Fault::surrounded:
        return "the stone would be surrounded";
    case Fault::superko:
        return "it would repeat an earlier board (superko)";
    default:
        return nullptr;
    }
}

void TorusPosition::play(Move m) {
    Effect effect;
    find_captures(m, effect);
    won_ = surrounds(m, effect);
    board_[m] = own();
    board_hash_ ^= key(own(), m);
    empty_points_.erase(m);
    --num_empty_;
    for (int i = 0; i < effect.num_captured; ++i) {
        const int point = effect.captured[i];
        if (board_[point] == empty) continue; // reached along two diagonals
        board_[point] = empty;
        board_hash_ ^= key(passive(), point);
        empty_points_.insert(point);
        ++num_empty_;
    }
    history_.push(board_hash_);
    moves_.push(static_cast<std::int16_t>(m));
    to_move_ = other(to_move_);
}

// The legal moves --------------------------------------------------------------------------------

void TorusPosition::legal_moves(MoveList& moves) const {
    if (won_) return;
    empty_points_.for_each([&](int point) {
        if (is_legal(point)) moves.push(point);
    });
}

bool TorusPosition::has_legal_move() const {
    bool found = false;
    empty_points_.for_each([&](int point) { found = found || is_legal(point); });
    return found;
}

Move TorusPosition::random_move(Rng& rng) const {
    if (won_) return no_move;
    BitSet<6> candidates = empty_points_;
    for (int left = num_empty_; left > 0; --left) {
        const int point = candidates.select(rng.below(left));
        if (is_legal(point)) return point;
        candidates.erase(point);
    }
    return no_move;
}

Outcome TorusPosition::outcome() const {
    return Outcome::won_by(other(to_move_), won_ ? "a stone is surrounded" : "no legal move");
}

// Views ------------------------------------------------------------------------------------------

std::vector<std::int8_t> TorusPosition::board() const {
    std::vector<std::int8_t> stones(rules_.num_points());
    for (std::size_t i = 0; i < stones.size(); ++i)
        stones[i] = static_cast<std::int8_t>(board_[i] - 1);
    return stones;
}

std::vector<int> TorusPosition::captures_of(Move m) const {
    std::vector<int> captured;
    if (won_ || m < 0 || m >= rules_.num_points() || board_[m] != empty) return captured;
    Effect effect;
    find_captures(m, effect);
    BitSet<6> seen;
    for (int i = 0; i < effect.num_captured; ++i) seen.insert(effect.captured[i]);
    seen.for_each([&](int point) { captured.push_back(point); });
    return captured;
}

bool TorusPosition::wins(Move m) const {
    if (won_ || m < 0 || m >= rules_.num_points() || board_[m] != empty) return false;
    Effect effect;
    find_captures(m, effect);
    return surrounds(m, effect);
}

TorusPosition TorusPosition::transformed(int s) const {
    TorusPosition image(rules_);
    if (setup_) {
        TorusSetup turned{std::vector<std::int8_t>(setup_->stones.size()), setup_->to_move};
        for (int point = 0; point < rules_.num_points(); ++point)
            turned.stones[rules_.cell_under(s, point)] = setup_->stones[point];
        image = TorusPosition(rules_, turned);
    }
    for (Move m : moves_.to_vector()) image.play(rules_.move_under(s, m));
    return image;
}

void TorusPosition::encode(float* planes) const {
    const int points = rules_.num_points();
    std::fill(planes, planes + TorusRules::num_channels * points, 0.0F);
    for (int point = 0; point < points; ++point) {
        if (board_[point] == own()) planes[point] = 1;
        if (board_[point] == passive()) planes[points + point] = 1;
        if (!is_legal(point)) planes[3 * points + point] = 1;
    }
    if (moves_.size() > 0) planes[2 * points + moves_.back()] = 1;
}

} // namespace tesuji
