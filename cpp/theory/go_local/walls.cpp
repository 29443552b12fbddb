#include "walls.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tesuji::go_local {

namespace {

/// Traverses two walls at once, from bend to bend.
class Sweep {
  public:
    Sweep(const std::vector<Knot>& one, const std::vector<Knot>& two) : walls_{&one, &two} {}

    /// Both scores at the current temperature of the sweep.
    double score(int wall) const {
        const auto& knots = *walls_[wall];
        const std::size_t i = at_[wall];
        if (i + 1 == knots.size()) return knots[i].score;
        const Knot& a = knots[i];
        const Knot& b = knots[i + 1];
        return a.score + (b.score - a.score) * (temperature_ - a.temperature) /
                             (b.temperature - a.temperature);
    }
    double temperature() const { return temperature_; }
    /// The temperature of the next bend of either wall; infinity when there is none.
    double next() const { return std::min(next_of(0), next_of(1)); }
    void advance() {
        temperature_ = next();
        for (int wall = 0; wall < 2; ++wall)
            while (next_of(wall) <= temperature_) ++at_[wall];
    }

  private:
    double next_of(int wall) const {
        const auto& knots = *walls_[wall];
        return at_[wall] + 1 < knots.size() ? knots[at_[wall] + 1].temperature : infinity;
    }

    const std::vector<Knot>* walls_[2];
    std::size_t at_[2] = {0, 0};
    double temperature_ = 0;
};

/// best := max(sign * best, sign * (wall + points)) * sign.
void envelope(Wall& best, const Wall& wall, double points, double sign) {
    if (best.empty()) {
        best = wall;
        best.shift(points);
        return;
    }
    static thread_local Wall result;
    result.clear();
    Sweep sweep(best.knots(), wall.knots());
    double before = 0, lead = 0, mine = 0;
    bool first = true;
    while (true) {
        const double t = sweep.temperature();
        const double a = sweep.score(0), b = sweep.score(1) + points;
        const double gap = sign * (a - b);
        if (!first &&
            ((lead > tolerance && gap < -tolerance) || (lead < -tolerance && gap > tolerance))) {
            const double share = lead / (lead - gap);
            result.add(before + share * (t - before), mine + share * (a - mine));
        }
        result.add(t, gap >= 0 ? a : b);
        if (sweep.next() == infinity) break;
        before = t, lead = gap, mine = a, first = false;
        sweep.advance();
    }
    result.trim();
    std::swap(best, result);
}

} // namespace

double Wall::at(double temperature) const {
    const auto above = std::ranges::upper_bound(knots_, temperature, {}, &Knot::temperature);
    if (above == knots_.end()) return mast();
    if (above == knots_.begin()) return knots_.front().score;
    const Knot& a = *(above - 1);
    return a.score + (above->score - a.score) * (temperature - a.temperature) /
                         (above->temperature - a.temperature);
}

void Wall::shift(double points) {
    for (Knot& knot : knots_) knot.score += points;
}

void Wall::add(double temperature, double score) {
    if (!knots_.empty() && temperature - knots_.back().temperature < tolerance) return;
    if (knots_.size() >= 2) {
        const Knot& a = knots_[knots_.size() - 2];
        Knot& b = knots_.back();
        const double slope = (b.score - a.score) / (b.temperature - a.temperature);
        if (std::abs(a.score + slope * (temperature - a.temperature) - score) < tolerance) {
            b = {temperature, score};
            return;
        }
    }
    knots_.push_back({temperature, score});
}

void Wall::trim() {
    while (knots_.size() >= 2 &&
           std::abs(knots_.back().score - knots_[knots_.size() - 2].score) < tolerance)
        knots_.pop_back();
}

bool Wall::equals(const Wall& other) const {
    return std::ranges::equal(knots_, other.knots_, [](const Knot& a, const Knot& b) {
        return std::abs(a.temperature - b.temperature) < tolerance &&
               std::abs(a.score - b.score) < tolerance;
    });
}

void raise(Wall& best, const Wall& wall, double points) {
    envelope(best, wall, points, 1);
}

void sink(Wall& best, const Wall& wall, double points) {
    envelope(best, wall, points, -1);
}

Wall plus(const Wall& one, const Wall& two) {
    Wall result;
    Sweep sweep(one.knots(), two.knots());
    while (true) {
        result.add(sweep.temperature(), sweep.score(0) + sweep.score(1));
        if (sweep.next() == infinity) break;
        sweep.advance();
    }
    result.trim();
    return result;
}

double Thermograph::temperature() const {
    return std::max(left.reach(), right.reach());
}

Wall taxed(const Wall& wall, double slope) {
    Wall result;
    for (const Knot& knot : wall.knots())
        result.add(knot.temperature, knot.score + slope * knot.temperature);
    result.add(hottest, wall.mast() + slope * hottest);
    return result;
}

void close(const Wall& black, const Wall& white, double score, Thermograph& graph) {
    graph.left.clear();
    graph.right.clear();
    if (black.empty() || white.empty()) {
        const double low = black.empty() ? -infinity : black.at(0);
        const double high = white.empty() ? infinity : white.at(0);
        const double mast = std::clamp(score, low, high);
        graph.left.assign(mast);
        graph.right.assign(mast);
        return;
    }
    Sweep sweep(black.knots(), white.knots());
    double a = sweep.score(0), b = sweep.score(1);
    bool frozen = a < b - tolerance; // neither side gains by a move: both pass
    double mast = frozen ? std::clamp(score, a, b) : 0;
    while (true) {
        double t = sweep.temperature();
        const double end = sweep.next();
        a = sweep.score(0) - t;
        b = sweep.score(1) + t;
        double rise = -1, fall = 1; // the slopes of the scaffolds up to the next bend
        if (end != infinity) {
            sweep.advance();
            rise = (sweep.score(0) - end - a) / (end - t);
            fall = (sweep.score(1) + end - b) / (end - t);
        }
        while (true) {
            double step = infinity;
            double push = 0;
            if (a > b + tolerance || (a > b - tolerance && rise > fall + tolerance)) {
                frozen = false;
                graph.left.add(t, a);
                graph.right.add(t, b);
                if (rise < fall - tolerance) step = (a - b) / (fall - rise);
            } else {
                // A mast is vertical unless a scaffold pushes it, which happens with kos.
                if (!frozen) mast = a;
                frozen = true;
                if (mast < a + tolerance) push = std::max(0.0, rise);
                if (mast > b - tolerance) push = std::min(push, fall);
                if (rise > push + tolerance) step = (mast - a) / (rise - push);
                if (fall < push - tolerance) step = std::min(step, (b - mast) / (push - fall));
                step = std::max(step, 0.0);
                graph.left.add(t, mast);
                graph.right.add(t, mast);
            }
            if (step == infinity || t + step >= end - tolerance) {
                if (frozen && end != infinity) mast += push * (end - t);
                break;
            }
            if (frozen) mast += push * step;
            if (step < tolerance) step = tolerance;
            t += step;
            a += rise * step;
            b += fall * step;
        }
        if (end == infinity) break;
    }
    graph.left.trim();
    graph.right.trim();
}

} // namespace tesuji::go_local
