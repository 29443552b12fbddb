// Everything in the core that runs in several threads, for ThreadSanitizer: `make tsan`.
//
// Python is left out, because it was not built with the sanitizer. Each search is also stopped from
// outside, as a click or Ctrl-C does.
#include "evolution/arenas.hpp"
#include "games/all.hpp"
#include "games/dots_and_boxes/solver/solver.hpp"
#include "games/gomoku/engine/engine.hpp"
#include "search/alphabeta.hpp"
#include "search/mcts.hpp"
#include "search/self_play.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

using namespace tesuji;

constexpr int threads = 4;

/// Runs a search to the end of its budget, and again with a stop in the middle.
template <class Search>
void check(const char* name, Budget budget, Search&& search) {
    for (const bool stopped : {false, true}) {
        SearchControl control(budget);
        int reports = 0;
        control.progress_interval = 0.01;
        control.on_progress = [&](const SearchReport&) { ++reports; };
        std::thread other([&] {
            if (!stopped) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            control.stop();
        });
        const SearchReport report = search(control);
        other.join();
        std::printf("%s: %lld nodes, %d reports\n", name, static_cast<long long>(report.nodes),
                    reports);
    }
}

template <GamePosition P>
void check_mcts(const char* name, const P& start) {
    for (const bool shared : {true, false}) {
        MctsOptions options;
        options.threads = threads;
        options.shared_tree = shared;
        Budget budget;
        budget.simulations = 4000;
        check(name, budget, [&](SearchControl& control) {
            Mcts<P> search(start, options);
            return search.run(control);
        });
    }
}

template <GamePosition P>
void check_alphabeta(const char* name, const P& start) {
    AlphaBetaOptions options;
    options.threads = threads;
    Budget budget;
    budget.nodes = 40000;
    check(name, budget,
          [&](SearchControl& control) { return AlphaBeta<P>(options).search(start, control); });
}

void check_solver() {
    DotsAndBoxesPosition position(DotsAndBoxesRules(3, 3));
    for (Move line : {0, 5, 9}) position.play(line);
    dots::SolverOptions options;
    options.threads = threads;
    options.memory = 1 << 22;
    check("solver of Dots and Boxes", Budget{}, [&](SearchControl& control) {
        return dots::Solver(position, options).solve(position, control);
    });
}

void check_gomoku() {
    GomokuPosition position(GomokuRules(15));
    for (Move point : {112, 113, 97, 127}) position.play(point);
    five::EngineOptions options;
    options.threads = threads;
    Budget budget;
    budget.nodes = 60000;
    check("engine of Gomoku", budget,
          [&](SearchControl& control) { return five::Engine(options).search(position, control); });
}

/// Pools of several threads share nothing but the rules.
void check_self_play() {
    const TorusPosition start(TorusRules(5));
    std::atomic<int> games = 0;
    std::vector<std::thread> workers;
    for (int worker = 0; worker < threads; ++worker) {
        workers.emplace_back([&, worker] {
            SelfPlayOptions options;
            options.simulations = 8;
            SelfPlayPool<TorusPosition> pool(start, options, 4, static_cast<std::uint64_t>(worker));
            pool.begin(4);
            while (pool.is_busy()) {
                const std::size_t count = pool.gather();
                const std::vector<float> logits(count * pool.num_moves()), values(count);
                if (count > 0) pool.finish(logits.data(), values.data());
                games += static_cast<int>(pool.take_ended().size());
            }
        });
    }
    for (std::thread& worker : workers) worker.join();
    std::printf("self-play: %d games\n", games.load());
}

void check_evolution() {
    const auto arena =
        evolution::make_go_arena(GoRules(5, 5, 5.5, GoRules::Ko::simple, GoRules::Scoring::area));
    const evolution::PerceptronShape shape{arena->num_inputs(evolution::Encoding::two_per_point), 4,
                                           arena->num_moves()};
    const std::vector<std::uint8_t> neurons(shape.hidden, 1),
        connections(shape.num_connections(), 1);
    std::vector<std::unique_ptr<evolution::Network>> networks;
    for (int i = 0; i < 8; ++i) {
        std::vector<float> weights(shape.num_weights());
        for (std::size_t k = 0; k < weights.size(); ++k)
            weights[k] = static_cast<float>((k * 37 + static_cast<std::size_t>(i)) % 11) - 5;
        networks.push_back(evolution::make_perceptron(shape, neurons, connections, weights));
    }
    evolution::ArenaOptions options;
    options.threads = threads;
    std::atomic<bool> stop = false;
    for (const auto opponent :
         {evolution::Opponent::random, evolution::Opponent::naive, evolution::Opponent::pattern}) {
        const auto tallies = arena->play_opponent(networks, opponent, 8, 1, options, stop, nullptr);
        std::printf("evolution: %zu networks judged\n", tallies.size());
    }
    const std::vector<std::array<int, 2>> pairs{{0, 1}, {2, 3}, {4, 5}, {6, 7}};
    arena->play_pairs(networks, networks, pairs, 1, options, stop);
}

} // namespace

int main() {
    check_mcts("tree search of Torus", TorusPosition(TorusRules(5)));
    check_mcts("tree search of Go", GoPosition(GoRules(5, 5)));
    check_mcts("tree search of Dots and Boxes", DotsAndBoxesPosition(DotsAndBoxesRules(3, 3)));
    check_alphabeta("alpha-beta of Dots and Boxes", DotsAndBoxesPosition(DotsAndBoxesRules(3, 3)));
    check_alphabeta("alpha-beta of Torus", TorusPosition(TorusRules(5)));
    check_solver();
    check_gomoku();
    check_self_play();
    check_evolution();
    std::puts("no data races");
}
