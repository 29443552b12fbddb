// The pattern player: saves and captures stones, reads ladders, and otherwise plays the shapes that
// it knows where they gain territory.
#pragma once

#include "naive_player.hpp"
#include "pattern_memory.hpp"
#include "patterns.hpp"
#include "reading_tree.hpp"
#include "tactics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::evolution {

/// The weights of the pattern player, in units of about half a stone.
struct PatternWeights {
    float capture = 9.0F;      ///< a chain that would otherwise get away
    float capture_dead = 0.0F; ///< a chain that is lost anyway
    float save = 9.0F;         ///< an own chain in atari
    float ladder = 7.0F;       ///< the move that makes a chain fall to a ladder
    float guard = 7.0F;        ///< the move that keeps an own chain from it
    float per_stone = 2.5F;    ///< of a chain that these are about
    float atari = 0.5F;        ///< a threat that can be answered
    float patterns = 0.6F;     ///< times the worth of the patterns
    float ground = 1.0F;       ///< a point more that is nearer to own stones
    float most_ground = 12.0F; ///< points that count: on an empty board every move gains many
    float liberties = 0.9F;    ///< a liberty of the stone played, up to four
    float self_atari = 4.0F;   ///< the fault of a stone that can be taken at once
    float first_line = 1.5F;   ///< the fault of a stone on the edge without need
    float nearness = 1.0F;     ///< a move next to the last one
    float chance = 0.4F;       ///< breadth of the random part

    /// On small boards the first moves decide, so that all of the territory they gain counts.
    static PatternWeights for_board(int num_points) {
        PatternWeights weights;
        if (num_points <= small_board) weights.most_ground = 2.0F * small_board;
        return weights;
    }
    static constexpr int small_board = 49;
};

template <int Words>
class PatternPlayer {
  public:
    using Points = PointSet<Words>;
    using Board = BitGo<Words>;

    explicit PatternPlayer(const PatternWeights& weights, const ReadingOptions& reading = {})
        : weights_(weights), reading_(reading) {}

    /// Caches evaluations of positions, which changes none of its moves. Only for a player that is
    /// asked about boards of one shape, and always allowed all legal points.
    void remember(int num_points) { memory_ = std::make_shared<PatternMemory<Words>>(num_points); }

    /// `allowed` are the points that may be played; `last` is the opponent's last move or no_move.
    Move choose(const Board& board, const Points& allowed, Move last, Rng& rng) const {
        const bool reads = reading_.readings > 0;
        const auto best = suggestions(board, allowed, last, reads ? most_read : 1, rng);
        if (best.empty()) return board.pass();
        if (!reads) return best.front().move;
        const auto suggest = [&](const Board& later, Move before) {
            return suggestions(later, later.legal_points(), before, most_read, rng);
        };
        ReadingTree<Words, decltype(suggest)> tree(reading_, suggest);
        return tree.best_move(board, best, last, rng);
    }

    /// What a move is worth without its random part; moves worth nothing are not played.
    float worth_of(const Board& board, int at, Move last) const {
        const Survey survey(board);
        const Outline outline(weights_, board, survey, at, last);
        return judge(board, survey, outline, read);
    }

  private:
    struct Survey;
    struct Candidate;

    /// The number of moves to read, in every position.
    static constexpr int most_read = 10;

    /// The `room` best moves that are worth anything, the best one first.
    std::vector<Suggestion> suggestions(const Board& board, const Points& allowed, Move last,
                                        std::size_t room, Rng& rng) const {
        std::optional<Survey> survey;
        std::vector<Thought> thoughts;
        bool learned = false;
        if (!memory_ || !memory_->recall(board, last, thoughts)) {
            thoughts = first_thoughts(board, survey.emplace(board), allowed, last);
            learned = true;
        }
        std::vector<Candidate> candidates;
        candidates.reserve(thoughts.size());
        for (Thought& thought : thoughts) {
            const float chance = weights_.chance * static_cast<float>(rng.uniform());
            if (thought.hoped + chance > 0)
                candidates.push_back({&thought, chance, thought.hoped + chance});
        }
        // Reading ladders takes most of the time: the most promising moves are read first, and
        // those that cannot be better are not read.
        const auto less_hopeful = [](const Candidate& a, const Candidate& b) {
            return a.hoped < b.hoped;
        };
        std::vector<Suggestion> best;
        const auto least = [&] { return best.size() < room ? 0.0F : best.back().worth; };
        while (!candidates.empty()) {
            const auto next = std::max_element(candidates.begin(), candidates.end(), less_hopeful);
            if (next->hoped <= least()) break;
            Thought& thought = *next->thought;
            if (std::isnan(thought.worth)) {
                if (!survey) survey.emplace(board);
                const Outline outline(weights_, board, *survey, thought.at, last);
                thought.worth = judge(board, *survey, outline, read);
                learned = true;
            }
            const float worth = thought.worth + next->chance;
            if (worth > least()) {
                if (best.size() == room) best.pop_back();
                const auto below = std::find_if(best.begin(), best.end(),
                                                [&](const auto& one) { return one.worth < worth; });
                best.insert(below, {thought.at, worth});
            }
            *next = candidates.back();
            candidates.pop_back();
        }
        if (memory_ && learned) memory_->keep(board, last, thoughts);
        return best;
    }

    /// The moves that may be worth something, not read yet.
    std::vector<Thought> first_thoughts(const Board& board, const Survey& survey,
                                        const Points& allowed, Move last) const {
        const Points settled = settled_ground(board);
        std::vector<Thought> thoughts;
        thoughts.reserve(static_cast<std::size_t>(allowed.size()));
        allowed.for_each([&](int at) {
            if (is_eye(board, at, board.to_move())) return;
            if (settled.contains(at) && !survey.is_urgent(at)) return;
            const Outline outline(weights_, board, survey, at, last);
            thoughts.push_back(
                {at, judge(board, survey, outline, hope), std::numeric_limits<float>::quiet_NaN()});
        });
        return thoughts;
    }

    /// Empty points that only own stones surround, once both sides are on the board.
    static Points settled_ground(const Board& board) {
        const Points land = board.territory()[static_cast<std::size_t>(board.to_move())];
        const bool opened = board.theirs().any() && 2 * land.size() < board.shape().num_points;
        return opened ? land : Points{};
    }

    /// What every move needs to know: above all the chains that can be captured or saved.
    struct Survey {
        struct Entry {
            Chain<Words> chain;
            bool lost; ///< in atari: cannot get away; with two liberties: falls to a ladder
        };
        std::vector<Entry> own;
        std::vector<Entry> theirs;
        std::vector<Chain<Words>> groups; ///< all own chains
        Points takes;                     ///< where enemy stones can be taken
        BoardSigns signs;
        int ground; ///< points by which the player to move is ahead, each counted for the nearer
                    ///< colour

        /// Whether a move at `at` touches a chain in danger.
        bool is_urgent(int at) const {
            const auto touches = [at](const Entry& e) { return e.chain.liberties.contains(at); };
            return std::any_of(own.begin(), own.end(), touches) ||
                   std::any_of(theirs.begin(), theirs.end(), touches);
        }

        explicit Survey(const Board& board) : signs(board), ground(lead(board, board.to_move())) {
            const int me = board.to_move();
            Board passed = board;
            passed.play(board.pass());
            for_each_chain(board, board.own(), me, [&](const Chain<Words>& chain) {
                groups.push_back(chain);
                if (chain.num_liberties == 1)
                    own.push_back({chain, !can_escape(board, chain.point)});
                else if (chain.num_liberties == 2)
                    own.push_back({chain, can_capture(passed, chain.point)});
            });
            for_each_chain(board, board.theirs(), 1 - me, [&](const Chain<Words>& chain) {
                if (chain.num_liberties == 1) {
                    theirs.push_back({chain, !can_escape(passed, chain.point)});
                    takes |= chain.liberties;
                } else if (chain.num_liberties == 2)
                    theirs.push_back({chain, false});
            });
        }
    };

    static int lead(const Board& board, int colour) {
        const auto held = nearer_points(board);
        const int black = held[0].size() - held[1].size();
        return colour == 0 ? black : -black;
    }

    /// Whether the effect of a move on chains is read out, or assumed to be the best for the
    /// player.
    enum Reading { read, hope };

    /// A move, the board after it, and all of its worth that needs no reading.
    struct Outline {
        int at;
        bool captures;
        Board after;
        int stones;    ///< of the chain that it makes
        int liberties; ///< of that chain
        float shape;
        float ground;
        float breath;
        float edge;
        float nearness;

        Outline(const PatternWeights& w, const Board& board, const Survey& survey, int at_,
                Move last)
            : at(at_), captures(survey.takes.contains(at_)), after(board) {
            if (captures)
                after.play(at);
            else
                after.place(at);
            Points chain = Points::of(at);
            for (const auto& group : survey.groups)
                if (group.liberties.contains(at)) chain |= group.stones;
            stones = chain.size();
            liberties = after.liberties(chain).size();
            const auto& square = board.shape();
            const int row = at / square.columns;
            const int column = at % square.columns;
            shape = w.patterns * PatternBook::instance().worth(survey.signs, row, column);
            const int gained = lead(after, board.to_move()) - survey.ground;
            ground = w.ground * std::min(static_cast<float>(gained), w.most_ground);
            breath = w.liberties * static_cast<float>(std::min(liberties, 4));
            const bool outermost =
                row == 0 || column == 0 || row == square.rows - 1 || column == square.columns - 1;
            edge = outermost ? w.first_line : 0.0F;
            const bool near = last >= 0 && last < board.pass() &&
                              std::abs(last / square.columns - row) <= 1 &&
                              std::abs(last % square.columns - column) <= 1;
            nearness = near ? w.nearness : 0.0F;
        }
    };

    struct Candidate {
        Thought* thought;
        float chance; ///< the random part of its worth
        float hoped;  ///< what it is worth at most, with that
    };

    /// By `hope` at least what it is by `read`.
    float judge(const Board& board, const Survey& survey, const Outline& move,
                Reading reading) const {
        const PatternWeights& w = weights_;
        const auto stones = static_cast<float>(move.stones);
        float worth = attack(board, survey, move, reading) + defence(board, survey, move, reading);
        if (move.liberties == 1 && !move.captures) worth -= w.self_atari + w.per_stone * stones;
        if (move.liberties == 2 && !move.captures && reading == read &&
            can_capture(move.after, move.at))
            worth -= 0.5F * w.self_atari + w.per_stone * stones;
        return worth + move.shape + move.ground + move.breath - move.edge + move.nearness;
    }

    /// The value of a move against enemy chains.
    float attack(const Board& board, const Survey& survey, const Outline& move,
                 Reading reading) const {
        float worth = 0;
        for (const auto& enemy : survey.theirs) {
            if (!enemy.chain.liberties.contains(move.at)) continue;
            const float stones = weights_.per_stone * static_cast<float>(enemy.chain.size);
            if (enemy.chain.num_liberties == 1) {
                const bool frees = frees_own(board, survey, enemy.chain);
                worth += stones + (enemy.lost && !frees ? weights_.capture_dead : weights_.capture);
            } else {
                const bool escapes = reading == read && can_escape(move.after, enemy.chain.point);
                worth += escapes ? weights_.atari : weights_.ladder + stones;
            }
        }
        return worth;
    }

    /// Whether taking `enemy` helps an own chain next to it that is in trouble.
    static bool frees_own(const Board& board, const Survey& survey, const Chain<Words>& enemy) {
        const auto near = board.shape().around(enemy.stones);
        return std::any_of(survey.own.begin(), survey.own.end(),
                           [&](const auto& own) { return (own.chain.stones & near).any(); });
    }

    /// The value of a move for own chains that are in danger.
    float defence(const Board& board, const Survey& survey, const Outline& move,
                  Reading reading) const {
        float worth = 0;
        const int me = board.to_move();
        for (const auto& own : survey.own) {
            const bool in_atari = own.chain.num_liberties == 1;
            if (in_atari ? own.lost : !own.lost) continue; // lost anyway, or not in danger
            const bool joins = own.chain.liberties.contains(move.at);
            if (!joins && !move.captures) continue; // it changes nothing for this chain
            const auto now = move.after.chain(own.chain.point, me);
            const int liberties = move.after.liberties(now).size();
            if (liberties < 2 || !(joins || liberties > own.chain.num_liberties)) continue;
            if (liberties == 2 && reading == read && can_capture(move.after, own.chain.point))
                continue;
            worth += weights_.per_stone * static_cast<float>(own.chain.size) +
                     (in_atari ? weights_.save : weights_.guard);
        }
        return worth;
    }

    PatternWeights weights_;
    ReadingOptions reading_;
    std::shared_ptr<PatternMemory<Words>> memory_; ///< or none
};

} // namespace tesuji::evolution
