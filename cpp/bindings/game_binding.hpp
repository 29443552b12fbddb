// One template binds every game: the members of the contract become Python methods.
#pragma once

#include "games/contract.hpp"
#include "unlocked.hpp"

#include <limits>
#include <memory>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tesuji::bindings {

/// A move passed from Python. A number out of the range of Move becomes one that is never legal, so
/// that it is rejected like every other illegal move.
struct AnyMove {
    Move move;
};

} // namespace tesuji::bindings

namespace nanobind::detail {

template <>
struct type_caster<tesuji::bindings::AnyMove> {
    NB_TYPE_CASTER(tesuji::bindings::AnyMove, const_name("int"))

    bool from_python(handle source, uint8_t flags, cleanup_list* cleanup) noexcept {
        make_caster<tesuji::Move> number;
        if (number.from_python(source, flags, cleanup)) {
            value.move = number.value;
            return true;
        }
        PyErr_Clear();
        value.move = std::numeric_limits<tesuji::Move>::max();
        return PyLong_Check(source.ptr());
    }
};

} // namespace nanobind::detail

namespace tesuji::bindings {

namespace nb = nanobind;
using namespace nb::literals;

/// A fresh numpy array of the given shape that owns its memory.
template <class T, std::size_t Dimensions>
nb::ndarray<nb::numpy, T, nb::ndim<Dimensions>>
new_array(const std::array<std::size_t, Dimensions>& shape) {
    std::size_t count = 1;
    for (auto extent : shape) count *= extent;
    T* data = new T[count];
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<Dimensions>>(data, Dimensions, shape.data(), owner);
}

using IntArray = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;

template <class F>
IntArray table(int count, F&& entry) {
    auto array = new_array<std::int32_t, 1>({static_cast<std::size_t>(count)});
    for (int i = 0; i < count; ++i) array.data()[i] = entry(i);
    return array;
}

/// A player as Python passes it: 0 or 1.
inline Player player_from(int number) {
    if (number != 0 && number != 1)
        throw BadSetup("a player is 0 or 1, not " + std::to_string(number));
    return player(number);
}

template <GameRules R>
void check_symmetry(const R& rules, int s) {
    if (s < 0 || s >= rules.num_symmetries())
        throw BadSetup("there is no symmetry number " + std::to_string(s) + "; there are " +
                       std::to_string(rules.num_symmetries()));
}

/// Adds the members of the contract to the class of a game's rules.
template <GameRules R>
void bind_rules(nb::class_<R>& cls) {
    cls.def_prop_ro("num_moves", &R::num_moves)
        .def_prop_ro("num_symmetries", &R::num_symmetries)
        .def_prop_ro("plane_shape",
                     [](const R& r) {
                         const PlaneShape s = r.plane_shape();
                         return std::tuple(s.channels, s.height, s.width);
                     })
        .def(
            "move_under",
            [](const R& r, int symmetry) {
                check_symmetry(r, symmetry);
                return table(r.num_moves(), [&](int m) { return r.move_under(symmetry, m); });
            },
            "symmetry"_a)
        .def(
            "cell_under",
            [](const R& r, int symmetry) {
                check_symmetry(r, symmetry);
                const PlaneShape shape = r.plane_shape();
                return table(shape.height * shape.width,
                             [&](int cell) { return r.cell_under(symmetry, cell); });
            },
            "symmetry"_a)
        .def("cells_of_moves",
             [](const R& r) { return table(r.num_moves(), [&](int m) { return r.cell_of(m); }); })
        .def(
            "__eq__", [](const R& a, const R& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"));
}

/// The name in Python of a class of the core that belongs to one game: "TorusMcts".
template <class Game>
std::string class_name(const char* what) {
    return std::string(Game::name) + what;
}

/// Adds an overload of `function` that returns the class that searches positions such as its
/// argument, so that Python need not know the names of classes.
template <class Argument>
void bind_class_of(nb::module_& m, const char* function, nb::handle cls) {
    m.def(function, [cls](Argument) { return nb::borrow<nb::type_object>(cls); }, "position"_a);
}

/// Puts a new position into a Python object of the same class as `like`, which may be a subclass.
template <class P>
nb::object wrap_like(nb::handle like, P&& position) {
    nb::object instance = nb::inst_alloc(like.type());
    new (nb::inst_ptr<std::decay_t<P>>(instance)) std::decay_t<P>(std::forward<P>(position));
    nb::inst_mark_ready(instance);
    return instance;
}

/// Raises the exception that quotes the move, the reason and the position.
[[noreturn]] inline void raise_illegal(nb::handle position, Move m, const char* reason) {
    nb::object error =
        nb::module_::import_("tesuji.games.contract").attr("illegal_move")(position, m, reason);
    PyErr_SetObject(error.type().ptr(), error.ptr());
    throw nb::python_error();
}

/// Binds a position class with the members of the contract; the caller adds the game's own.
template <GamePosition P>
nb::class_<P> bind_position(nb::module_& m, const char* name) {
    nb::class_<P> cls(m, name);
    cls.def(nb::init<const typename P::Rules&>(), "rules"_a)
        .def_prop_ro("rules", [](const P& p) { return p.rules(); })
        .def_prop_ro("to_move_index", [](const P& p) { return index(p.to_move()); })
        .def_prop_ro("is_over", &P::is_over)
        .def("result",
             [](const P& p) -> std::optional<std::tuple<int, float, std::string>> {
                 if (!p.is_over()) return std::nullopt;
                 const Outcome o = p.outcome();
                 return std::tuple(o.winner, o.margin, std::string(o.reason));
             })
        .def("legal_moves",
             [](const P& p) {
                 MoveList moves;
                 p.legal_moves(moves);
                 nb::object list = nb::steal(PyList_New(moves.size()));
                 for (int i = 0; i < moves.size(); ++i)
                     PyList_SET_ITEM(list.ptr(), i, PyLong_FromLong(moves[i]));
                 return nb::borrow<nb::typed<nb::list, int>>(list);
             })
        .def(
            "is_legal", [](const P& p, AnyMove any) { return p.is_legal(any.move); }, "move"_a)
        .def(
            "why_illegal",
            [](const P& p, AnyMove any) -> std::optional<std::string> {
                const char* reason = p.why_illegal(any.move);
                return reason ? std::optional<std::string>(reason) : std::nullopt;
            },
            "move"_a)
        .def(
            "after",
            [](nb::handle_t<P> self, AnyMove any) {
                const P& p = *nb::inst_ptr<P>(self);
                const Move move = any.move;
                if (const char* reason = p.why_illegal(move)) raise_illegal(self, move, reason);
                nb::object next = wrap_like(self, P(p));
                nb::inst_ptr<P>(next)->play(move);
                return next;
            },
            "move"_a, nb::sig("def after(self, move: int) -> typing.Self"))
        .def(
            "transformed",
            [](nb::handle_t<P> self, int symmetry) {
                const P& p = *nb::inst_ptr<P>(self);
                check_symmetry(p.rules(), symmetry);
                return wrap_like(self, p.transformed(symmetry));
            },
            "symmetry"_a, nb::sig("def transformed(self, symmetry: int) -> typing.Self"))
        .def("planes",
             [](const P& p) {
                 const PlaneShape s = p.rules().plane_shape();
                 auto planes = new_array<float, 3>({static_cast<std::size_t>(s.channels),
                                                    static_cast<std::size_t>(s.height),
                                                    static_cast<std::size_t>(s.width)});
                 p.encode(planes.data());
                 return planes;
             })
        .def_prop_ro("moves",
                     [](const P& p) {
                         const auto log = p.moves();
                         return std::vector<int>(log.begin(), log.end());
                     })
        .def_prop_ro("num_played", &P::num_played)
        .def_prop_ro("hash", &P::hash)
        .def("__hash__",
             [](const P& p) { return static_cast<Py_hash_t>(p.hash() & 0x7fffffffffffffffULL); })
        .def(
            "__eq__", [](const P& a, const P& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"));

    m.def(
        "play_randomly",
        [](const P& start, int games, std::uint64_t seed, int max_plies) {
            const Unlocked unlocked;
            Rng rng(seed);
            std::array<long, 4> ended{}; // won by first, by second, drawn, not finished
            long plies = 0;
            for (int game = 0; game < games; ++game) {
                P position = start;
                plies += tesuji::play_randomly(position, rng, max_plies);
                if (!position.is_over()) {
                    ++ended[3];
                    continue;
                }
                const int winner = position.outcome().winner;
                ++ended[winner >= 0 ? winner : 2];
            }
            return std::tuple(ended, plies);
        },
        "start"_a, "games"_a, "seed"_a, "max_plies"_a);
    return cls;
}

} // namespace tesuji::bindings
