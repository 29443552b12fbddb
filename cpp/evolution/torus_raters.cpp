#include "torus_raters.hpp"

#include "games/square_symmetry.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <mutex>
#include <string>

namespace tesuji {

namespace {

constexpr int num_orientations = 8;

/// exp(x) to about 1e-7, without a branch or a call, so that a loop over it becomes vector code.
float fast_exp(float x) {
    x = std::clamp(x, -87.0F, 87.0F);
    const float n = std::floor(x * 1.44269504F + 0.5F);
    const float r = x - n * 0.693359375F + n * 2.12194440e-4F; // x - n ln 2 in two parts
    float e = 1.9875691500e-4F;
    for (const float c :
         {1.3981999507e-3F, 8.3334519073e-3F, 4.1665795894e-2F, 1.6666665459e-1F, 5.0000001201e-1F})
        e = e * r + c;
    e = e * r * r + r + 1.0F;
    const auto exponent = static_cast<std::int32_t>(n) + 127;
    return e * std::bit_cast<float>(exponent << 23);
}

void require_finite(const std::vector<float>& numbers) {
    for (const float x : numbers)
        if (!std::isfinite(x)) throw BadSetup("a rater holds NaN or infinity");
}

void require_size(const std::vector<float>& numbers, std::size_t wanted, const char* what) {
    if (numbers.size() != wanted)
        throw BadSetup("a rater has " + std::to_string(numbers.size()) + " " + what + " where " +
                       std::to_string(wanted) + " belong");
}

} // namespace

void activate(Activation activation, std::span<float> values) {
    if (activation == Activation::relu) {
        for (float& x : values) x = std::max(x, 0.0F);
    } else {
        for (float& x : values) x = 1.0F / (1.0F + fast_exp(-x));
    }
}

struct TorusRater::Views {
    explicit Views(int n) : steps(static_cast<std::size_t>(num_orientations) * (n * n - 1)) {
        for (int orientation = 0; orientation < num_orientations; ++orientation) {
            // Turning a board turns the corner away; the view is shifted back to it.
            const int corner = cell_under_square(orientation, 0, 0, n, n);
            for (int point = 1; point < n * n; ++point) {
                const int turned = cell_under_square(orientation, point / n, point % n, n, n);
                const int down = (turned / n - corner / n + n) % n;
                const int right = (turned % n - corner % n + n) % n;
                steps[static_cast<std::size_t>(orientation) * (n * n - 1) + point - 1] = {
                    static_cast<std::int8_t>(down), static_cast<std::int8_t>(right)};
            }
        }
    }

    struct Step {
        std::int8_t down;
        std::int8_t right;
    };
    std::vector<Step> steps; ///< [orientation][input point]
};

const TorusRater::Views& TorusRater::views_for(int size) {
    static std::array<std::unique_ptr<const Views>, TorusRules::max_size + 1> tables;
    static std::array<std::once_flag, TorusRules::max_size + 1> once;
    std::call_once(once[size], [&] { tables[size] = std::make_unique<const Views>(size); });
    return *tables[size];
}

TorusRater::TorusRater(const TorusRules& rules, std::vector<RaterLayer> layers,
                       std::vector<float> output, Activation activation)
    : rules_(rules), layers_(std::move(layers)), output_(std::move(output)),
      activation_(activation), views_(&views_for(rules.size)) {
    if (layers_.empty()) throw BadSetup("a rater must have at least one layer");
    auto inputs = static_cast<std::size_t>(num_inputs());
    for (const RaterLayer& layer : layers_) {
        const std::size_t neurons = layer.biases.size();
        if (neurons == 0) throw BadSetup("a layer of a rater has at least one neuron");
        require_size(layer.weights, inputs * neurons, "weights");
        if (!layer.powers.empty()) require_size(layer.powers, neurons, "powers");
        for (const auto* numbers : {&layer.weights, &layer.biases, &layer.powers})
            require_finite(*numbers);
        widest_ = std::max(widest_, neurons);
        inputs = neurons;
    }
    require_size(output_, inputs, "output weights");
    require_finite(output_);
}

void TorusRater::rate(const TorusPosition& p, std::span<const std::int16_t> moves,
                      std::span<float> scores) const {
    const std::vector<std::int8_t> board = p.board();
    const int active = index(p.to_move());
    std::vector<float> neurons(2 * widest_);
    const std::span<float> all(neurons);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        std::array<float, num_orientations> views;
        for (int o = 0; o < num_orientations; ++o)
            views[o] = score(board, active, moves[i], o, all.first(widest_), all.last(widest_));
        // The order of additions changes a sum of floats; sorted by size, the numbers are in the
        // same order in every image of the board.
        std::ranges::sort(views);
        float sum = 0;
        for (const float view : views) sum += view;
        scores[i] = sum;
    }
}

float TorusRater::score(const std::vector<std::int8_t>& board, int active, Move m, int orientation,
                        std::span<float> from, std::span<float> to) const {
    const int n = rules_.size;
    const int row = m / n;
    const int column = m % n;

    // The first layer: most inputs are 0, the others 1.
    const RaterLayer& first = layers_.front();
    const std::size_t width = first.biases.size();
    float* const sums = to.data();
    std::copy(first.biases.begin(), first.biases.end(), sums);
    const int inputs = rules_.num_points() - 1;
    const Views::Step* step =
        views_->steps.data() + static_cast<std::ptrdiff_t>(orientation) * inputs;
    for (int k = 0; k < inputs; ++k) {
        const int down = row + step[k].down;
        const int right = column + step[k].right;
        const int stone = board[(down < n ? down : down - n) * n + (right < n ? right : right - n)];
        if (stone < 0) continue;
        const std::size_t input = 2 * static_cast<std::size_t>(k) + (stone == active ? 0 : 1);
        const float* const weights = first.weights.data() + input * width;
        for (std::size_t j = 0; j < width; ++j) sums[j] += weights[j];
    }
    activate(activation_, to.first(width));
    for (std::size_t j = 0; j < first.powers.size(); ++j) sums[j] *= first.powers[j];

    for (std::size_t l = 1; l < layers_.size(); ++l) {
        std::swap(from, to);
        const RaterLayer& layer = layers_[l];
        const std::size_t neurons = layer.biases.size();
        std::copy(layer.biases.begin(), layer.biases.end(), to.begin());
        float* const out = to.data();
        for (std::size_t i = 0; i < layers_[l - 1].biases.size(); ++i) {
            const float x = from[i];
            const float* const weights = layer.weights.data() + i * neurons;
            for (std::size_t j = 0; j < neurons; ++j) out[j] += x * weights[j];
        }
        activate(activation_, to.first(neurons));
        for (std::size_t j = 0; j < layer.powers.size(); ++j) out[j] *= layer.powers[j];
    }
    float total = 0;
    for (std::size_t j = 0; j < output_.size(); ++j) total += to[j] * output_[j];
    return total;
}

} // namespace tesuji
