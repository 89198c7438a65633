# shellcheck shell=bash
# SPDX-License-Identifier: BSL-1.0
# What scripts/run, scripts/test and scripts/check share: finding and installing what is missing.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# A second build is quick where ccache is there; CMake reads these.
if command -v ccache >/dev/null 2>&1; then
    export CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER-ccache}
    export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
fi

# One line each: name | Debian 12 | Debian 13, Ubuntu | Fedora | Arch | Homebrew | what it is
requirements='
compiler|g++|g++|gcc-c++|gcc||a C++20 compiler (g++ 12, clang 14 or later)
cmake|cmake|cmake|cmake|cmake|cmake|CMake 3.25 or later
ninja|ninja-build|ninja-build|ninja-build|ninja|ninja|Ninja
pkg-config|pkg-config|pkg-config|pkgconf-pkg-config|pkgconf|pkg-config|pkg-config
boost|libboost1.81-dev|libboost-dev|boost-devel|boost|boost|the headers of Boost 1.81 or later
boost-json|libboost-json1.81-dev|libboost-json-dev|boost-devel|boost|boost|the library Boost.JSON
llhttp|node-llhttp|libllhttp-dev|llhttp-devel|llhttp|llhttp|llhttp 8.1 or later
nlohmann-json|nlohmann-json3-dev|nlohmann-json3-dev|json-devel|nlohmann-json|nlohmann-json|nlohmann_json
sqlite|libsqlite3-dev|libsqlite3-dev|sqlite-devel|sqlite|sqlite|the headers of SQLite 3
doctest|doctest-dev|doctest-dev|doctest-devel|doctest|doctest|doctest
python|python3|python3|python3|python|python|Python 3.9 or later
sqlite-shell|sqlite3|sqlite3|sqlite|sqlite|sqlite|the program sqlite3
curl|curl|curl|curl|curl|curl|curl
clang|clang|clang|clang|clang|llvm|clang 14 or later
clang-runtime|libclang-rt-14-dev|libclang-rt-dev|compiler-rt|compiler-rt|llvm|the sanitizers and the fuzzer of clang
clang-format|clang-format-14|clang-format-14|clang-tools-extra|clang|clang-format@14|clang-format 14
shellcheck|shellcheck|shellcheck|ShellCheck|shellcheck|shellcheck|shellcheck
'

say() {
    printf '%s\n' "$*" >&2
}

have() {
    command -v "$1" >/dev/null 2>&1
}

compiler() {
    printf '%s' "${CXX:-c++}"
}

# Succeeds if a C++ text from standard input compiles and links with the given flags.
compiles() {
    "$(compiler)" -std=c++20 -x c++ - -o /dev/null "$@" >/dev/null 2>&1
}

# Succeeds if a requirement is met; looks for what is used, not for packages.
is_present() {
    case $1 in
    compiler)
        printf '#include <frevo/config.hpp>\nint main() {}\n' | compiles "-I$root/include"
        ;;
    cmake) have cmake && cmake -P "$root/scripts/cmake_version.cmake" >/dev/null 2>&1 ;;
    ninja) have ninja ;;
    pkg-config) have pkg-config ;;
    boost)
        printf '#include <boost/version.hpp>\n#include <boost/asio/version.hpp>\n%s\n%s\n' \
            'static_assert(BOOST_VERSION >= 108100);' 'int main() {}' | compiles -fsyntax-only
        ;;
    boost-json) printf '#include <boost/json.hpp>\nint main() {}\n' | compiles -lboost_json ;;
    llhttp)
        printf '#include <llhttp.h>\nint main() {}\n' | compiles -lllhttp ||
            { have pkg-config && pkg-config --exists 'libllhttp >= 8.1.0'; } ||
            [ -f /usr/share/llhttp/llhttp.c ]
        ;;
    nlohmann-json) printf '#include <nlohmann/json_fwd.hpp>\nint main() {}\n' | compiles ;;
    sqlite) printf '#include <sqlite3.h>\nint main() {}\n' | compiles -lsqlite3 ;;
    doctest) printf '#include <doctest/doctest.h>\nint main() {}\n' | compiles -fsyntax-only ;;
    python) have python3 && python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' ;;
    sqlite-shell) have sqlite3 ;;
    curl) have curl ;;
    clang) have clang++ && echo 'int main() {}' | CXX=clang++ compiles ;;
    clang-runtime)
        echo 'int main() {}' | CXX=clang++ compiles -fsanitize=thread &&
            echo 'int main() {}' | CXX=clang++ compiles -fsanitize=address
        ;;
    clang-format) clang_format >/dev/null ;;
    shellcheck) have shellcheck ;;
    *) say "unknown requirement: $1" && exit 2 ;;
    esac
}

# Prints the name of a clang-format of version 14; others format differently.
clang_format() {
    local candidate
    for candidate in clang-format-14 clang-format; do
        if have "$candidate" && [[ $("$candidate" --version) == *"version 14."* ]]; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}

# Prints the names of those requirements that are not met, one a line.
missing_of() {
    local name
    for name in "$@"; do
        is_present "$name" || echo "$name"
    done
}

# Prints a column of the table above for the given requirements, as one line without repetitions.
column() {
    local wanted=$1
    shift
    local name field
    for name in "$@"; do
        field=$(printf '%s\n' "$requirements" | grep "^$name|" | cut -d '|' -f "$wanted")
        [ -z "$field" ] || printf '%s\n' "$field"
    done | awk '!seen[$0]++' | paste -s -d ' ' -
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

# Prints the packages that apt has for the given requirements: Debian 12's name, or the newer one.
apt_packages() {
    local name old new
    for name in "$@"; do
        old=$(column 2 "$name")
        new=$(column 3 "$name")
        if apt_has "$old" || ! apt_has "$new"; then
            echo "$old"
        else
            echo "$new"
        fi
    done | awk '!seen[$0]++'
}

apt_has() {
    # LC_ALL because apt-cache translates its answers; without a candidate it says "(none)".
    [[ $(LC_ALL=C apt-cache policy "$1" 2>/dev/null) =~ Candidate:\ [^\(] ]]
}

install_with_apt() {
    have apt-get || return 1
    [ "$(id -u)" -eq 0 ] || have sudo || return 1
    say "Installing what is missing: $(column 2 "$@")"
    as_root apt-get update || say "apt-get update failed; trying with what apt knows"
    local packages
    read -r -d '' -a packages < <(apt_packages "$@") || true
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${packages[@]}"
}

# Says what is missing and how to get it, for those who have to do it themselves.
explain_missing() {
    local name
    say ""
    say "Missing:"
    for name in "$@"; do
        say "  - $(column 7 "$name")"
    done
    say ""
    say "Install it, then try again:"
    say "  Debian 12                    sudo apt-get install $(column 2 "$@")"
    say "  Debian 13, Ubuntu 24.04      sudo apt-get install $(column 3 "$@")"
    say "  Fedora                       sudo dnf install $(column 4 "$@")"
    say "  Arch                         sudo pacman -S --needed $(column 5 "$@")"
    say "  macOS                        brew install $(column 6 "$@")"
    if [[ " $* " == *" compiler "* ]]; then
        say "                               (the compiler on macOS: xcode-select --install)"
    fi
}

# Makes sure that the requirements are met, or ends the script with an explanation.
require() {
    local missing
    read -r -d '' -a missing < <(missing_of "$@") || true
    [ "${#missing[@]}" -gt 0 ] || return 0
    if install_with_apt "${missing[@]}"; then
        read -r -d '' -a missing < <(missing_of "$@") || true
        [ "${#missing[@]}" -gt 0 ] || return 0
    fi
    explain_missing "${missing[@]}"
    exit 1
}

# How many compilers may run at once: one per processor, each with two gigabytes of memory.
job_count() {
    local processors memory
    processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 2000000) }' /proc/meminfo 2>/dev/null || true)
    if [ -n "$memory" ] && [ "$memory" -lt "$processors" ]; then
        processors=$memory
    fi
    [ "$processors" -ge 1 ] || processors=1
    echo "$processors"
}

# suite PRESET [CTEST ARGUMENT...] configures, builds and tests a preset.
suite() {
    local preset=$1
    shift
    say ""
    say "== $preset"
    (
        cd "$root"
        cmake --preset "$preset" &&
            cmake --build --preset "$preset" --parallel "$(job_count)" &&
            ctest --preset "$preset" "$@"
    )
}
