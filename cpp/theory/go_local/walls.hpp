// Thermograph walls in floating point: piecewise linear functions of the temperature.
//
// Temperatures begin at 0 of area counting, which is -1 of territory counting: below it no move
// gains anything. Scores are points for Black. Sums and halves of small integers are exact; thirds,
// which kos bring, are good to 1e-12, and everything is compared with `tolerance`.
#pragma once

#include <limits>
#include <vector>

namespace tesuji::go_local {

constexpr double tolerance = 1e-9;
constexpr double hottest = 4096; ///< above every temperature of a region
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Knot {
    double temperature;
    double score;
};

/// A wall: its bends from temperature 0 up, constant above the last. Empty means that the player
/// concerned has no move: a wall infinitely bad for that player.
class Wall {
  public:
    Wall() = default;
    explicit Wall(double score) : knots_{{0, score}} {}

    bool empty() const { return knots_.empty(); }
    double at(double temperature) const;
    double mast() const { return knots_.back().score; }
    /// The temperature from which on the wall is its mast.
    double reach() const { return knots_.back().temperature; }
    const std::vector<Knot>& knots() const { return knots_; }

    void clear() { knots_.clear(); }
    void assign(double score) { knots_.assign(1, {0, score}); }
    void shift(double points);
    /// Appends a bend; one that changes nothing is left out.
    void add(double temperature, double score);
    /// Drops the last bend if it lies on the mast.
    void trim();
    bool equals(const Wall& other) const;

  private:
    std::vector<Knot> knots_;
};

/// best := the higher (or lower) of best and wall + points, at each temperature.
void raise(Wall& best, const Wall& wall, double points);
void sink(Wall& best, const Wall& wall, double points);
/// wall + slope * temperature, up to `hottest`.
Wall taxed(const Wall& wall, double slope);
/// The sum of two walls.
Wall plus(const Wall& one, const Wall& two);

/// Both walls of a game, or bounds of them.
struct Thermograph {
    Wall left;  ///< Black moves first
    Wall right; ///< White moves first

    double mast() const { return left.mast(); }
    double temperature() const;
    bool equals(const Thermograph& other) const {
        return left.equals(other.left) && right.equals(other.right);
    }
};

/// The thermograph of a position from those of its options. `black` is the highest right wall among
/// Black's options, `white` the lowest left wall among White's; moves are taxed here. `score` is
/// the count if both pass at temperature 0.
void close(const Wall& black, const Wall& white, double score, Thermograph& graph);

} // namespace tesuji::go_local
