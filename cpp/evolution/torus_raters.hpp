// Move raters of Torus: small networks that see the board from the point they rate.
//
// The board is shifted so that the rated point stands in the top left corner, and the stones are
// those of the player to move (active) and of the opponent (passive). The other points, row by
// row, are numbered from 0; point k is input 2k if an active stone stands there and input 2k + 1
// if a passive one does: 160 inputs on 9x9. A layer multiplies what comes in by its weights, adds
// a bias to each neuron, applies the activation, and multiplies each neuron by its power. The
// score is the last layer times the output weights, summed over the 8 orientations of the board.
#pragma once

#include "games/torus/torus.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji {

enum class Activation : std::int8_t { sigmoid, relu };

/// Applies an activation to each of the values.
void activate(Activation activation, std::span<float> values);

struct RaterLayer {
    std::vector<float> weights; ///< [inputs][neurons]
    std::vector<float> biases;  ///< [neurons]
    std::vector<float> powers;  ///< [neurons]; empty: no powers
};

class TorusRater {
  public:
    /// Throws BadSetup when sizes do not fit together or a number is not finite.
    TorusRater(const TorusRules& rules, std::vector<RaterLayer> layers, std::vector<float> output,
               Activation activation);

    const TorusRules& rules() const { return rules_; }
    int num_inputs() const { return 2 * (rules_.num_points() - 1); }

    /// Writes the score of each of `moves`, empty points, for the player to move. Equal for
    /// equivalent moves of equivalent positions, to the last bit.
    void rate(const TorusPosition& p, std::span<const std::int16_t> moves,
              std::span<float> scores) const;

  private:
    /// For each orientation and input point the steps from the rated point, as a point.
    struct Views;

    static const Views& views_for(int size);
    float score(const std::vector<std::int8_t>& board, int active, Move m, int orientation,
                std::span<float> from, std::span<float> to) const;

    TorusRules rules_;
    std::vector<RaterLayer> layers_;
    std::vector<float> output_;
    Activation activation_;
    std::size_t widest_ = 0; ///< neurons of the widest layer
    const Views* views_;
};

} // namespace tesuji
