#include "features.hpp"

#include "ladders.hpp"
#include "pass_alive.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace tesuji::katago {

namespace {

constexpr int num_recent_moves = 5;
constexpr double largest_komi_beyond_area = 20;

/// The boards before the last two moves, the last move, and now, under simple ko.
struct RecentBoards {
    std::vector<GoPosition> boards; ///< the newest last

    /// The board `age` moves ago, or the oldest one there is.
    const GoPosition& ago(int age) const {
        const auto newest = static_cast<int>(boards.size()) - 1;
        return boards[static_cast<std::size_t>(std::max(newest - age, 0))];
    }
};

/// Replays the game: a position keeps its moves, not its boards. That takes microseconds, and
/// asking a network takes milliseconds.
RecentBoards recent_boards(const GoPosition& position) {
    GoRules rules = position.rules();
    rules.ko = GoRules::Ko::simple;
    GoPosition board = position.setup() ? GoPosition(rules, *position.setup()) : GoPosition(rules);
    const std::vector<std::int16_t> moves = position.moves();
    RecentBoards recent;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i + 2 >= moves.size()) recent.boards.push_back(board);
        board.play(moves[i]);
    }
    recent.boards.push_back(std::move(board));
    return recent;
}

/// Peaks half a point above a komi that allows a draw, and is lowest half a point below it.
float komi_wave(double komi, int num_points) {
    const bool draws_at_even = num_points % 2 == 0;
    const double lowest =
        draws_at_even ? std::floor(komi / 2) * 2 : std::floor((komi - 1) / 2) * 2 + 1;
    const double above = std::clamp(komi - lowest, 0.0, 2.0);
    if (above < 0.5) return static_cast<float>(above);
    return static_cast<float>(above < 1.5 ? 1 - above : above - 2);
}

class Encoder {
  public:
    Encoder(const GoPosition& position, const Options& options, float* planes, float* globals)
        : position_(position), options_(options), planes_(planes), globals_(globals),
          num_points_(position.rules().num_points()), mover_(index(position.to_move())) {
        std::fill_n(planes_, num_planes * num_points_, 0.0F);
        std::fill_n(globals_, num_globals, 0.0F);
    }

    void write() {
        const bool passed = position_.last_move() == position_.rules().pass();
        const bool area = position_.rules().scoring == GoRules::Scoring::area;
        const bool hides_pass = passed && area && options_.friendly_pass;
        const RecentBoards recent = recent_boards(position_);
        write_stones();
        const int known = hides_pass ? 0 : write_moves();
        write_ladders(recent, known);
        if (area) write_area();
        write_rules();
        globals_[14] = passed && !hides_pass ? 1.0F : 0.0F;
    }

  private:
    float* plane(int channel) const { return planes_ + channel * num_points_; }

    void write_stones() {
        std::fill_n(plane(0), num_points_, 1.0F);
        for (int point = 0; point < num_points_; ++point) {
            const int stone = position_.stone_at(point);
            if (stone < 0) continue;
            plane(stone == mover_ ? 1 : 2)[point] = 1.0F;
            const int liberties = position_.liberties(point);
            if (liberties <= 3) plane(2 + liberties)[point] = 1.0F;
        }
        for (const int point : position_.ko_banned()) plane(6)[point] = 1.0F;
    }

    /// Returns how many moves there were to show.
    int write_moves() {
        const std::vector<std::int16_t> moves = position_.moves();
        const int shown = std::min(static_cast<int>(moves.size()), num_recent_moves);
        for (int age = 0; age < shown; ++age) {
            const int move = moves[moves.size() - 1 - static_cast<std::size_t>(age)];
            if (move == position_.rules().pass())
                globals_[age] = 1.0F;
            else
                plane(9 + age)[move] = 1.0F;
        }
        return shown;
    }

    void write_ladders(const RecentBoards& recent, int known_moves) {
        for (int age = 0; age < 3; ++age) {
            const GoPosition& board = recent.ago(std::min(age, known_moves));
            const Ladders ladders = read_ladders(board, board.simple_ko());
            for (const Ladders::Caught& chain : ladders.chains) {
                for (const int stone : chain.stones) plane(14 + age)[stone] = 1.0F;
                if (age > 0 || chain.colour == mover_) continue;
                for (const int move : chain.starts) plane(17)[move] = 1.0F;
            }
        }
    }

    void write_area() {
        const std::vector<std::int8_t> owner = pass_alive_area(position_, options_.suicide);
        for (int point = 0; point < num_points_; ++point) {
            const int whose = owner[static_cast<std::size_t>(point)];
            if (whose >= 0) plane(whose == mover_ ? 18 : 19)[point] = 1.0F;
        }
    }

    void write_rules() {
        const GoRules& rules = position_.rules();
        const double most = num_points_ + largest_komi_beyond_area;
        const double komi = std::clamp(mover_ == 1 ? rules.komi : -rules.komi, -most, most);
        globals_[5] = static_cast<float>(komi / 20);
        if (rules.ko == GoRules::Ko::positional_superko) {
            globals_[6] = 1.0F;
            globals_[7] = 0.5F;
        }
        globals_[8] = options_.suicide ? 1.0F : 0.0F;
        if (rules.scoring == GoRules::Scoring::territory) {
            globals_[9] = 1.0F;
            globals_[10] = 1.0F;
        } else {
            globals_[18] = komi_wave(komi, num_points_);
        }
    }

    const GoPosition& position_;
    const Options& options_;
    float* planes_;
    float* globals_;
    int num_points_;
    int mover_;
};

} // namespace

void encode(const GoPosition& position, const Options& options, float* planes, float* globals) {
    Encoder(position, options, planes, globals).write();
}

void encode(const GoPosition& position, const Options& options, float* channels) {
    const int num_points = position.rules().num_points();
    std::array<float, num_globals> globals;
    encode(position, options, channels, globals.data());
    float* plane = channels + num_planes * num_points;
    for (const float number : globals) {
        std::fill_n(plane, num_points, number);
        plane += num_points;
    }
}

void Options::encode(const GoPosition& position, float* channels) const {
    katago::encode(position, *this, channels);
}

} // namespace tesuji::katago
