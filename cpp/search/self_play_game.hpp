// One game of self-play: a search for each move, whose leaves the caller evaluates.
#pragma once

#include "mcts.hpp"
#include "self_play_options.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tesuji {

/// A game that has been played, ply by ply. Values are for the mover of the ply unless they say
/// otherwise.
struct PlayedGame {
    std::uint64_t seed = 0;
    std::vector<std::int32_t> moves;
    std::vector<std::int8_t> movers;
    std::vector<float> policies; ///< [plies][num_moves]; zeros for a random move
    std::vector<std::uint8_t> searched_fully;
    std::vector<float> root_values;   ///< NaN for a random move
    std::vector<std::uint8_t> proven; ///< the root value is certain
    /// How far the policy is from what the evaluator gave (Kullback-Leibler divergence, nats).
    std::vector<float> surprises;
    /// The target of the value: that of the next proven position from there on, else the result.
    /// Play after a proof need not be perfect, so the proof counts.
    std::vector<float> values;
    float result = 0; ///< for the first player; 0 also if broken off
    float worth = 0;  ///< the value of that to learn: `result`, or mixed with the margin
    float score = std::numeric_limits<float>::quiet_NaN(); ///< margin for the first player
    bool finished = false; ///< by the rules, by a proof or by resignation
    bool resigned = false;
    /// Who resigned or, in a game that was played on, would have been the first to; -1 is nobody.
    int resigner = -1;

    /// Works out `values` from the rest.
    void set_values();
};

/// The divergence of `policy` from `priors`, in nats; 0 where there are none. A prior of 0 counts
/// as a very small one.
float divergence(std::span<const float> policy, std::span<const float> priors);

/// A game under way. Drive it like this:
///
///   game.begin(seed);
///   while (game.go_on()) ... evaluate game.waiting(), and finish() each of them
///   ... game.take()
template <GamePosition P>
class GameInPlay {
  public:
    /// `options` must outlive this; `judge` settles leaves, and may be null.
    GameInPlay(const P& start, const SelfPlayOptions& options,
               std::shared_ptr<ExactJudge<P>> judge = nullptr)
        : options_(options), judge_(std::move(judge)), start_(start), rng_(0),
          leaves_(static_cast<std::size_t>(options.leaves_per_game), Leaf<P>(start)) {}

    /// `opening` are moves to begin with, instead of random ones.
    void begin(std::uint64_t seed, std::span<const Move> opening = {});
    bool is_under_way() const { return search_.has_value(); }
    /// Plays on without evaluations as far as it can: true when leaves wait for theirs, false
    /// when the game has ended. Not while leaves wait.
    bool go_on();
    /// The leaves that wait for an evaluation.
    std::span<Leaf<P>> waiting() { return std::span(leaves_).first(num_waiting_); }
    /// The evaluation of a waiting leaf, in any order; see Mcts::finish. When it throws, cancel()
    /// the others.
    void finish(Leaf<P>& leaf, const float* logits, float value);
    /// After all waiting leaves have been finished.
    void end_batch() { num_waiting_ = 0; }
    /// Takes back all leaves that wait, as if they had never been gathered.
    void cancel();
    /// The game that has ended; its place is free for another one.
    PlayedGame take();
    /// Forgets a game under way.
    void drop();

    /// Draws from the game's own source of chance.
    Rng& rng() { return rng_; }
    /// Simulations of all games so far.
    std::int64_t simulations() const { return simulations_; }

  private:
    MctsOptions search_options(std::uint64_t seed) const;
    int num_moves() const { return start_.rules().num_moves(); }
    bool has_ended() const {
        return search_->position().is_over() || game_.finished || is_long() ||
               (options_.max_searches > 0 && searches_ >= options_.max_searches);
    }
    bool is_long() const {
        const int most = options_.max_plies > 0 ? options_.max_plies : 3 * num_moves();
        return static_cast<int>(game_.moves.size()) >= most;
    }
    void play_random_moves(P& position);
    void play_unsearched(P& position, Move m);
    void consider_resigning(Player mover, float value);
    void start_search();
    void gather();
    void make_move();
    void record(Move m, Player mover, float root_value, bool fully, bool proven);

    mcts::Utility utility() const {
        return {.score_weight = static_cast<float>(options_.search.score_weight),
                .score_scale = static_cast<float>(options_.search.score_scale)};
    }
    void end(const Outcome& outcome, bool margin_known);

    const SelfPlayOptions& options_;
    std::shared_ptr<ExactJudge<P>> judge_;
    P start_;
    Rng rng_;
    std::optional<Mcts<P>> search_; // none between two games
    std::vector<Leaf<P>> leaves_;   // the first num_waiting_ of them wait
    std::size_t num_waiting_ = 0;
    bool searching_ = false;
    bool full_ = true;
    int planned_ = 0; // simulations of this search
    int begun_ = 0;
    int searches_ = 0;              // of this game
    bool plays_on_ = false;         // although a player would resign
    std::array<int, 2> hopeless_{}; // searches in a row that saw the player lose
    std::int64_t simulations_ = 0;
    PlayedGame game_;
};

// ------------------------------------------------------------------------------------------------

template <GamePosition P>
MctsOptions GameInPlay<P>::search_options(std::uint64_t seed) const {
    MctsOptions options = options_.search;
    if (options.alternating_sign) options.solver = false;
    options.seed = seed;
    return options;
}

template <GamePosition P>
void GameInPlay<P>::begin(std::uint64_t seed, std::span<const Move> opening) {
    game_ = PlayedGame();
    game_.seed = seed;
    rng_ = Rng(seed);
    num_waiting_ = 0;
    searching_ = false;
    searches_ = 0;
    hopeless_ = {};
    plays_on_ = options_.resign_value > 0 && rng_.uniform() < options_.resign_control;
    P position = start_;
    for (const Move m : opening) play_unsearched(position, m);
    if (opening.empty()) play_random_moves(position);
    search_.emplace(position, search_options(rng_.next()), LeafSource::evaluations, judge_);
}

/// Never to the end of the game: a game without a search has nothing to learn from.
template <GamePosition P>
void GameInPlay<P>::play_random_moves(P& position) {
    const int wanted = options_.random_plies > 0 ? rng_.below(options_.random_plies + 1) : 0;
    for (int ply = 0; ply < wanted; ++ply) {
        const Move m = position.random_move(rng_);
        P next = position;
        if (m != no_move) next.play(m);
        if (m == no_move || next.is_over()) return;
        play_unsearched(position, m);
    }
}

template <GamePosition P>
void GameInPlay<P>::play_unsearched(P& position, Move m) {
    record(m, position.to_move(), std::numeric_limits<float>::quiet_NaN(), false, false);
    position.play(m);
}

template <GamePosition P>
bool GameInPlay<P>::go_on() {
    while (!has_ended()) {
        if (!searching_) start_search();
        gather();
        if (num_waiting_ > 0) return true;
        make_move();
    }
    return false;
}

template <GamePosition P>
void GameInPlay<P>::start_search() {
    full_ = options_.full_share >= 1 || rng_.uniform() < options_.full_share;
    planned_ = full_ ? options_.simulations : options_.fast_simulations;
    begun_ = 0;
    Budget budget;
    budget.simulations = planned_;
    search_->start(budget, full_);
    searching_ = true;
}

/// As many leaves as may wait at a time; none if the search is over.
template <GamePosition P>
void GameInPlay<P>::gather() {
    while (num_waiting_ < leaves_.size() && begun_ < planned_ && !search_->root_proven()) {
        const Gathered gathered = search_->gather(leaves_[num_waiting_]);
        if (gathered == Gathered::busy) {
            if (num_waiting_ == 0) throw std::logic_error("self-play waits for nothing");
            return;
        }
        ++begun_;
        ++simulations_;
        if (gathered == Gathered::leaf) ++num_waiting_;
    }
}

template <GamePosition P>
void GameInPlay<P>::finish(Leaf<P>& leaf, const float* logits, float value) {
    try {
        search_->finish(leaf, logits, value);
    } catch (...) { // which has cancelled the leaf
        --begun_;
        --simulations_;
        throw;
    }
}

template <GamePosition P>
void GameInPlay<P>::make_move() {
    const auto ply = static_cast<int>(game_.moves.size());
    const double temperature =
        ply < options_.temperature_plies ? options_.temperature : options_.final_temperature;
    const Move m = search_->choose(options_.search.gumbel ? 0 : temperature, rng_);
    if (m == no_move) throw std::logic_error("a search of self-play found no move");
    const bool proven = search_->root_proven();
    const Player mover = search_->position().to_move();
    const auto value = static_cast<float>(search_->value());
    const std::vector<float> policy = search_->policy();
    record(m, mover, value, full_, proven);
    std::ranges::copy(policy, game_.policies.end() - num_moves());
    game_.surprises.back() = divergence(policy, search_->root_priors());
    searching_ = false;
    ++searches_;
    // A proven loss ends the game, or is played out.
    if (options_.resign_value > 0 && !proven) consider_resigning(mover, value);
    if (game_.resigned) return;
    if (proven && options_.end_when_proven) {
        end(search_->root_outcome(), utility().counts_margin());
    } else if (options_.tree_reuse) {
        search_->advance(m);
    } else {
        P next = search_->position();
        next.play(m);
        search_->set_root(next);
    }
}

/// Ends the game by resignation when the mover's position is hopeless, unless it is played on.
template <GamePosition P>
void GameInPlay<P>::consider_resigning(Player mover, float value) {
    constexpr int patience = 3;
    int& hopeless = hopeless_[static_cast<std::size_t>(index(mover))];
    hopeless = value < -static_cast<float>(options_.resign_value) ? hopeless + 1 : 0;
    if (hopeless < patience || game_.resigner >= 0) return;
    game_.resigner = index(mover);
    if (plays_on_) return;
    game_.resigned = game_.finished = true;
    game_.result = -mcts::sign_of(mover);
    // The margin is unknown: take what the search thinks, but at least the smallest loss.
    game_.worth =
        mcts::sign_of(mover) * std::min(value, -1 + static_cast<float>(utility().score_weight));
    if (!utility().counts_margin()) game_.worth = game_.result;
}

template <GamePosition P>
void GameInPlay<P>::record(Move m, Player mover, float root_value, bool fully, bool proven) {
    game_.moves.push_back(m);
    game_.movers.push_back(static_cast<std::int8_t>(index(mover)));
    game_.root_values.push_back(root_value);
    game_.searched_fully.push_back(fully);
    game_.proven.push_back(proven);
    game_.surprises.push_back(0.0F);
    game_.policies.resize(game_.moves.size() * static_cast<std::size_t>(num_moves()), 0.0F);
}

template <GamePosition P>
void GameInPlay<P>::cancel() {
    for (Leaf<P>& leaf : waiting()) {
        if (leaf.path.empty()) continue; // finished, or cancelled when that failed
        search_->cancel(leaf);
        --begun_;
        --simulations_;
    }
    num_waiting_ = 0;
}

template <GamePosition P>
void GameInPlay<P>::end(const Outcome& outcome, bool margin_known) {
    game_.finished = true;
    game_.result = outcome.winner < 0 ? 0.0F : mcts::sign_of(player(outcome.winner));
    game_.worth = utility().of(game_.result, outcome.margin);
    if (margin_known) game_.score = outcome.margin;
}

template <GamePosition P>
PlayedGame GameInPlay<P>::take() {
    const P& position = search_->position();
    if (position.is_over()) end(position.outcome(), true);
    game_.set_values();
    search_.reset();
    return std::exchange(game_, PlayedGame());
}

template <GamePosition P>
void GameInPlay<P>::drop() {
    search_.reset();
    num_waiting_ = 0;
}

} // namespace tesuji
