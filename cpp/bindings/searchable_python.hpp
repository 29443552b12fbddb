// A game written in Python, for the searches that keep a table of positions.
#pragma once

#include "python_position.hpp"

namespace tesuji::bindings {

/// Whether the history of a game can make moves illegal: its Game may have an attribute
/// `history_matters`. If it has none the answer is yes, and a proof is used only for the sequence
/// of moves for which it was made, which is slower but always right. With False, a game promises
/// that positions with the same hash and the same legal moves are the same.
class SearchablePython : public PythonPosition {
  public:
    /// With the GIL.
    explicit SearchablePython(const nb::object& position)
        : PythonPosition(position),
          history_matters_(nb::cast<bool>(
              nb::getattr(position.attr("game"), "history_matters", nb::bool_(true)))) {}

    bool history_matters() const { return history_matters_; }
    SearchablePython transformed(int s) const {
        return SearchablePython(PythonPosition::transformed(s), history_matters_);
    }

  private:
    SearchablePython(PythonPosition position, bool history_matters)
        : PythonPosition(std::move(position)), history_matters_(history_matters) {}

    bool history_matters_;
};

static_assert(GamePosition<SearchablePython>);

} // namespace tesuji::bindings
