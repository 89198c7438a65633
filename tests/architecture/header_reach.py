#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Asks the compiler which headers frevo's public headers reach, and refuses some.

    header_reach.py COMPILER FOLDER_FOR_FILES INCLUDE_FOLDER...
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

REFUSED = re.compile(
    r"/(llhttp\.h|openssl/|nlohmann/|boost/(json|beast|url)[/.]|boost/asio\.hpp|boost/asio/ssl"
    r"|zlib\.h|brotli/|zstd\.h|spdlog/|sqlite3\.h|re2/|iostream$)")
# The one header that is there to bring nlohmann_json along.
EXEMPT = {"frevo/features/json_dynamic.hpp"}


def main(compiler, folder, *includes):
    public = sorted(path.relative_to(ROOT / "include").as_posix()
                    for path in (ROOT / "include").rglob("*.hpp"))
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        source = Path(scratch, "all.cpp")
        source.write_text("".join(f"#include <{name}>\n" for name in public if name not in EXEMPT))
        command = [compiler, "-std=c++20", *(f"-I{place}" for place in includes), "-M", str(source)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        print(result.stderr)
        return 1
    reached = result.stdout.replace("\\\n", " ").split()
    refused = [path for path in reached if REFUSED.search(path)]
    for path in refused:
        print(f"public headers reach {path}")
    print(f"{len(public)} public headers reach {len(reached)} files")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
