// A game written in Python, wrapped for the core: each operation takes the GIL and calls the Python
// object (tesuji.games.contract).
#pragma once

#include "games/contract.hpp"

#include <algorithm>
#include <memory>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::bindings {

namespace nb = nanobind;

/// A Python object that may be held, copied and dropped without the GIL.
class HeldObject {
  public:
    /// With the GIL.
    explicit HeldObject(nb::object object)
        : object_(new nb::object(std::move(object)), [](nb::object* held) {
              const nb::gil_scoped_acquire locked;
              delete held;
          }) {}
    /// With the GIL.
    const nb::object& get() const { return *object_; }
    bool operator==(const HeldObject& o) const { return object_->is(*o.object_); }

  private:
    std::shared_ptr<const nb::object> object_;
};

/// A whole number of a game written in Python, with the GIL. `what` names it for the author.
inline int whole_number(const nb::handle& value, const char* what) {
    const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
    int overflow = 0;
    const long given = number.is_valid() ? PyLong_AsLongAndOverflow(number.ptr(), &overflow) : 0;
    if (number.is_valid() && overflow == 0 && std::in_range<int>(given))
        return static_cast<int>(given);
    PyErr_Clear();
    throw BadSetup(std::string(what) + " must be a whole number, not " +
                   nb::cast<std::string>(nb::repr(value)));
}

class PythonRules {
  public:
    /// With the GIL.
    explicit PythonRules(nb::object game)
        : num_moves_(whole_number(game.attr("num_moves"), "num_moves")),
          num_symmetries_(whole_number(game.attr("num_symmetries"), "num_symmetries")),
          shape_{0, 0, 0}, game_(game) {
        if (num_moves_ < 1 || num_moves_ > max_moves)
            throw BadSetup("search can handle games of 1 to " + std::to_string(max_moves) +
                           " moves, not " + std::to_string(num_moves_));
        const nb::object shape = game.attr("plane_shape");
        if (!shape.is_none())
            shape_ = {nb::cast<int>(shape[0]), nb::cast<int>(shape[1]), nb::cast<int>(shape[2])};
    }

    int num_moves() const { return num_moves_; }
    /// All zero for a game that has no planes.
    PlaneShape plane_shape() const { return shape_; }
    int cell_of(Move m) const {
        return entry([](auto& g) { return g.attr("cells_of_moves")(); }, m);
    }
    int num_symmetries() const { return num_symmetries_; }
    Move move_under(int s, Move m) const {
        return entry([s](auto& g) { return g.attr("move_under")(s); }, m);
    }
    int cell_under(int s, int cell) const {
        return entry([s](auto& g) { return g.attr("cell_under")(s); }, cell);
    }
    bool operator==(const PythonRules& o) const {
        const nb::gil_scoped_acquire locked;
        return game_.get().equal(o.game_.get());
    }

  private:
    template <class Table>
    int entry(Table&& table, int i) const {
        const nb::gil_scoped_acquire locked;
        return nb::cast<int>(nb::object(table(game_.get())[i]).attr("__int__")());
    }

    int num_moves_;
    int num_symmetries_;
    PlaneShape shape_;
    HeldObject game_;
};

class PythonPosition {
  public:
    using Rules = PythonRules;

    /// With the GIL. `position` is a tesuji.games.contract.Position.
    explicit PythonPosition(nb::object position)
        : rules_(std::make_shared<const PythonRules>(position.attr("game"))), object_(position) {
        read();
    }

    const PythonRules& rules() const { return *rules_; }
    Player to_move() const { return to_move_; }
    bool is_over() const { return over_; }
    Outcome outcome() const { return outcome_; }

    void legal_moves(MoveList& moves) const {
        for (const std::int16_t m : legal()) moves.push(m);
    }
    bool is_legal(Move m) const { return std::ranges::binary_search(legal(), m); }
    const char* why_illegal(Move m) const {
        if (is_legal(m)) return nullptr;
        return over_ ? "the game is over" : "the rules do not allow it";
    }
    Move random_move(Rng& rng) const {
        const auto& moves = legal();
        if (moves.empty()) return no_move;
        return moves[static_cast<std::size_t>(rng.below(static_cast<int>(moves.size())))];
    }
    void play(Move m) {
        const nb::gil_scoped_acquire locked;
        object_ = HeldObject(object_.get().attr("after")(m));
        ++num_played_;
        read();
    }

    std::uint64_t hash() const {
        const nb::gil_scoped_acquire locked;
        return static_cast<std::uint64_t>(nb::hash(object_.get()));
    }
    PythonPosition transformed(int s) const {
        const nb::gil_scoped_acquire locked;
        PythonPosition other = *this;
        other.object_ = HeldObject(object_.get().attr("transformed")(s));
        other.read();
        return other;
    }
    void encode(float* planes) const {
        const nb::gil_scoped_acquire locked;
        using Planes = nb::ndarray<const float, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
        const auto array = nb::cast<Planes>(object_.get().attr("planes")());
        const PlaneShape shape = rules_->plane_shape();
        if (static_cast<int>(array.shape(0)) != shape.channels ||
            static_cast<int>(array.shape(1)) != shape.height ||
            static_cast<int>(array.shape(2)) != shape.width)
            throw BadSetup("planes() does not have the shape that plane_shape names");
        std::copy_n(array.data(), array.size(), planes);
    }
    int num_played() const { return num_played_; }

  private:
    /// Reads what nearly every position is asked for; with the GIL.
    void read() {
        legal_.reset();
        const nb::object& position = object_.get();
        const int mover = whole_number(position.attr("to_move"), "to_move");
        if (mover != 0 && mover != 1) throw BadSetup("to_move must be 0 or 1");
        to_move_ = player(mover);
        const nb::object outcome = position.attr("outcome");
        over_ = !outcome.is_none();
        if (!over_) return;
        const nb::object winner = outcome.attr("winner");
        const auto margin =
            static_cast<float>(nb::cast<double>(nb::float_(outcome.attr("margin"))));
        outcome_ = {winner.is_none() ? -1 : whole_number(winner, "the winner of a game"), margin,
                    "the game is over"};
        if (outcome_.winner < -1 || outcome_.winner > 1)
            throw BadSetup("the winner of a game is 0, 1 or None");
    }

    /// In increasing order; read only once.
    const std::vector<std::int16_t>& legal() const {
        if (legal_) return *legal_;
        auto moves = std::make_shared<std::vector<std::int16_t>>();
        if (!over_) {
            const nb::gil_scoped_acquire locked;
            for (const nb::handle item : object_.get().attr("legal_moves")()) {
                const int m = whole_number(item, "a move of legal_moves()");
                if (m < 0 || m >= rules_->num_moves())
                    throw BadSetup("legal_moves() names the move " + std::to_string(m) +
                                   ", but there are " + std::to_string(rules_->num_moves()));
                moves->push_back(static_cast<std::int16_t>(m));
            }
            std::ranges::sort(*moves);
            if (moves->empty()) throw BadSetup("a position without outcome has no legal move");
        }
        legal_ = std::move(moves);
        return *legal_;
    }

    std::shared_ptr<const PythonRules> rules_;
    HeldObject object_;
    mutable std::shared_ptr<const std::vector<std::int16_t>> legal_;
    Outcome outcome_{};
    int num_played_ = 0;
    Player to_move_ = Player::first;
    bool over_ = false;
};

static_assert(GameRules<PythonRules>);
static_assert(GamePosition<PythonPosition>);

} // namespace tesuji::bindings
