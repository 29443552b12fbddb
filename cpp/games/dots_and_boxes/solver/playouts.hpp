// Judging positions of Dots and Boxes on boards of any size, for a tree search: quiet moves at
// random until every move gives something away, then the endgame by chains.
#pragma once

#include "endgames.hpp"
#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "search/mcts_leaf.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::dots {

/// Lines that are open, and how many of them each box has. Cheap to copy.
class OpenLines {
  public:
    static constexpr int ground = DotsAndBoxesRules::max_boxes;

    /// Which lines and boxes are beside each other.
    struct Geometry {
        explicit Geometry(const DotsAndBoxesRules& rules);
        int num_lines;
        int num_boxes;
        std::array<std::array<std::uint8_t, 2>, DotsAndBoxesRules::max_lines> boxes_beside;
        std::array<std::array<std::uint8_t, 4>, DotsAndBoxesRules::max_boxes> lines_round;
    };

    OpenLines(const Geometry& geometry, const DotsAndBoxesPosition& position);

    bool is_open(int line) const { return open_[line]; }
    int degree(int box) const { return degree_[box]; }
    /// Draws a line; returns how many boxes it closes.
    int draw(int line);
    /// Whether drawing `line` gives the opponent nothing to capture.
    bool is_safe(int line) const;
    /// The open line of a box other than `except`; the box must have one.
    int open_line(int box, int except = -1) const;
    int across(int line, int box) const;

    const Geometry& geometry() const { return *geometry_; }

  private:
    const Geometry* geometry_;
    std::array<bool, DotsAndBoxesRules::max_lines> open_;
    std::array<std::uint8_t, DotsAndBoxesRules::max_boxes + 1> degree_{};
};

/// Priors for the moves that theory leaves to choose from, and values from playouts.
class ChainEvaluator final : public LeafEvaluator<DotsAndBoxesPosition> {
  public:
    /// `playouts` are played for each position that is judged.
    ChainEvaluator(const DotsAndBoxesRules& rules, int playouts, std::uint64_t seed);

    void evaluate(std::span<const DotsAndBoxesPosition* const> positions, std::span<float> logits,
                  std::span<float> values, std::span<float> /*leads*/) override;

  private:
    float value_of(const DotsAndBoxesPosition& position, Rng& rng) const;

    OpenLines::Geometry geometry_;
    int num_moves_;
    int playouts_;
    std::uint64_t seed_;
};

/// Two judges of one position: a network, and the theory of chains, which also says which moves are
/// worth a look.
class MixedEvaluator final : public LeafEvaluator<DotsAndBoxesPosition> {
  public:
    /// Values are those of `network` for `share`, and those of `chains` for the rest.
    MixedEvaluator(std::shared_ptr<LeafEvaluator<DotsAndBoxesPosition>> network,
                   std::shared_ptr<LeafEvaluator<DotsAndBoxesPosition>> chains, float share);

    void evaluate(std::span<const DotsAndBoxesPosition* const> positions, std::span<float> logits,
                  std::span<float> values, std::span<float> leads) override;

  private:
    std::shared_ptr<LeafEvaluator<DotsAndBoxesPosition>> network_;
    std::shared_ptr<LeafEvaluator<DotsAndBoxesPosition>> chains_;
    float share_;
};

} // namespace tesuji::dots
