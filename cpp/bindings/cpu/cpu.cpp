// Tells a portable build which of its cores this machine can run. It is a module of its own
// because it must load on every machine, before one of the cores is chosen.
#include <nanobind/nanobind.h>

NB_MODULE(_cpu, m) {
    m.doc() = "What the processor can do.";
    m.def("has_x86_64_v3", [] {
        __builtin_cpu_init();
        return __builtin_cpu_supports("x86-64-v3") != 0;
    });
}
