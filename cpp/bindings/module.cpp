// The Python module of the core. It only calls the bindings; each game binds itself.
#include "bindings.hpp"
#include "games/all.hpp"

#include <nanobind/nanobind.h>

namespace nb = nanobind;
using namespace tesuji;

// A portable build compiles this file several times, once for each instruction set, under the
// name that CMake gives.
#define TESUJI_MODULE(name, variable) NB_MODULE(name, variable)

TESUJI_MODULE(TESUJI_CORE_NAME, m) {
    m.doc() = "The C++ core of Tesuji: rules and search.";
    // Games are cached for the life of the process, so some objects outlive the interpreter's
    // shutdown by design; that is not worth a warning to the user.
    nb::set_leak_warnings(false);

    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const BadSetup& e) {
            const auto error = nb::module_::import_("tesuji.errors").attr("SetupError");
            PyErr_SetString(error.ptr(), e.what());
        }
    });

    bindings::bind_unlocked(m);
    bindings::bind_search_types(m);
    bindings::bind_mcts_options(m);
    bindings::bind_proof_types(m);
    AllGames::for_each([&]<class Game>() { Game::bind(m); });
    bindings::bind_mcts(m);
    bindings::bind_self_play(m);
    bindings::bind_alphabeta(m);
    bindings::bind_proof(m);
    bindings::bind_evolution(m);
    bindings::bind_torus_raters(m);
    bindings::bind_go_local(m);
}
