// Networks whose neurons, connections and weights were evolved, evaluated for several positions
// at once: `lanes` positions go through the network side by side, one in each lane of a vector.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::evolution {

/// How many positions share one evaluation; a vector of so many floats fills an AVX register.
constexpr int lanes = 8;

/// The inputs of one position that are not zero.
struct SparseInputs {
    struct Entry {
        int index;
        float value;
    };
    std::vector<Entry> entries;

    void clear() { entries.clear(); }
    void add(int index, float value) { entries.push_back({index, value}); }
};

/// A network with its genes expressed, ready to be evaluated. Outputs are the activations of the
/// output neurons before their sigmoid, which orders moves in the same way.
class Network {
  public:
    virtual ~Network() = default;

    int num_inputs() const { return num_inputs_; }
    int num_outputs() const { return num_outputs_; }
    /// Distance in floats between the outputs of two positions.
    int stride() const { return stride_; }

    /// Evaluates positions[0 .. count), count <= lanes. `outputs` has room for
    /// [lanes][stride()] floats and is aligned to 32 bytes.
    virtual void evaluate(const SparseInputs* positions, int count, float* outputs) const = 0;

  protected:
    Network(int num_inputs, int num_outputs);

    int num_inputs_;
    int num_outputs_;
    int stride_;
};

/// Sizes of a generalised multi-layer perceptron: every neuron may be connected to all that come
/// after it in the order inputs, hidden neurons, outputs (but outputs are not connected).
struct PerceptronShape {
    int inputs;
    int hidden;
    int outputs;

    /// Throws BadSetup for sizes that cannot be.
    void check() const;
    int num_connections() const {
        return inputs * (hidden + outputs) + hidden * (hidden - 1) / 2 + hidden * outputs;
    }
    /// Connections, then the biases of the hidden neurons and of the outputs.
    int num_weights() const { return num_connections() + hidden + outputs; }
    /// The number of the connection from `source` (inputs, then hidden neurons) to `target`
    /// (hidden neurons, then outputs), which must come after it.
    int connection(int source, int target) const {
        if (source < inputs) return source * (hidden + outputs) + target;
        const int h = source - inputs;
        return inputs * (hidden + outputs) + h * (hidden - 1 + outputs) - h * (h - 1) / 2 +
               (target - h - 1);
    }
};

/// Sizes of a recurrent network: inputs and outputs are all connected with all, themselves too.
/// In one evaluation all neurons begin at 0 and are updated `steps` times at the same time; what
/// the board says is added to the biases of the inputs.
struct RecurrentShape {
    int inputs;
    int outputs;
    int steps;

    /// Throws BadSetup for sizes that cannot be.
    void check() const;
    int num_neurons() const { return inputs + outputs; }
    int num_connections() const { return num_neurons() * num_neurons(); }
    /// Connections, then the biases of inputs and outputs.
    int num_weights() const { return num_connections() + num_neurons(); }
    /// The number of the connection from `source` to `target`.
    int connection(int source, int target) const { return source * num_neurons() + target; }
};

/// `neurons` [hidden] and `connections` [num_connections] tell what is present; `weights`
/// [num_weights]. A connection of an absent neuron is absent.
std::unique_ptr<Network> make_perceptron(const PerceptronShape& shape,
                                         std::span<const std::uint8_t> neurons,
                                         std::span<const std::uint8_t> connections,
                                         std::span<const float> weights);

std::unique_ptr<Network> make_recurrent(const RecurrentShape& shape,
                                        std::span<const std::uint8_t> connections,
                                        std::span<const float> weights);

} // namespace tesuji::evolution
