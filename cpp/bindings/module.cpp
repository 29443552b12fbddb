// The Python module of the core. It only lists what there is; each game binds itself.
#include "bindings.hpp"
#include "games/basics.hpp"

#include <nanobind/nanobind.h>

namespace nb = nanobind;
using namespace tesuji;

// A portable build compiles this file several times, once for each instruction set, under the
// name that CMake gives.
#define TESUJI_MODULE(name, variable) NB_MODULE(name, variable)

TESUJI_MODULE(TESUJI_CORE_NAME, m) {
    m.doc() = "The C++ core of Tesuji: rules and search.";

    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const BadSetup& e) {
            const auto error = nb::module_::import_("tesuji.errors").attr("SetupError");
            PyErr_SetString(error.ptr(), e.what());
        }
    });

    bindings::bind_torus(m);
    bindings::bind_dots_and_boxes(m);
    bindings::bind_go(m);
    bindings::bind_gomoku(m);
}
