#include "go.hpp"

#include "games/contract.hpp"
#include "games/square_symmetry.hpp"

#include <cmath>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace tesuji {

static_assert(GameRules<GoRules>);
static_assert(GamePosition<GoPosition>);

namespace {

template <class... Parts>
std::string sentence(const Parts&... parts) {
    std::ostringstream text;
    (text << ... << parts);
    return text.str();
}

// --- keys of the hash ---

constexpr int num_stone_keys = 2 * GoRules::max_points;
constexpr int num_keys = num_stone_keys + GoRules::max_points + 2;
constexpr auto& keys = zobrist_keys<num_keys, 0x609a3e5eed>;

std::uint64_t stone_key(int point, int colour) {
    return keys[static_cast<std::size_t>(2 * point + colour)];
}
std::uint64_t ko_key(int point) {
    return keys[static_cast<std::size_t>(num_stone_keys + point)];
}
/// One pass and two must differ: after two the game is over.
std::uint64_t passes_key(int passes) {
    return keys[static_cast<std::size_t>(num_keys - passes)];
}

// --- geometry ---

GoGeometry make_geometry(int rows, int columns) {
    GoGeometry geometry{};
    const int edge = rows * columns;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const int point = row * columns + column;
            const std::array<int, 4> around = {
                row > 0 ? point - columns : edge,
                column > 0 ? point - 1 : edge,
                column + 1 < columns ? point + 1 : edge,
                row + 1 < rows ? point + columns : edge,
            };
            for (std::size_t i = 0; i < 4; ++i)
                geometry.neighbours[static_cast<std::size_t>(point)][i] =
                    static_cast<std::uint16_t>(around[i]);
        }
    }
    return geometry;
}

/// Built at the first use of a size and never destroyed, since positions keep pointers to it.
const GoGeometry* geometry_of(int rows, int columns) {
    static std::mutex guard;
    static auto* const known = new std::map<std::pair<int, int>, GoGeometry>;
    const std::lock_guard lock(guard);
    const auto [entry, is_new] = known->try_emplace({rows, columns});
    if (is_new) entry->second = make_geometry(rows, columns);
    return &entry->second;
}

// --- counting ---

struct Count {
    std::array<int, 2> stones{};
    std::array<int, 2> territory{};
};

/// Fills owner[num_points] from stones[num_points + 1] (the last entry stands for the edge).
Count count_board(const GoGeometry& geometry, int num_points, const std::int8_t* stones,
                  std::int8_t* owner) {
    constexpr std::int8_t nobody = -1;
    Count count;
    BitSet<6> seen;
    std::array<std::uint16_t, GoRules::max_points> region;
    for (int start = 0; start < num_points; ++start) {
        if (stones[start] >= 0) {
            owner[start] = stones[start];
            ++count.stones[static_cast<std::size_t>(stones[start])];
            continue;
        }
        if (seen.contains(start)) continue;
        // Walk the empty region, noting which of Black (1), White (2) and the edge (4) it meets:
        // the edge looks like a stone of a third colour.
        unsigned meets = 0;
        std::size_t size = 0;
        region[size++] = static_cast<std::uint16_t>(start);
        seen.insert(start);
        for (std::size_t i = 0; i < size; ++i) {
            for (const int near : geometry.neighbours[region[i]]) {
                if (stones[near] >= 0) {
                    meets |= 1U << stones[near];
                } else if (!seen.contains(near)) {
                    seen.insert(near);
                    region[size++] = static_cast<std::uint16_t>(near);
                }
            }
        }
        const unsigned colours = meets & 3U;
        const std::int8_t whose = colours == 1 ? 0 : colours == 2 ? 1 : nobody;
        for (std::size_t i = 0; i < size; ++i) owner[region[i]] = whose;
        if (whose >= 0) count.territory[static_cast<std::size_t>(whose)] += static_cast<int>(size);
    }
    return count;
}

/// Points of Black and of White, komi included.
std::pair<double, double> points_of(const GoRules& rules, const Count& count,
                                    const std::array<int, 2>& prisoners) {
    const auto& other_points = rules.scoring == GoRules::Scoring::area ? count.stones : prisoners;
    return {count.territory[0] + other_points[0],
            count.territory[1] + other_points[1] + rules.komi};
}

} // namespace

// --- rules ---

GoRules::GoRules(int rows_, int columns_, double komi_, Ko ko_, Scoring scoring_)
    : rows(rows_), columns(columns_), komi(komi_ + 0.0), // -0 becomes 0
      ko(ko_), scoring(scoring_) {
    check();
}

void GoRules::check() const {
    const auto fits = [](int side) { return side >= min_side && side <= max_side; };
    if (!fits(rows) || !fits(columns))
        throw BadSetup(sentence("a Go board has ", min_side, " to ", max_side,
                                " rows and columns, not ", rows, "x", columns));
    // The first test also catches a komi that is not a number.
    if (!(std::abs(komi) <= 1000) || komi * 2 != std::round(komi * 2))
        throw BadSetup(
            sentence("komi must be a multiple of 0.5 between -1000 and 1000, not ", komi));
}

PlaneShape GoRules::plane_shape() const {
    return {GoPosition::num_channels, rows, columns};
}

int GoRules::num_symmetries() const {
    return num_square_symmetries(rows, columns);
}

int GoRules::cell_under(int symmetry, int cell) const {
    return cell_under_square(symmetry, cell / columns, cell % columns, rows, columns);
}

Move GoRules::move_under(int symmetry, Move m) const {
    return m == pass() ? m : cell_under(symmetry, m);
}

std::vector<int> handicap_points(const GoRules& rules, int count) {
    if (rules.rows != rules.columns)
        throw BadSetup(sentence("fixed handicap is defined on square boards only, not on ",
                                rules.rows, "x", rules.columns));
    const int side = rules.rows;
    const int most = side < 7 ? 0 : side == 7 || side % 2 == 0 ? 4 : 9;
    if (most == 0)
        throw BadSetup(
            sentence("fixed handicap needs a board of at least 7x7, not ", side, "x", side));
    if (count < 2 || count > most)
        throw BadSetup(sentence("fixed handicap on ", side, "x", side, " is 2 to ", most,
                                " stones, not ", count));

    const int low = side >= 13 ? 3 : 2; // fourth line on large boards, third on small ones
    const int middle = side / 2;
    const int high = side - 1 - low;
    const auto at = [side](int row, int column) { return row * side + column; };
    std::vector<int> points = {at(high, low),    at(low, high),   at(low, low),
                               at(high, high),   at(middle, low), at(middle, high),
                               at(high, middle), at(low, middle)};
    points.resize(static_cast<std::size_t>(count < 8 ? count : 8));
    // The centre has a stone when the number is odd, from five on: always the last one.
    if (count >= 5 && count % 2 == 1) {
        if (count < 9) points.pop_back();
        points.push_back(at(middle, middle));
    }
    return points;
}

// --- starting positions ---

GoPosition::GoPosition(const GoRules& rules)
    : rules_(rules), geometry_((rules.check(), geometry_of(rules.rows, rules.columns))),
      num_points_(static_cast<std::int16_t>(rules.num_points())), num_empty_(num_points_),
      empty_(BitSet<6>::first_n(num_points_)), stones_(num_points_ + 1), points_(num_points_ + 1) {
    for (int point = 0; point <= num_points_; ++point) {
        stones_[point] = no_stone;
        points_[point] = {0, static_cast<std::uint16_t>(point), 0, 0, 0};
    }
    stones_[num_points_] = edge;
    if (rules_.ko == GoRules::Ko::positional_superko) history_.push(board_hash_);
}

GoPosition::GoPosition(const GoRules& rules, GoSetup setup) : GoPosition(rules) {
    if (setup.stones.size() != static_cast<std::size_t>(num_points_))
        throw BadSetup(sentence("a ", rules.rows, "x", rules.columns, " board has ", num_points_,
                                " points, but the set-up lists ", setup.stones.size()));
    if (setup.to_move != Player::first && setup.to_move != Player::second)
        throw BadSetup(sentence("the player to move must be 0 or 1, not ", index(setup.to_move)));
    for (const int taken : setup.prisoners)
        if (taken < 0) throw BadSetup(sentence("there cannot be ", taken, " prisoners"));

    for (int point = 0; point < num_points_; ++point) {
        const int colour = setup.stones[static_cast<std::size_t>(point)];
        if (colour < -1 || colour > 1)
            throw BadSetup(sentence("point ", point,
                                    " of the set-up must be -1 (empty), 0 (Black) or 1 (White), "
                                    "not ",
                                    colour));
        if (colour >= 0) put_stone(point, colour);
    }
    for (int point = 0; point < num_points_; ++point)
        if (stones_[point] >= 0 && points_[points_[point].head].chain_pseudo_liberties == 0)
            throw BadSetup(sentence("the chain at row ", point / rules.columns, ", column ",
                                    point % rules.columns, " of the set-up has no liberty"));

    to_move_ = setup.to_move;
    prisoners_ = setup.prisoners;
    if (rules_.ko == GoRules::Ko::positional_superko) {
        history_ = {}; // the empty board was never part of this game
        history_.push(board_hash_);
    }
    setup_ = std::make_shared<const GoSetup>(std::move(setup));
}

// --- legality ---

GoPosition::Effect GoPosition::effect_of(int point) const {
    const auto& near = geometry_->neighbours[static_cast<std::size_t>(point)];
    const int colour = index(to_move_);
    const std::array<int, 4> heads = {points_[near[0]].head, points_[near[1]].head,
                                      points_[near[2]].head, points_[near[3]].head};
    bool breathes = false;
    std::uint64_t after = board_hash_ ^ stone_key(point, colour);
    for (std::size_t i = 0; i < 4; ++i) {
        const int neighbour = stones_[near[i]];
        if (neighbour == no_stone) breathes = true;
        if (neighbour == no_stone || neighbour == edge) continue;
        // The stone takes the last liberty of a chain if all that are left are its own touches.
        int touches = 0;
        bool met_before = false;
        for (std::size_t j = 0; j < 4; ++j) touches += heads[j] == heads[i];
        for (std::size_t j = 0; j < i; ++j) met_before |= heads[j] == heads[i];
        const Point& chain = points_[heads[i]];
        const bool last_liberty = chain.chain_pseudo_liberties == touches;
        // Joining a chain that keeps a liberty, or capturing one, gives the stone a liberty.
        breathes |= last_liberty == (neighbour != colour);
        if (last_liberty && neighbour != colour && !met_before) after ^= chain.chain_hash;
    }
    return {!breathes, after};
}

bool GoPosition::breaks_ko(int point, const Effect& effect) const {
    return rules_.ko == GoRules::Ko::simple ? point == ko_point_
                                            : history_.contains(effect.board_hash);
}

bool GoPosition::can_play(int point) const {
    const Effect effect = effect_of(point);
    return !effect.suicide && !breaks_ko(point, effect);
}

bool GoPosition::is_legal(Move m) const {
    if (is_over()) return false;
    if (m == num_points_) return true;
    return is_on_board(m) && stones_[m] == no_stone && can_play(m);
}

GoPosition::Fault GoPosition::fault_of(Move m) const {
    if (is_over()) return Fault::game_over;
    if (m == num_points_) return Fault::none;
    if (!is_on_board(m)) return Fault::no_point;
    if (stones_[m] != no_stone) return Fault::occupied;
    const Effect effect = effect_of(m);
    if (effect.suicide) return Fault::suicide;
    if (!breaks_ko(m, effect)) return Fault::none;
    return rules_.ko == GoRules::Ko::simple ? Fault::ko : Fault::superko;
}

const char* GoPosition::why_illegal(Move m) const {
    switch (fault_of(m)) {
    case Fault::game_over:
        return "the game is over";
    case Fault::no_point:
        return "there is no such point";
    case Fault::occupied:
        return "the point is occupied";
    case Fault::suicide:
        return "it would be suicide";
    case Fault::ko:
        return "it would retake the ko at once";
    case Fault::superko:
        return "it would repeat an earlier board (superko)";
    default:
        return nullptr;
    }
}

void GoPosition::legal_moves(MoveList& moves) const {
    if (is_over()) return;
    empty_.for_each([&](int point) {
        if (can_play(point)) moves.push(point);
    });
    moves.push(num_points_);
}

Move GoPosition::random_move(Rng& rng) const {
    if (is_over()) return no_move;
    // Drawing again after an illegal point keeps the legal moves equally likely, and pass, which
    // is always legal, brings the loop to an end.
    for (;;) {
        const int k = rng.below(num_empty_ + 1);
        if (k == num_empty_) return num_points_;
        const int point = empty_.select(k);
        if (can_play(point)) return point;
    }
}

std::vector<int> GoPosition::ko_banned() const {
    std::vector<int> banned;
    if (is_over()) return banned;
    empty_.for_each([&](int point) {
        const Effect effect = effect_of(point);
        if (!effect.suicide && breaks_ko(point, effect)) banned.push_back(point);
    });
    return banned;
}

// --- playing ---

// Captures with chains that are kept up to date; placing.hpp has the other way, and explains why
// there are two.
void GoPosition::play(Move m) {
    const int colour = index(to_move_);
    moves_.push(static_cast<std::int16_t>(m));
    ko_point_ = -1;
    to_move_ = other(to_move_);
    if (m == num_points_) {
        ++passes_;
        return;
    }
    passes_ = 0;
    put_stone(m, colour);

    int num_taken = 0;
    int last_taken = -1;
    for (const int near : geometry_->neighbours[static_cast<std::size_t>(m)]) {
        if (stones_[near] != 1 - colour) continue;
        const int head = points_[near].head;
        if (points_[head].chain_pseudo_liberties != 0) continue;
        num_taken += points_[head].chain_size;
        last_taken = near;
        remove_chain(head);
    }
    prisoners_[static_cast<std::size_t>(colour)] += num_taken;

    if (rules_.ko == GoRules::Ko::positional_superko) {
        history_.push(board_hash_);
    } else if (num_taken == 1) {
        // The lone stone that took a lone stone could itself be taken there: a ko.
        const Point& chain = points_[points_[m].head];
        if (chain.chain_size == 1 && chain.chain_pseudo_liberties == 1)
            ko_point_ = static_cast<std::int16_t>(last_taken);
    }
}

/// Adds a stone and joins it to its neighbours; captures are the caller's affair.
void GoPosition::put_stone(int point, int colour) {
    const auto& near = geometry_->neighbours[static_cast<std::size_t>(point)];
    const std::uint64_t key = stone_key(point, colour);
    board_hash_ ^= key;
    stones_[point] = static_cast<std::int8_t>(colour);
    empty_.erase(point);
    --num_empty_;

    int free_neighbours = 0;
    for (const int q : near) {
        free_neighbours += stones_[q] == no_stone;
        --points_[points_[q].head].chain_pseudo_liberties;
    }
    const auto here = static_cast<std::uint16_t>(point);
    points_[point] = {key, here, here, static_cast<std::uint16_t>(free_neighbours), 1};
    for (const int q : near)
        if (stones_[q] == colour && points_[q].head != points_[point].head)
            join_chains(points_[q].head, points_[point].head);
}

/// Joins the chains with heads `a` and `b`; the stones of the smaller one get a new head, so that
/// no stone changes its head more than a few times in its life.
void GoPosition::join_chains(int a, int b) {
    if (points_[a].chain_size < points_[b].chain_size) std::swap(a, b);
    Point& kept = points_[a];
    Point& gone = points_[b];
    kept.chain_hash ^= gone.chain_hash;
    kept.chain_size = static_cast<std::uint16_t>(kept.chain_size + gone.chain_size);
    kept.chain_pseudo_liberties =
        static_cast<std::uint16_t>(kept.chain_pseudo_liberties + gone.chain_pseudo_liberties);
    int stone = b;
    do {
        points_[stone].head = static_cast<std::uint16_t>(a);
        stone = points_[stone].next;
    } while (stone != b);
    std::swap(kept.next, gone.next); // makes one circle of two
}

void GoPosition::remove_chain(int head) {
    board_hash_ ^= points_[head].chain_hash;
    num_empty_ = static_cast<std::int16_t>(num_empty_ + points_[head].chain_size);
    int stone = head;
    do {
        stones_[stone] = no_stone;
        empty_.insert(stone);
        for (const int near : geometry_->neighbours[static_cast<std::size_t>(stone)])
            ++points_[points_[near].head].chain_pseudo_liberties;
        points_[stone].head = static_cast<std::uint16_t>(stone);
        stone = points_[stone].next;
    } while (stone != head);
}

// --- outcome ---

Outcome GoPosition::outcome() const {
    std::array<std::int8_t, GoRules::max_points> owner;
    const Count count = count_board(*geometry_, num_points_, stones_.begin(), owner.data());
    const auto [black, white] = points_of(rules_, count, prisoners_);
    return Outcome::from_margin(static_cast<float>(black - white), "two passes");
}

GoScore GoPosition::score(std::span<const int> dead) const {
    auto living = stones_;
    auto prisoners = prisoners_;
    for (const int point : dead) {
        if (!is_on_board(point)) throw BadSetup(sentence("there is no point ", point));
        if (stones_[point] == no_stone)
            throw BadSetup(sentence("no stone stands on point ", point, ", so none is dead there"));
        if (living[point] == no_stone) continue; // named twice
        ++prisoners[static_cast<std::size_t>(1 - living[point])];
        living[point] = no_stone;
    }
    GoScore score;
    score.owner.resize(static_cast<std::size_t>(num_points_));
    const Count count = count_board(*geometry_, num_points_, living.begin(), score.owner.data());
    std::tie(score.black, score.white) = points_of(rules_, count, prisoners);
    return score;
}

// --- views ---

std::uint64_t GoPosition::hash() const {
    std::uint64_t h = board_hash_;
    if (to_move_ == Player::second) h ^= second_to_move_key;
    if (passes_ > 0) h ^= passes_key(passes_);
    if (ko_point_ >= 0) h ^= ko_key(ko_point_);
    if (const int lead = prisoner_lead()) {
        auto state = static_cast<std::uint64_t>(lead);
        h ^= Rng::splitmix(state);
    }
    return h;
}

bool GoPosition::operator==(const GoPosition& other) const {
    return rules_ == other.rules_ && to_move_ == other.to_move_ && passes_ == other.passes_ &&
           ko_point_ == other.ko_point_ && prisoner_lead() == other.prisoner_lead() &&
           stones_ == other.stones_;
}

GoPosition GoPosition::transformed(int symmetry) const {
    // Replaying also turns the boards that superko remembers.
    GoPosition turned = [&] {
        if (!setup_) return GoPosition(rules_);
        GoSetup start = *setup_;
        for (int point = 0; point < num_points_; ++point)
            start.stones[static_cast<std::size_t>(rules_.cell_under(symmetry, point))] =
                setup_->stones[static_cast<std::size_t>(point)];
        return GoPosition(rules_, std::move(start));
    }();
    for (const int m : moves()) turned.play(rules_.move_under(symmetry, m));
    return turned;
}

void GoPosition::encode(float* planes) const {
    const int n = num_points_;
    const auto plane = [&](int channel) { return planes + channel * n; };
    std::fill_n(planes, num_channels * n, 0.0F);

    std::fill_n(plane(0), n, 1.0F);
    for (int point = 0; point < n; ++point) {
        if (stones_[point] == no_stone) continue;
        plane(stones_[point] == index(to_move_) ? 1 : 2)[point] = 1.0F;
        if (points_[point].head != point) continue;
        const int liberties = true_liberties(point, 4);
        if (liberties > 3) continue;
        int stone = point;
        do {
            plane(2 + liberties)[stone] = 1.0F;
            stone = points_[stone].next;
        } while (stone != point);
    }
    for (const int point : ko_banned()) plane(6)[point] = 1.0F;

    for (int age = 0; age < 2 && age < moves_.size(); ++age) {
        const int m = moves_.from_end(age);
        if (m < n) plane(7 + age)[m] = 1.0F;
    }
    if (passes_ > 0) std::fill_n(plane(9), n, 1.0F);
    const double komi = to_move_ == Player::second ? rules_.komi : -rules_.komi;
    std::fill_n(plane(10), n, static_cast<float>(komi / 15));
}

/// The liberties of a chain, or `at_most` when it has more.
int GoPosition::true_liberties(int head, int at_most) const {
    // No empty point can touch a chain more than four times.
    if (points_[head].chain_pseudo_liberties > 4 * (at_most - 1)) return at_most;
    BitSet<6> counted;
    int count = 0;
    int stone = head;
    do {
        for (const int near : geometry_->neighbours[static_cast<std::size_t>(stone)]) {
            if (stones_[near] != no_stone || counted.contains(near)) continue;
            counted.insert(near);
            if (++count == at_most) return count;
        }
        stone = points_[stone].next;
    } while (stone != head);
    return count;
}

void GoPosition::require_on_board(int point) const {
    if (!is_on_board(point))
        throw std::out_of_range(sentence("there is no point ", point, " on a ", rules_.rows, "x",
                                         rules_.columns, " board"));
}

int GoPosition::stone_at(int point) const {
    require_on_board(point);
    return stones_[point];
}

std::vector<std::int8_t> GoPosition::board() const {
    return {stones_.begin(), stones_.begin() + num_points_};
}

int GoPosition::liberties(int point) const {
    if (stone_at(point) == no_stone) return 0;
    return true_liberties(points_[point].head, GoRules::max_points);
}

std::vector<int> GoPosition::chain(int point) const {
    std::vector<int> stones;
    if (stone_at(point) == no_stone) return stones;
    int stone = point;
    do {
        stones.push_back(stone);
        stone = points_[stone].next;
    } while (stone != point);
    std::sort(stones.begin(), stones.end());
    return stones;
}

} // namespace tesuji
