#include "board.hpp"

#include <memory>
#include <mutex>

namespace tesuji::monomial {

namespace {

using Variant = GomokuRules::Variant;

constexpr std::array<std::array<int, 2>, 4> steps{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};

} // namespace

// --- geometry ---

const MonomialMap& MonomialMap::of(int size) {
    static std::array<std::unique_ptr<const MonomialMap>, max_gomoku_size + 1> maps;
    static std::array<std::once_flag, max_gomoku_size + 1> once;
    const auto at = static_cast<std::size_t>(size);
    std::call_once(once[at], [&] { maps[at].reset(new MonomialMap(size)); });
    return *maps[at];
}

MonomialMap::MonomialMap(int size) : size_(size) {
    for (int point = 0; point < num_points(); ++point)
        for (int orientation = 0; orientation < 4; ++orientation)
            for (int offset = -window; offset <= window; ++offset)
                neighbours_[point][orientation][offset + window] =
                    static_cast<std::int16_t>(step(point, orientation, offset));
    for (int orientation = 0; orientation < 4; ++orientation)
        for (int point = 0; point < num_points(); ++point) {
            if (neighbour(point, orientation, window - 1) == off_board) continue;
            Monomial monomial{};
            monomial.orientation = static_cast<std::int8_t>(orientation);
            const auto number = static_cast<std::int16_t>(monomials_.size());
            for (int i = 0; i < window; ++i) {
                const int covered = neighbour(point, orientation, i);
                monomial.points[i] = static_cast<std::int16_t>(covered);
                covers_[covered].push_back({number, static_cast<std::int8_t>(i)});
            }
            for (int end = 0; end < 2; ++end) {
                const int beside = neighbour(point, orientation, end == 0 ? -1 : window);
                monomial.ends[end] = static_cast<std::int16_t>(beside);
                if (beside != off_board)
                    ends_[beside].push_back({number, static_cast<std::int8_t>(end)});
            }
            monomials_.push_back(monomial);
        }
}

int MonomialMap::step(int point, int orientation, int offset) const {
    const int row = point / size_ + offset * steps[orientation][0];
    const int column = point % size_ + offset * steps[orientation][1];
    if (row < 0 || row >= size_ || column < 0 || column >= size_) return off_board;
    return row * size_ + column;
}

std::array<int, 2> MonomialMap::room(int point, int orientation) const {
    std::array<int, 2> free{0, 0};
    for (int side = 0; side < 2; ++side) {
        const int sign = side == 0 ? -1 : 1;
        while (step(point, orientation, sign * (free[side] + 1)) != off_board) ++free[side];
    }
    return free;
}

// --- the board ---

template <int Version>
MonomialBoard<Version>::MonomialBoard(const GomokuRules& rules)
    : free_(BitSet<8>::first_n(rules.num_points())),
      num_free_(static_cast<std::int16_t>(rules.num_points())),
      exact_{rules.variant == Variant::standard || rules.variant == Variant::renju,
             rules.variant == Variant::standard},
      rules_(rules), map_(&MonomialMap::of(rules.size)), lines_(&LineMap::of(rules.size)) {
    for (auto& states : state_) states.fill(dead_state);
    for (int colour = 0; colour < 2; ++colour)
        for (int m = 0; m < map_->num_monomials(); ++m) {
            const auto& ends = map_->monomial(m).ends;
            const int closed = (ends[0] == off_board ? 1 : 0) | (ends[1] == off_board ? 2 : 0);
            change(colour, m, state_index(0, closed));
        }
    if constexpr (has_points) {
        for (auto& points : configs_)
            for (int point = 0; point < map_->num_points(); ++point)
                for (int orientation = 0; orientation < 4; ++orientation) {
                    const auto room = map_->room(point, orientation);
                    points[point][orientation] =
                        static_cast<std::int16_t>(PointTable::get().initial(room[0], room[1]));
                }
    }
}

template <int Version>
MonomialBoard<Version>::MonomialBoard(const GomokuPosition& position)
    : MonomialBoard(position.rules()) {
    for (int point = 0; point < rules_.num_points(); ++point)
        if (const int stone = position.stone_at(point); stone >= 0) play(point, stone);
}

template <int Version>
bool MonomialBoard<Version>::play(int point, int colour) {
    const int opponent = 1 - colour;
    bool won = false;
    free_.erase(point);
    --num_free_;
    stones_[colour].place(lines_->at(point));
    for (const auto [m, place] : map_->covers(point)) {
        if (state_[colour][m] != dead_state) {
            const int to = state_[colour][m] | 4 << place;
            change(colour, m, to);
            won |= to >> 2 == 31;
        }
        if (state_[opponent][m] != dead_state) change(opponent, m, dead_state);
    }
    for (const auto [m, end] : map_->ends(point)) {
        if (exact_[colour] && state_[colour][m] != dead_state) change(colour, m, dead_state);
        if (state_[opponent][m] == dead_state) continue;
        int to = state_[opponent][m] | 1 << end;
        // In caro a five between two stones of the other side does not win; the edge is no stone.
        if (rules_.variant == Variant::caro && (to & 3) == 3 &&
            map_->monomial(m).ends[1 - end] != off_board)
            to = dead_state;
        change(opponent, m, to);
    }
    if constexpr (has_points) change_configs(point, colour);
    return won;
}

/// newValue(q) = oldValue(q) + newScore(m) - oldScore(m) for the points q of the monomial.
template <int Version>
void MonomialBoard<Version>::change(int colour, int monomial, int to) {
    const StateRow& before = state_table()[state_[colour][monomial]];
    const StateRow& after = state_table()[to];
    state_[colour][monomial] = static_cast<std::uint8_t>(to);
    const int difference =
        has_points ? after.score - before.score : after.rank_weight - before.rank_weight;
    if (difference != 0)
        for (const int point : map_->monomial(monomial).points)
            value_[colour][point] = static_cast<std::int16_t>(value_[colour][point] + difference);
    if (before.rank == after.rank) return;
    if (before.rank >= 0 && before.rank < num_buckets) {
        buckets_[colour][before.rank].erase(monomial);
        --counts_[colour][before.rank];
    }
    if (after.rank >= 0 && after.rank < num_buckets) {
        buckets_[colour][after.rank].insert(monomial);
        ++counts_[colour][after.rank];
    }
}

template <int Version>
void MonomialBoard<Version>::change_configs(int point, int colour)
    requires has_points
{
    const PointTable& table = PointTable::get();
    for (int orientation = 0; orientation < 4; ++orientation) {
        for (int offset = -5; offset <= 5; ++offset) {
            if (offset == 0) continue;
            const int other = map_->neighbour(point, orientation, offset);
            if (other == off_board) continue;
            const int seen_at = neighbour_index(-offset); // where the stone is, seen from there
            for (int owner = 0; owner < 2; ++owner) {
                std::int16_t& id = configs_[owner][other][orientation];
                id = table.row(id).next[owner == colour ? 0 : 1][seen_at];
            }
        }
        configs_[0][point][orientation] = configs_[1][point][orientation] = PointTable::dead;
    }
}

template class MonomialBoard<1>;
template class MonomialBoard<2>;

} // namespace tesuji::monomial
