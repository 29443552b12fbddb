// Temporal-difference learning for the same perceptrons that evolution works on.
//
// The output of a move, through its sigmoid, is read as the probability to win after it. The
// network plays, mostly its best move, and each prediction is moved towards the next one, the last
// towards the result: SARSA with eligibility traces. Only connections and neurons that are present
// learn.
#pragma once

#include "arena.hpp"
#include "select_move.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::evolution {

/// A perceptron whose weights can be read and changed one by one.
class LearningPerceptron {
  public:
    LearningPerceptron(const PerceptronShape& shape, std::span<const std::uint8_t> neurons,
                       std::span<const std::uint8_t> connections, std::span<float> weights)
        : shape_(shape), weights_(weights),
          active_(static_cast<std::size_t>(shape.inputs + shape.hidden)),
          sums_(static_cast<std::size_t>(shape.hidden + shape.outputs)),
          traces_(weights.size(), 0.0F), present_(weights.size(), 1) {
        for (int source = 0; source < shape.inputs + shape.hidden; ++source)
            for (int target = first_target(source); target < shape.hidden + shape.outputs; ++target)
                present_[connection(source, target)] =
                    connections[connection(source, target)] && is_there(neurons, source) &&
                    (target >= shape.hidden || neurons[static_cast<std::size_t>(target)]);
        for (std::size_t w = 0; w < weights.size(); ++w)
            if (!present_[w]) weights_[w] = 0;
    }

    /// outputs()[m] is then the activation of move m, before the sigmoid.
    void evaluate(const SparseInputs& inputs) {
        inputs_ = inputs;
        const auto targets = static_cast<std::size_t>(shape_.hidden + shape_.outputs);
        const float* biases = weights_.data() + shape_.num_connections();
        std::copy_n(biases, targets, sums_.begin());
        for (const auto& input : inputs.entries) {
            const float* row = weights_.data() + connection(input.index, 0);
            for (std::size_t t = 0; t < targets; ++t) sums_[t] += row[t] * input.value;
        }
        for (int h = 0; h < shape_.hidden; ++h) {
            const float on = squash(sums_[static_cast<std::size_t>(h)]);
            active_[static_cast<std::size_t>(shape_.inputs + h)] = on;
            const float* row = weights_.data() + connection(shape_.inputs + h, h + 1) - (h + 1);
            for (std::size_t t = static_cast<std::size_t>(h) + 1; t < targets; ++t)
                sums_[t] += row[t] * on;
        }
    }
    const float* outputs() const { return sums_.data() + shape_.hidden; }
    /// The probability of winning that the last evaluation gives to a move.
    float prediction(Move m) const { return squash(outputs()[m]); }

    void forget_traces() { std::fill(traces_.begin(), traces_.end(), 0.0F); }

    /// Decays the traces and adds the gradient of prediction(m).
    void trace(Move m, float fading) {
        for (float& t : traces_) t *= fading;
        const float p = prediction(m);
        const int output = shape_.hidden + m;
        std::vector<float>& delta = deltas_;
        delta.assign(static_cast<std::size_t>(shape_.hidden + shape_.outputs), 0.0F);
        delta[static_cast<std::size_t>(output)] = p * (1 - p);
        for (int h = shape_.hidden - 1; h >= 0; --h) {
            const int source = shape_.inputs + h;
            const float on = active_[static_cast<std::size_t>(source)];
            float sum =
                weights_[connection(source, output)] * delta[static_cast<std::size_t>(output)];
            for (int later = h + 1; later < shape_.hidden; ++later)
                sum += weights_[connection(source, later)] * delta[static_cast<std::size_t>(later)];
            delta[static_cast<std::size_t>(h)] = sum * on * (1 - on);
            for (int later = h + 1; later < shape_.hidden; ++later)
                add(connection(source, later), on * delta[static_cast<std::size_t>(later)]);
            add(connection(source, output), on * delta[static_cast<std::size_t>(output)]);
        }
        const auto each_target = [&](auto&& visit) {
            for (int h = 0; h < shape_.hidden; ++h) visit(h);
            visit(output);
        };
        for (const auto& input : inputs_.entries)
            each_target([&](int t) {
                add(connection(input.index, t), input.value * delta[static_cast<std::size_t>(t)]);
            });
        each_target([&](int t) {
            add(static_cast<std::size_t>(shape_.num_connections() + t),
                delta[static_cast<std::size_t>(t)]);
        });
    }

    /// Moves all weights by `amount` times their traces.
    void learn(float amount) {
        for (std::size_t w = 0; w < traces_.size(); ++w) weights_[w] += amount * traces_[w];
    }

  private:
    static float squash(float x) { return 1.0F / (1.0F + std::exp(-x)); }

    bool is_there(std::span<const std::uint8_t> neurons, int source) const {
        return source < shape_.inputs || neurons[static_cast<std::size_t>(source - shape_.inputs)];
    }
    int first_target(int source) const {
        return source < shape_.inputs ? 0 : source - shape_.inputs + 1;
    }
    std::size_t connection(int source, int target) const {
        return static_cast<std::size_t>(shape_.connection(source, target));
    }
    void add(std::size_t weight, float gradient) {
        if (present_[weight]) traces_[weight] += gradient;
    }

    PerceptronShape shape_;
    std::span<float> weights_;
    SparseInputs inputs_;
    std::vector<float> active_; ///< of inputs (not used) and hidden neurons
    std::vector<float> sums_;   ///< of hidden neurons and outputs
    std::vector<float> traces_; ///< by weight
    std::vector<float> deltas_;
    std::vector<std::uint8_t> present_;
};

/// Plays the games of `options` and learns from them; returns how many the network won, draws as
/// halves.
template <class Table>
double learn_by_playing(const Table& table, LearningPerceptron& network, const TdOptions& options,
                        const ArenaOptions& conditions, const std::atomic<bool>& stop) {
    double won = 0;
    SparseInputs inputs;
    for (int number = 0; number < options.games && !stop; ++number) {
        Rng rng(options.seed + static_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15ULL);
        auto game = table.start();
        const int colour = number % 2;
        int plies = 0;
        for (; plies < conditions.opening_plies && !table.is_over(game); ++plies)
            table.play(game, table.random_move(game, rng));
        network.forget_traces();
        float expected = -1; // of the last own move; none yet
        while (!table.is_over(game) && plies < conditions.longest_game) {
            ++plies;
            if (table.to_move(game) != colour) {
                table.play(game, table.opponent_move(game, options.opponent, rng));
                continue;
            }
            table.show(game, conditions.encoding, inputs);
            network.evaluate(inputs);
            const auto legal = table.legal(game);
            Move move = select_move(network.outputs(), table.num_moves(), legal).move;
            if (rng.uniform() < options.exploration) move = legal.select(rng.below(legal.size()));
            const float now = network.prediction(move);
            if (expected >= 0) {
                network.learn(static_cast<float>(options.rate) * (now - expected));
                network.evaluate(inputs); // the weights have changed
            }
            network.trace(move, static_cast<float>(options.fading));
            expected = network.prediction(move);
            table.play(game, move);
        }
        const double lead = colour == 0 ? table.lead(game) : -table.lead(game);
        const double result = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
        won += result;
        if (expected >= 0) network.learn(static_cast<float>(options.rate * (result - expected)));
    }
    return won;
}

} // namespace tesuji::evolution
