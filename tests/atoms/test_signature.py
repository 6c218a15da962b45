"""Signatures: what a code card gives away on its front."""

import pytest

from ankigen.atoms.signature import signatures

PYTHON = {
    "def f(a: int) -> int:\n    return a": "def f(a: int) -> int:",
    "@cache\ndef f(\n    a: int,\n) -> int:\n    return {1: 2}[a]": "@cache\ndef f(\n    a: int,\n) -> int:",
    "x = 1\n@a\nx = 2\nasync def g(): \n    pass": "async def g(): ",
    "class A:\n    def f(self): ...\n\n\ndef g():\n    pass": "class A:\ndef g():",
    "for x in y:\n    print(x)": "",
}
CUDA = {
    "int f(int a) { return a; }": "int f(int a)",
    '// why\ntemplate <typename A>\n__device__ A g(A a,\n              A b)\n{ f("}{"); }\n\nint h() { if (a) { } }': (
        "template <typename A>\n__device__ A g(A a,\n              A b)\nint h()"
    ),
    '#include <x>\nextern "C" __global__ void k(float* x)\n{\n}\n': 'extern "C" __global__ void k(float* x)',
    "struct A { int b; };\nint x = 1;\nint f(int);\n": "",
    "/* { */ int f() const { return '{'; } // }": "int f() const",
}


@pytest.mark.parametrize("code", PYTHON)
def test_python_has_its_definitions_with_their_decorators(code: str) -> None:
    assert signatures(code, "python") == PYTHON[code]


@pytest.mark.parametrize("code", CUDA)
def test_cuda_has_the_heads_of_its_functions(code: str) -> None:
    assert signatures(code, "CUDA") == CUDA[code]


def test_other_languages_have_none() -> None:
    assert signatures("fn f() {}", "rust") == ""
