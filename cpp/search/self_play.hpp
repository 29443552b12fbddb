// A pool of self-play games, which hands out one batch of positions at a time.
//
// A network is fast only on batches, and the search of one game is a chain of evaluations.
// Therefore many games are played at once, and each contributes the next leaf of its search (or a
// few) to the batch. Games do not wait for each other's moves: one may be about to end while
// another begins.
//
//   SelfPlayPool<P> pool(start, options, games_at_once, seed);
//   pool.begin(1000);
//   while (pool.is_busy()) {
//       if (pool.gather() > 0) {
//           ... judge pool.batch_size() positions in pool.planes()
//           pool.finish(logits, values);
//       }
//       ... pool.take_ended()
//   }
//
// A pool belongs to one thread. Two threads have a pool and an evaluator each, share nothing, and
// so never wait for each other.
//
//   self_play_options.hpp  what can be set
//   self_play_game.hpp     one game
//   evaluation_cache.hpp   positions that were judged before
//   self_play_samples.hpp  positions of played games, to learn from
#pragma once

#include "evaluation_cache.hpp"
#include "self_play_game.hpp"

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

namespace tesuji {

template <GamePosition P>
class SelfPlayPool {
  public:
    /// Throws BadSetup for options that make no sense, and for games without planes.
    SelfPlayPool(const P& start, const SelfPlayOptions& options, int games_at_once,
                 std::uint64_t seed);
    SelfPlayPool(const SelfPlayPool&) = delete;
    SelfPlayPool& operator=(const SelfPlayPool&) = delete;

    /// How many more games may begin; negative for no limit.
    void begin(std::int64_t games) { to_begin_ = games; }
    /// A later game begins with these moves instead of random ones; one game for each call, in
    /// order. Throws BadSetup for moves that cannot be played or end the game.
    void add_opening(std::vector<Move> moves);
    /// Sets the number of simulations of the searches that begin from now on; as in
    /// SelfPlayOptions.
    void set_simulations(int full, int fast);
    /// Whether games are under way, may still begin, or wait to be taken.
    bool is_busy() const;

    /// Plays on as far as possible without evaluations, in each place to the end of one game at
    /// most. Returns how many positions wait for an evaluation now, which may be none. After an
    /// exception no leaf is waiting.
    std::size_t gather();
    std::size_t batch_size() const { return keys_.size(); }
    /// [batch_size][channels][height][width], each position as seen by its player to move.
    const float* planes() const { return planes_.data(); }
    PlaneShape plane_shape() const { return start_.rules().plane_shape(); }
    int num_moves() const { return start_.rules().num_moves(); }
    /// Goes on with `logits` [batch_size][num_moves] and `values` [batch_size], which are for the
    /// players to move. Throws std::domain_error for NaN or infinity; then no leaf is waiting.
    void finish(const float* logits, const float* values);
    /// Takes back the batch as if it had not been gathered.
    void cancel();
    /// Forgets all games under way.
    void drop();
    /// Clears the cache of evaluations; to be called when the evaluator changes.
    void forget_evaluations() { cache_.clear(); }

    /// The games that have ended since the last call.
    std::vector<PlayedGame> take_ended() { return std::exchange(ended_, {}); }
    std::int64_t evaluations() const { return evaluations_; }
    std::int64_t simulations() const;

  private:
    /// A leaf that waits. Leaves that look alike share a row of the batch.
    struct Item {
        GameInPlay<P>* game;
        Leaf<P>* leaf;
        int symmetry;
        std::size_t row;
    };
    /// The moves and cells to which a symmetry maps moves and cells.
    struct Tables {
        std::vector<std::int32_t> moves;
        std::vector<std::int32_t> cells;
    };

    std::size_t plane_floats() const {
        const PlaneShape shape = plane_shape();
        return static_cast<std::size_t>(shape.channels) *
               static_cast<std::size_t>(shape.height * shape.width);
    }
    void begin_one(GameInPlay<P>& game);
    bool add_to_batch(GameInPlay<P>& game);
    std::size_t row_of(EvaluationCache::Key key);
    void finish_leaf(const Item& item, const float* logits, float value);
    void clear_batch();
    const Tables& tables(int symmetry);
    void encode(const Item& item, float* planes);

    SelfPlayOptions options_; // the games refer to it
    const P start_;
    std::uint64_t seed_state_;
    std::int64_t to_begin_ = 0;
    std::deque<std::vector<Move>> openings_;
    std::deque<GameInPlay<P>> games_; // they cannot be moved
    std::vector<Item> batch_;
    std::vector<EvaluationCache::Key> keys_; // of the rows of the batch
    std::unordered_map<EvaluationCache::Key, std::size_t> rows_;
    EvaluationCache cache_;
    std::vector<float> planes_;
    std::vector<float> scratch_;                  // planes or logits before a symmetry
    std::vector<std::unique_ptr<Tables>> tables_; // made when first asked for
    std::vector<PlayedGame> ended_;
    std::int64_t evaluations_ = 0;
};

// ------------------------------------------------------------------------------------------------

template <GamePosition P>
SelfPlayPool<P>::SelfPlayPool(const P& start, const SelfPlayOptions& options, int games_at_once,
                              std::uint64_t seed)
    : options_((options.check(), options)), start_(start), seed_state_(seed),
      cache_(static_cast<std::size_t>(options.cache_megabytes) << 20, start.rules().num_moves()) {
    if (plane_floats() == 0)
        throw BadSetup("this game has no planes, so an evaluator has no input");
    if (start.is_over()) throw BadSetup("the game is over: there is nothing to play");
    if (games_at_once < 1 || games_at_once > 1 << 16)
        throw BadSetup("self-play has from 1 to 65536 games at once, not " +
                       std::to_string(games_at_once));
    if (options_.search.dirichlet_alpha < 0) // by the start of the game, not of each search
        options_.search.dirichlet_alpha = mcts::customary_alpha(start_);
    // One judge for all games: they share what it has found.
    const auto judge = make_exact_judge(start_, options_.search.exact_plies);
    for (int i = 0; i < games_at_once; ++i) games_.emplace_back(start_, options_, judge);
    const std::size_t largest = games_.size() * static_cast<std::size_t>(options_.leaves_per_game);
    batch_.reserve(largest);
    planes_.resize(largest * plane_floats());
    scratch_.resize(std::max(plane_floats(), static_cast<std::size_t>(num_moves())));
    tables_.resize(static_cast<std::size_t>(start_.rules().num_symmetries()));
}

template <GamePosition P>
bool SelfPlayPool<P>::is_busy() const {
    return to_begin_ != 0 || !ended_.empty() ||
           std::ranges::any_of(games_, [](const auto& game) { return game.is_under_way(); });
}

template <GamePosition P>
std::size_t SelfPlayPool<P>::gather() {
    cancel();
    try {
        for (GameInPlay<P>& game : games_) {
            for (;;) {
                if (!game.is_under_way()) {
                    if (to_begin_ == 0) break;
                    if (to_begin_ > 0) --to_begin_;
                    begin_one(game);
                }
                if (!game.go_on()) {
                    ended_.push_back(game.take());
                    break;
                }
                if (add_to_batch(game)) break;
            }
        }
    } catch (...) { // from a game that is written in Python
        for (GameInPlay<P>& game : games_)
            if (game.is_under_way()) game.cancel();
        clear_batch();
        throw;
    }
    return batch_size();
}

template <GamePosition P>
void SelfPlayPool<P>::begin_one(GameInPlay<P>& game) {
    const std::uint64_t seed = Rng::splitmix(seed_state_);
    if (openings_.empty()) return game.begin(seed);
    const std::vector<Move> opening = std::move(openings_.front());
    openings_.pop_front();
    game.begin(seed, opening);
}

template <GamePosition P>
void SelfPlayPool<P>::add_opening(std::vector<Move> moves) {
    P position = start_;
    for (const Move m : moves) {
        if (const char* reason = position.why_illegal(m))
            throw BadSetup("an opening cannot have move " + std::to_string(m) + ": " + reason);
        position.play(m);
    }
    if (position.is_over()) throw BadSetup("the game is over after this opening");
    openings_.push_back(std::move(moves));
}

template <GamePosition P>
void SelfPlayPool<P>::set_simulations(int full, int fast) {
    SelfPlayOptions changed = options_;
    changed.simulations = full;
    changed.fast_simulations = fast;
    changed.check();
    options_ = changed;
}

/// False when all leaves of the game have been judged before, so that it can go on at once.
template <GamePosition P>
bool SelfPlayPool<P>::add_to_batch(GameInPlay<P>& game) {
    bool waits = false;
    for (Leaf<P>& leaf : game.waiting()) {
        const int symmetry =
            options_.random_symmetries ? game.rng().below(start_.rules().num_symmetries()) : 0;
        Item item{&game, &leaf, symmetry, 0};
        float* planes = planes_.data() + batch_size() * plane_floats();
        encode(item, planes);
        const EvaluationCache::Key key = EvaluationCache::key_of({planes, plane_floats()});
        if (const float* known = cache_.find(key)) {
            finish_leaf(item, known, known[num_moves()]);
            continue;
        }
        item.row = row_of(key);
        batch_.push_back(item);
        waits = true;
    }
    if (!waits) game.end_batch();
    return waits;
}

/// The row of the batch for the planes that stand behind its last row: that one, or the one in
/// which the same planes stand already.
template <GamePosition P>
std::size_t SelfPlayPool<P>::row_of(EvaluationCache::Key key) {
    const auto [found, is_new] = rows_.try_emplace(key, batch_size());
    if (is_new) keys_.push_back(key);
    return found->second;
}

template <GamePosition P>
void SelfPlayPool<P>::encode(const Item& item, float* planes) {
    if (item.symmetry == 0) {
        item.leaf->position.encode(planes);
        return;
    }
    item.leaf->position.encode(scratch_.data());
    const std::vector<std::int32_t>& cells = tables(item.symmetry).cells;
    const float* from = scratch_.data();
    for (int channel = 0; channel < plane_shape().channels; ++channel) {
        for (const std::int32_t cell : cells) planes[cell] = *from++;
        planes += cells.size();
    }
}

template <GamePosition P>
const typename SelfPlayPool<P>::Tables& SelfPlayPool<P>::tables(int symmetry) {
    std::unique_ptr<Tables>& found = tables_[static_cast<std::size_t>(symmetry)];
    if (!found) {
        const auto& rules = start_.rules();
        auto made = std::make_unique<Tables>();
        for (Move m = 0; m < num_moves(); ++m) made->moves.push_back(rules.move_under(symmetry, m));
        for (int cell = 0; cell < plane_shape().height * plane_shape().width; ++cell)
            made->cells.push_back(rules.cell_under(symmetry, cell));
        found = std::move(made);
    }
    return *found;
}

template <GamePosition P>
void SelfPlayPool<P>::finish(const float* logits, const float* values) {
    const auto row = static_cast<std::size_t>(num_moves());
    try {
        for (const Item& item : batch_)
            finish_leaf(item, logits + item.row * row, values[item.row]);
    } catch (...) {
        cancel();
        throw;
    }
    for (const Item& item : batch_) item.game->end_batch();
    for (std::size_t i = 0; i < keys_.size(); ++i)
        cache_.add(keys_[i], logits + i * row, values[i]);
    evaluations_ += static_cast<std::int64_t>(keys_.size());
    clear_batch();
}

template <GamePosition P>
void SelfPlayPool<P>::finish_leaf(const Item& item, const float* logits, float value) {
    if (item.symmetry != 0) {
        const std::vector<std::int32_t>& moves = tables(item.symmetry).moves;
        for (std::size_t m = 0; m < moves.size(); ++m)
            scratch_[m] = logits[static_cast<std::size_t>(moves[m])];
        logits = scratch_.data();
    }
    item.game->finish(*item.leaf, logits, value);
}

template <GamePosition P>
void SelfPlayPool<P>::cancel() {
    for (const Item& item : batch_) item.game->cancel();
    clear_batch();
}

template <GamePosition P>
void SelfPlayPool<P>::clear_batch() {
    batch_.clear();
    keys_.clear();
    rows_.clear();
}

template <GamePosition P>
void SelfPlayPool<P>::drop() {
    clear_batch();
    ended_.clear();
    openings_.clear();
    to_begin_ = 0;
    for (GameInPlay<P>& game : games_) game.drop();
}

template <GamePosition P>
std::int64_t SelfPlayPool<P>::simulations() const {
    std::int64_t sum = 0;
    for (const GameInPlay<P>& game : games_) sum += game.simulations();
    return sum;
}

} // namespace tesuji
