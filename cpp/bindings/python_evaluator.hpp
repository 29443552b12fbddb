// A Python callable as the evaluator of a search.
#pragma once

#include "evaluations_binding.hpp"
#include "python_position.hpp"
#include "search/mcts_leaf.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <span>
#include <utility>

namespace tesuji::bindings {

/// The inputs that an evaluator gets for a position.
template <GamePosition P>
struct Inputs {
    PlaneShape shape;
    std::function<void(const P&, float*)> encode; ///< writes [channels][height][width]

    /// The planes of the game.
    static Inputs of(const typename P::Rules& rules) {
        return {rules.plane_shape(), [](const P& p, float* planes) { p.encode(planes); }};
    }
};

/// A Python callable as an evaluator: it is given the inputs [n, channels, height, width] and
/// returns logits [n, num_moves] and values [n] for the players to move, and where the search
/// carries leads, points [n] for them. All float32.
template <GamePosition P>
class PythonEvaluator final : public LeafEvaluator<P> {
  public:
    PythonEvaluator(nb::callable function, Inputs<P> inputs)
        : function_(nb::object(std::move(function))), inputs_(std::move(inputs)) {}

    void evaluate(std::span<const P* const> positions, std::span<float> logits,
                  std::span<float> values, std::span<float> leads) override {
        const PlaneShape shape = inputs_.shape;
        const auto cells = static_cast<std::size_t>(shape.channels) *
                           static_cast<std::size_t>(shape.height * shape.width);
        if (cells == 0) throw BadSetup("this game has no planes, so an evaluator has no input");
        auto planes = std::make_unique<float[]>(positions.size() * cells);
        for (std::size_t i = 0; i < positions.size(); ++i)
            inputs_.encode(*positions[i], planes.get() + i * cells);

        const nb::gil_scoped_acquire locked;
        nb::capsule owner(planes.get(), [](void* p) noexcept { delete[] static_cast<float*>(p); });
        const std::array<std::size_t, 4> extents{
            positions.size(), static_cast<std::size_t>(shape.channels),
            static_cast<std::size_t>(shape.height), static_cast<std::size_t>(shape.width)};
        nb::ndarray<nb::numpy, float, nb::ndim<4>> batch(planes.release(), 4, extents.data(),
                                                         owner);
        const nb::object answer = function_.get()(batch);
        const std::size_t wanted = leads.empty() ? 2 : 3;
        if (!nb::isinstance<nb::sequence>(answer) || nb::len(answer) != wanted)
            throw BadSetup(leads.empty() ? "an evaluator must return two arrays: logits and values"
                                         : "an evaluator of a search that carries leads must "
                                           "return three arrays: logits, values and leads");
        const auto num_moves = static_cast<std::size_t>(positions[0]->rules().num_moves());
        const auto given = checked_evaluations(answer[0], answer[1], positions.size(), num_moves);
        std::ranges::copy_n(given.logits.data(), given.logits.size(), logits.data());
        std::ranges::copy_n(given.values.data(), given.values.size(), values.data());
        if (!leads.empty()) {
            const auto points = checked_row(answer[2], positions.size(), "leads");
            std::ranges::copy_n(points.data(), points.size(), leads.data());
        }
    }

    const HeldObject& function() const { return function_; }
    /// Drops the reference to the callable, for the garbage collector; with the GIL.
    void forget() { function_ = HeldObject(nb::none()); }

  private:
    HeldObject function_;
    Inputs<P> inputs_;
};

} // namespace tesuji::bindings
