// Monte-Carlo tree search, once for each game and once for all games written in Python.
#include "bindings.hpp"
#include "game_binding.hpp"
#include "games/all.hpp"
#include "options_binding.hpp"
#include "python_evaluator.hpp"
#include "python_position.hpp"
#include "search/mcts.hpp"
#include "search/mcts_tuned.hpp"
#include "search_binding.hpp"

namespace tesuji::bindings {

namespace {

template <GamePosition P>
struct BoundMcts {
    BoundMcts(const P& root, const MctsOptions& options, const std::optional<nb::callable>& f)
        : BoundMcts(root, options, f, Inputs<P>::of(root.rules())) {}

    BoundMcts(const P& root, const MctsOptions& options, const std::optional<nb::callable>& f,
              Inputs<P> inputs)
        : evaluator(f ? std::make_shared<PythonEvaluator<P>>(*f, std::move(inputs)) : nullptr),
          search(root, options, evaluator) {}

    SearchReport run(SearchControl& control, const ProgressCallback& progress) {
        const InUse guard(in_use);
        return run_unlocked(control, progress, [this](SearchControl& c) { return search.run(c); });
    }

    std::shared_ptr<PythonEvaluator<P>> evaluator;
    Mcts<P> search;
    std::atomic<bool> in_use{false};
};

/// An evaluator is often a method of the object that holds the search: a cycle, which the garbage
/// collector finds and breaks with these two.
template <GamePosition P>
int traverse_mcts(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (!nb::inst_ready(self)) return 0;
    const auto& evaluator = nb::inst_ptr<BoundMcts<P>>(self)->evaluator;
    if (evaluator) Py_VISIT(evaluator->function().get().ptr());
    return 0;
}

template <GamePosition P>
int clear_mcts(PyObject* self) {
    const auto& evaluator = nb::inst_ptr<BoundMcts<P>>(self)->evaluator;
    if (evaluator) evaluator->forget();
    return 0;
}

template <GamePosition P>
PyType_Slot mcts_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(&traverse_mcts<P>)},
    {Py_tp_clear, reinterpret_cast<void*>(&clear_mcts<P>)},
    {0, nullptr},
};

constexpr const char* run_doc =
    "Searches until a limit is reached, the search is stopped, or the root is proven.";

/// Binds Mcts<P>; the caller adds the constructor and the setter of the root.
template <GamePosition P>
nb::class_<BoundMcts<P>> bind_mcts_class(nb::module_& m, const std::string& name) {
    using Self = BoundMcts<P>;
    nb::class_<Self> cls(m, name.c_str(), nb::type_slots(mcts_slots<P>));
    cls.def(
           "run",
           [](Self& self, SearchControl& control, const ProgressCallback& progress) {
               return self.run(control, progress);
           },
           "control"_a, "progress"_a = nb::none(), run_doc)
        .def(
            "run",
            [](Self& self, std::int64_t simulations, std::int64_t nodes, double seconds, int depth,
               std::size_t memory, const ProgressCallback& progress, double progress_interval) {
                SearchControl control(checked_budget(simulations, nodes, seconds, depth, memory));
                control.progress_interval = progress_interval;
                return self.run(control, progress);
            },
            nb::kw_only(), "simulations"_a = 0, "nodes"_a = 0, "seconds"_a = 0.0, "depth"_a = 0,
            "memory"_a = Budget().memory, "progress"_a = nb::none(), "progress_interval"_a = 0.1,
            run_doc)
        .def(
            "report",
            [](Self& self) {
                const InUse guard(self.in_use);
                return self.search.report();
            },
            "What is known now.")
        .def(
            "advance",
            [](Self& self, Move move) {
                const InUse guard(self.in_use);
                return self.search.advance(move);
            },
            "move"_a,
            "Plays a move at the root and keeps the tree below it; returns whether there was one.")
        .def(
            "allow_only",
            [](Self& self, std::vector<Move> moves) {
                const InUse guard(self.in_use);
                self.search.allow_only(std::move(moves));
            },
            "moves"_a, "Restarts the search with only these moves of the root.")
        .def(
            "choose",
            [](Self& self, double temperature, std::uint64_t seed) {
                const InUse guard(self.in_use);
                if (!(temperature >= 0)) throw BadSetup("a temperature must not be negative");
                Rng rng(seed);
                return self.search.choose(temperature, rng);
            },
            "temperature"_a = 0.0, "seed"_a = 0,
            "The best move, or one drawn by visits ** (1 / temperature); -1 before a search.")
        .def(
            "policy",
            [](Self& self) {
                const InUse guard(self.in_use);
                const std::vector<float> policy = self.search.policy();
                auto array = new_array<float, 1>({policy.size()});
                std::ranges::copy(policy, array.data());
                return array;
            },
            "The target to train a policy with, float32 [num_moves].")
        .def_prop_ro(
            "value", [](const Self& self) { return self.search.value(); },
            "Mean value of the root for the player to move.")
        .def_prop_ro(
            "visits", [](const Self& self) { return self.search.root_visits(); },
            "Simulations that the tree holds.")
        .def_prop_ro("nodes", [](const Self& self) { return self.search.num_nodes(); })
        .def_prop_ro("memory", [](const Self& self) { return self.search.memory(); })
        .def_prop_ro("options", [](const Self& self) { return self.search.options(); })
        .def_static(
            "tuned",
            [](const nb::kwargs& given) { return changed_options(tuned_options<P>(), given); },
            "The options that are strongest in this game, changed by those given by name.");
    return cls;
}

/// A search whose evaluator gets inputs other than the planes of the game.
template <GamePosition P, class OtherInputs>
void bind_other_inputs(nb::class_<BoundMcts<P>>& cls) {
    cls.def(
        "__init__",
        [](BoundMcts<P>* self, const P& position, const MctsOptions& options,
           const nb::callable& evaluator, const OtherInputs& inputs) {
            const auto encode = [inputs](const P& p, float* planes) { inputs.encode(p, planes); };
            new (self) BoundMcts<P>(position, options, evaluator,
                                    {inputs.plane_shape(position.rules()), encode});
        },
        "position"_a, "options"_a, "evaluator"_a, "inputs"_a);
}

template <class Game>
void bind_mcts_for(nb::module_& m) {
    using P = typename Game::Position;
    using Self = BoundMcts<P>;
    auto cls = bind_mcts_class<P>(m, class_name<Game>("Mcts"));
    bind_class_of<const P&>(m, "mcts_class", cls);
    cls.def(nb::init<const P&, const MctsOptions&, const std::optional<nb::callable>&>(),
            "position"_a, "options"_a = tuned_options<P>(), "evaluator"_a = nb::none())
        .def(
            "set_root",
            [](Self& self, const P& position) {
                const InUse guard(self.in_use);
                self.search.set_root(position);
            },
            "position"_a)
        .def_prop_ro("position", [](const Self& self) { return self.search.position(); });
    if constexpr (requires { typename Game::OtherInputs; })
        bind_other_inputs<P, typename Game::OtherInputs>(cls);
}

void bind_python_mcts(nb::module_& m) {
    using Self = BoundMcts<PythonPosition>;
    auto cls = bind_mcts_class<PythonPosition>(m, "PythonMcts");
    bind_class_of<const nb::object&>(m, "mcts_class", cls);
    cls.def(
           "__init__",
           [](Self* self, const nb::object& position, const MctsOptions& options,
              const std::optional<nb::callable>& evaluator) {
               if (options.threads > 1)
                   throw BadSetup("a game written in Python is searched by one thread");
               new (self) Self(PythonPosition(position), options, evaluator);
           },
           "position"_a, "options"_a = MctsOptions(), "evaluator"_a = nb::none())
        .def(
            "set_root",
            [](Self& self, const nb::object& position) {
                const InUse guard(self.in_use);
                self.search.set_root(PythonPosition(position));
            },
            "position"_a);
}

} // namespace

void bind_mcts_options(nb::module_& m) {
    bind_option_info(m);
    bind_options<MctsOptions>(m, "MctsOptions", "How a Monte-Carlo tree search behaves.");
}

void bind_mcts(nb::module_& m) {
    AllGames::for_each([&]<class Game>() { bind_mcts_for<Game>(m); });
    bind_python_mcts(m); // takes any object, so it comes last
}

} // namespace tesuji::bindings
