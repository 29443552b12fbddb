#include "networks.hpp"

#include "games/basics.hpp"
#include "vectors.hpp"

#include <string>

namespace tesuji::evolution {

namespace {

constexpr int most_neurons = 4096;

void check_size(const char* what, int count, int least, int most) {
    if (count < least || count > most)
        throw BadSetup("a network has " + std::to_string(least) + " to " + std::to_string(most) +
                       " " + what + ", not " + std::to_string(count));
}

void check_genes(const char* what, std::size_t found, int wanted) {
    if (found != static_cast<std::size_t>(wanted))
        throw BadSetup("this network has " + std::to_string(wanted) + " " + what + ", not " +
                       std::to_string(found));
}

/// Feed-forward. Inputs are mostly zero, so their rows of weights are added position by position;
/// the hidden neurons, each of which needs those before it, are computed for all lanes together.
class Perceptron final : public Network {
  public:
    Perceptron(const PerceptronShape& shape, std::span<const std::uint8_t> neurons,
               std::span<const std::uint8_t> connections, std::span<const float> weights)
        : Network(shape.inputs, shape.outputs) {
        std::vector<int> present;
        for (int h = 0; h < shape.hidden; ++h)
            if (neurons[static_cast<std::size_t>(h)]) present.push_back(h);
        num_hidden_ = static_cast<int>(present.size());
        hidden_width_ = FloatTable::padded(num_hidden_);

        const auto weight = [&](int source, int target) {
            const auto c = static_cast<std::size_t>(shape.connection(source, target));
            return connections[c] ? weights[c] : 0.0F;
        };
        const auto bias = [&](int neuron) {
            return weights[static_cast<std::size_t>(shape.num_connections() + neuron)];
        };
        from_inputs_ = FloatTable(shape.inputs + 1, hidden_width_ + shape.outputs);
        for (int i = 0; i < shape.inputs; ++i) {
            for (int h = 0; h < num_hidden_; ++h)
                from_inputs_.at(i, h) = weight(i, present[static_cast<std::size_t>(h)]);
            for (int o = 0; o < shape.outputs; ++o)
                from_inputs_.at(i, hidden_width_ + o) = weight(i, shape.hidden + o);
        }
        for (int h = 0; h < num_hidden_; ++h)
            from_inputs_.at(shape.inputs, h) = bias(present[static_cast<std::size_t>(h)]);
        for (int o = 0; o < shape.outputs; ++o)
            from_inputs_.at(shape.inputs, hidden_width_ + o) = bias(shape.hidden + o);

        to_outputs_ = FloatTable(num_hidden_, shape.outputs);
        between_hidden_.assign(static_cast<std::size_t>(num_hidden_ * num_hidden_), 0.0F);
        for (int h = 0; h < num_hidden_; ++h) {
            const int source = shape.inputs + present[static_cast<std::size_t>(h)];
            for (int o = 0; o < shape.outputs; ++o)
                to_outputs_.at(h, o) = weight(source, shape.hidden + o);
            for (int later = h + 1; later < num_hidden_; ++later)
                between_hidden_[static_cast<std::size_t>(later * num_hidden_ + h)] =
                    weight(source, present[static_cast<std::size_t>(later)]);
        }
    }

    void evaluate(const SparseInputs* positions, int count, float* outputs) const override {
        thread_local FloatTable sums;
        thread_local FloatTable hidden;
        const int width = from_inputs_.width();
        if (sums.width() != width) sums = FloatTable(lanes, width * lanes);
        if (hidden.width() != num_hidden_) hidden = FloatTable(1, num_hidden_ * lanes);

        for (int lane = 0; lane < count; ++lane) add_inputs(positions[lane], sums.row(lane));
        activate_hidden(sums, hidden.row(0));
        for (int lane = 0; lane < count; ++lane)
            add_hidden(sums.row(lane) + hidden_width_ / lanes, hidden.row(0), lane,
                       reinterpret_cast<Floats*>(outputs + lane * stride_));
    }

  private:
    void add_inputs(const SparseInputs& position, Floats* sums) const {
        const int width = from_inputs_.width();
        constexpr int block = 8;
        for (int from = 0; from < width; from += block) {
            if (width - from >= block) {
                add_block<block>(position, from, sums);
            } else {
                switch (width - from) {
                case 7:
                    add_block<7>(position, from, sums);
                    break;
                case 6:
                    add_block<6>(position, from, sums);
                    break;
                case 5:
                    add_block<5>(position, from, sums);
                    break;
                case 4:
                    add_block<4>(position, from, sums);
                    break;
                case 3:
                    add_block<3>(position, from, sums);
                    break;
                case 2:
                    add_block<2>(position, from, sums);
                    break;
                default:
                    add_block<1>(position, from, sums);
                    break;
                }
            }
        }
    }

    /// Columns from .. from + Width of the sums, which stay in registers all the while.
    template <int Width>
    void add_block(const SparseInputs& position, int from, Floats* sums) const {
        Floats sum[Width];
        const Floats* bias = from_inputs_.row(num_inputs_) + from;
        for (int v = 0; v < Width; ++v) sum[v] = bias[v];
        for (const auto& input : position.entries) {
            const Floats* row = from_inputs_.row(input.index) + from;
            for (int v = 0; v < Width; ++v) sum[v] += row[v] * input.value;
        }
        for (int v = 0; v < Width; ++v) sums[from + v] = sum[v];
    }

    /// hidden[h] = activation of neuron h in all lanes.
    void activate_hidden(const FloatTable& sums, Floats* hidden) const {
        const float* first = reinterpret_cast<const float*>(sums.row(0));
        const int row = sums.width() * lanes;
        for (int h = 0; h < num_hidden_; ++h) {
            Floats sum;
            for (int lane = 0; lane < lanes; ++lane) sum[lane] = first[lane * row + h];
            const float* before = between_hidden_.data() + h * num_hidden_;
            for (int earlier = 0; earlier < h; ++earlier) sum += hidden[earlier] * before[earlier];
            sigmoid(sum);
            hidden[h] = sum;
        }
    }

    void add_hidden(const Floats* sums, const Floats* hidden, int lane, Floats* outputs) const {
        const float* activation = reinterpret_cast<const float*>(hidden) + lane;
        const int width = to_outputs_.width();
        constexpr int block = 4;
        int from = 0;
        for (; from + block <= width; from += block) {
            Floats sum[block];
            for (int v = 0; v < block; ++v) sum[v] = sums[from + v];
            for (int h = 0; h < num_hidden_; ++h) {
                const Floats* row = to_outputs_.row(h) + from;
                const float active = activation[h * lanes];
                for (int v = 0; v < block; ++v) sum[v] += row[v] * active;
            }
            for (int v = 0; v < block; ++v) outputs[from + v] = sum[v];
        }
        for (; from < width; ++from) {
            Floats sum = sums[from];
            for (int h = 0; h < num_hidden_; ++h)
                sum += to_outputs_.row(h)[from] * activation[h * lanes];
            outputs[from] = sum;
        }
    }

    int num_hidden_;
    int hidden_width_;       ///< in floats: where the outputs begin in a row
    FloatTable from_inputs_; ///< [inputs + 1][hidden, outputs]; the last row are the biases
    FloatTable to_outputs_;  ///< [hidden][outputs]
    std::vector<float> between_hidden_; ///< [later][earlier]
};

/// All neurons of all lanes are updated together.
class Recurrent final : public Network {
  public:
    Recurrent(const RecurrentShape& shape, std::span<const std::uint8_t> connections,
              std::span<const float> weights)
        : Network(shape.inputs, shape.outputs), steps_(shape.steps),
          num_neurons_(shape.num_neurons()), rows_((num_neurons_ + block - 1) / block * block) {
        weights_.assign(static_cast<std::size_t>(num_neurons_ * rows_), 0.0F);
        biases_.assign(static_cast<std::size_t>(rows_), 0.0F);
        for (int target = 0; target < num_neurons_; ++target) {
            for (int source = 0; source < num_neurons_; ++source) {
                const auto c = static_cast<std::size_t>(shape.connection(source, target));
                if (connections[c]) weights_[at(source, target)] = weights[c];
            }
            biases_[static_cast<std::size_t>(target)] =
                weights[static_cast<std::size_t>(shape.num_connections() + target)];
        }
    }

    void evaluate(const SparseInputs* positions, int count, float* outputs) const override {
        thread_local FloatTable base, state, next;
        if (base.width() != rows_) {
            base = FloatTable(1, rows_ * lanes);
            state = FloatTable(1, rows_ * lanes);
            next = FloatTable(1, rows_ * lanes);
        }
        Floats* sums = base.row(0);
        for (int n = 0; n < rows_; ++n) sums[n] = Floats{} + biases_[static_cast<std::size_t>(n)];
        for (int lane = 0; lane < count; ++lane)
            for (const auto& input : positions[lane].entries)
                sums[input.index][lane] += input.value;

        Floats* now = state.row(0);
        Floats* then = next.row(0);
        for (int n = 0; n < rows_; ++n) now[n] = sums[n]; // the first update starts from zeros
        for (int step = 1; step < steps_; ++step) {
            for (int n = 0; n < num_neurons_; ++n) sigmoid(now[n]);
            // After the last update only the outputs are read.
            const int first = step + 1 == steps_ ? num_inputs_ / block * block : 0;
            for (int n = first; n < rows_; n += block) update(now, sums, n, then);
            std::swap(now, then);
        }
        for (int lane = 0; lane < count; ++lane)
            for (int o = 0; o < num_outputs_; ++o)
                outputs[lane * stride_ + o] = now[num_inputs_ + o][lane];
    }

  private:
    static constexpr int block = 6; ///< neurons whose sums are kept in registers together

    std::size_t at(int source, int target) const {
        return static_cast<std::size_t>((target / block * num_neurons_ + source) * block +
                                        target % block);
    }

    void update(const Floats* now, const Floats* sums, int first, Floats* then) const {
        Floats sum[block];
        for (int n = 0; n < block; ++n) sum[n] = sums[first + n];
        const float* weight = weights_.data() + at(0, first);
        for (int source = 0; source < num_neurons_; ++source, weight += block) {
            const Floats active = now[source];
            for (int n = 0; n < block; ++n) sum[n] += active * weight[n];
        }
        for (int n = 0; n < block; ++n) then[first + n] = sum[n];
    }

    int steps_;
    int num_neurons_;
    int rows_;                   ///< neurons, made up to whole blocks
    std::vector<float> weights_; ///< [block of targets][source][target]
    std::vector<float> biases_;
};

} // namespace

Network::Network(int num_inputs, int num_outputs)
    : num_inputs_(num_inputs), num_outputs_(num_outputs), stride_(FloatTable::padded(num_outputs)) {
}

void PerceptronShape::check() const {
    check_size("inputs", inputs, 1, most_neurons);
    check_size("hidden neurons", hidden, 0, most_neurons);
    check_size("outputs", outputs, 1, most_neurons);
}

void RecurrentShape::check() const {
    check_size("inputs", inputs, 1, most_neurons);
    check_size("outputs", outputs, 1, most_neurons);
    check_size("steps", steps, 1, 64);
}

std::unique_ptr<Network> make_perceptron(const PerceptronShape& shape,
                                         std::span<const std::uint8_t> neurons,
                                         std::span<const std::uint8_t> connections,
                                         std::span<const float> weights) {
    shape.check();
    check_genes("markers of hidden neurons", neurons.size(), shape.hidden);
    check_genes("markers of connections", connections.size(), shape.num_connections());
    check_genes("weights", weights.size(), shape.num_weights());
    return std::make_unique<Perceptron>(shape, neurons, connections, weights);
}

std::unique_ptr<Network> make_recurrent(const RecurrentShape& shape,
                                        std::span<const std::uint8_t> connections,
                                        std::span<const float> weights) {
    shape.check();
    check_genes("markers of connections", connections.size(), shape.num_connections());
    check_genes("weights", weights.size(), shape.num_weights());
    return std::make_unique<Recurrent>(shape, connections, weights);
}

} // namespace tesuji::evolution
