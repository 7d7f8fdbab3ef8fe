"""How the code is laid out: who imports whom, how long modules and signatures are, what an import loads."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import oddchip.evaluator

ROOT = Path(oddchip.evaluator.__file__).resolve().parents[1]
LAYERS = ("evaluator", "equity", "rules", "cli", "benchmarks")  # each may import itself and those before it
SUITES = "benchmarks/suites/"  # not installed
BENCH = "cli/bench_command.py"  # may import the benchmarks, when it runs
FILES = {
    f"{package}/{path.relative_to(ROOT / package)}": path
    for package in LAYERS
    for path in sorted((ROOT / package).rglob("*.py"))
    if not f"{package}/{path.relative_to(ROOT / package)}".startswith(SUITES)
}
KERNEL_FILES = {name: path for name, path in FILES.items() if path.name.startswith("_kernels")}
KERNEL_MARKS = ("kernel", "kernel_reordering_sums")
OURS = "oddchip."


def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_of(name, path):
    """Return the full names of the modules and objects that a file imports, wherever in the file."""
    package = [OURS.rstrip("."), *Path(name).parts[:-1]]
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


def run_python(code, *options):
    command = [sys.executable, "-P", *options, "-c", code]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.split()


def test_there_is_something_to_look_at():
    assert {name.split("/")[0] for name in FILES} == set(LAYERS)
    for name in ("evaluator/_kernels.py", "equity/_kernels.py", "equity/_kernels_patterns.py"):
        assert kernel_functions(KERNEL_FILES[name])


@pytest.mark.parametrize("name", FILES)
def test_imports_point_down(name):
    own_layer = LAYERS.index(name.split("/")[0])
    for imported in imports_of(name, FILES[name]):
        parts = imported.split(".")
        assert parts[0] not in LAYERS, f"{imported} must be imported as {OURS}{imported}"
        if parts[0] == "oddchip" and not (name == BENCH and parts[1] == "benchmarks"):
            assert parts[1] in LAYERS[: own_layer + 1], f"{name} imports {imported}"


def test_benchmarks_are_imported_only_when_they_run():
    at_top = [node for node in tree_of(FILES[BENCH]).body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not any("benchmarks" in ast.unparse(node) for node in at_top)
    assert any(name.startswith(f"{OURS}benchmarks.") for name in imports_of(BENCH, FILES[BENCH]))


def test_benchmarks_need_no_pytest():
    for name, path in FILES.items():
        assert not any(imported.startswith("pytest") for imported in imports_of(name, path)), name


@pytest.mark.parametrize("name", KERNEL_FILES)
def test_kernel_files_import_only_kernels(name):
    """What a kernel imports is frozen into its compiled code, whose cache sees no other files change."""
    for imported in imports_of(name, KERNEL_FILES[name]):
        if imported.startswith(OURS):
            module = imported.split(".")[2]
            assert module == "_jit" or module.startswith("_kernels"), imported


def kernel_functions(path):
    return [
        node
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(mark, ast.Name) and mark.id in KERNEL_MARKS for mark in node.decorator_list)
    ]


@pytest.mark.parametrize("name", KERNEL_FILES)
def test_kernels_take_at_most_eight_arguments(name):
    for kernel in kernel_functions(KERNEL_FILES[name]):
        assert len(kernel.args.args) <= 8, kernel.name


@pytest.mark.parametrize("name", sorted(set(FILES) - set(KERNEL_FILES)))
def test_kernels_are_nowhere_else(name):
    assert not kernel_functions(FILES[name])


@pytest.mark.parametrize("name", FILES)
def test_modules_have_at_most_400_lines(name):
    assert len(FILES[name].read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("package", ["evaluator", "equity", "rules"])
def test_public_names_are_no_modules(package):
    """A module of the same name would hide it from those who import the package after the module."""
    whole = importlib.import_module(f"oddchip.{package}")
    modules = {Path(name).stem for name in FILES if name.startswith(f"{package}/")}
    for name in modules:
        importlib.import_module(f"oddchip.{package}.{name}")
    for name in whole.__all__:
        assert not isinstance(getattr(whole, name), ModuleType), name


@pytest.mark.parametrize("package", LAYERS)
def test_every_module_can_be_imported_first(package):
    modules = [
        ".".join(["oddchip", *Path(name).with_suffix("").parts]).removesuffix(".__init__")
        for name in FILES
        if name.startswith(f"{package}/") and Path(name).stem != "__main__"
    ]
    code = f"""
import importlib, sys
for name in {modules!r}:
    for loaded in [loaded for loaded in sys.modules if loaded.split(".")[0] == "oddchip"]:
        del sys.modules[loaded]
    importlib.import_module(name)
    print(name)
"""
    assert run_python(code, "-W", "error") == modules


@pytest.mark.parametrize(
    "code",
    [
        "import oddchip.evaluator",
        "from oddchip.evaluator import evaluate; evaluate('AhKh2h7h9h3c3d')",
        "from oddchip.evaluator import evaluation_of; evaluation_of('AhKh2h7h9h3c3d')",
    ],
)
def test_a_single_hand_needs_no_numba(code):
    loaded = run_python(f"import sys; {code}; print(*sys.modules)")
    assert "oddchip.evaluator.single" in loaded
    assert not {"numba", "llvmlite"} & set(loaded)


def test_arrays_need_numba():
    """The test above would notice: this is what loads it."""
    assert "numba" in run_python(
        "import sys; from oddchip.evaluator import evaluate_many; print(*sys.modules)"
    )


def test_unknown_names_are_not_there():
    with pytest.raises(AttributeError, match=r"module 'oddchip\.evaluator' has no attribute 'nothing'"):
        oddchip.evaluator.nothing  # noqa: B018


def test_all_public_names_are_there():
    for name in oddchip.evaluator.__all__:
        assert getattr(oddchip.evaluator, name) is not None
    assert sorted(oddchip.evaluator.__all__) == sorted(set(oddchip.evaluator.__all__))
