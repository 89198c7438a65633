# SPDX-License-Identifier: BSL-1.0
# What the scripts beside this file share: finding out what is missing, and installing it.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The packages of Debian 12 and the sign by which each is recognised. A sign is a command, or a file below one of
# the usual prefixes.
declare -A sign_of=(
    [g++]=g++
    [cmake]=cmake
    [ninja-build]=ninja
    [pkg-config]=pkg-config
    [libboost1.81-dev]=include/boost/asio.hpp
    [libboost-json1.81-dev]=boost_json
    [node-llhttp]=llhttp
    [nlohmann-json3-dev]=include/nlohmann/json.hpp
    [doctest-dev]=include/doctest/doctest.h
    [libsqlite3-dev]=include/sqlite3.h
    [python3]=python3
    [clang]=clang++
    [clang-format]=clang-format
    [libclang-rt-14-dev]=clang
)

# What the same is called where the name above does not exist (Debian 13, Ubuntu).
declare -A other_name=(
    [libboost1.81-dev]=libboost-dev
    [libboost-json1.81-dev]=libboost-json-dev
    [node-llhttp]=libllhttp-dev
    [libclang-rt-14-dev]=libclang-rt-dev
)

has_file() {
    local prefix
    for prefix in /usr /usr/local ${CMAKE_PREFIX_PATH//[;:]/ }; do
        [ -e "$prefix/$1" ] && return 0
    done
    return 1
}

has_library() {
    ls /usr/lib/*/lib"$1".* /usr/lib/lib"$1".* /usr/lib64/lib"$1".* /usr/local/lib/lib"$1".* >/dev/null 2>&1
}

# True when the package, or the same thing from elsewhere, is there.
present() {
    local sign=${sign_of[$1]}
    case $1 in
        libboost1.81-dev) boost_is_new ;;
        libboost-json1.81-dev) has_library boost_json ;;
        node-llhttp) has_file share/llhttp/llhttp.c || has_file include/llhttp.h ;;
        *) case $sign in
               include/*) has_file "$sign" ;;
               *) command -v "$sign" >/dev/null ;;
           esac ;;
    esac
}

# Boost 1.81 or later: Debian 12 has 1.74 under the plain name.
boost_is_new() {
    local prefix version
    for prefix in /usr /usr/local ${CMAKE_PREFIX_PATH//[;:]/ }; do
        [ -e "$prefix/include/boost/version.hpp" ] || continue
        version=$(awk '/#define BOOST_VERSION / { print $3 }' "$prefix/include/boost/version.hpp")
        [ "${version:-0}" -ge 108100 ] && has_file include/boost/asio.hpp && return 0
    done
    return 1
}

tell_how_to_install() {
    cat >&2 <<TEXT
Missing: $*

Install it by hand and start this script again:
  Debian 12       apt-get install g++ cmake ninja-build pkg-config libboost1.81-dev libboost-json1.81-dev node-llhttp nlohmann-json3-dev doctest-dev libsqlite3-dev python3
  Ubuntu, Debian  apt-get install g++ cmake ninja-build pkg-config libboost-dev libboost-json-dev libllhttp-dev nlohmann-json3-dev doctest-dev libsqlite3-dev python3
  Fedora          dnf install gcc-c++ cmake ninja-build pkgconf boost-devel llhttp-devel json-devel doctest-devel sqlite-devel python3
  Arch            pacman -S gcc cmake ninja pkgconf boost llhttp nlohmann-json doctest sqlite python
  macOS           brew install cmake ninja pkg-config boost llhttp nlohmann-json doctest sqlite python
Boost must be 1.81 or later.
TEXT
}

# need <package>...: installs what is missing, or says what is missing and ends.
need() {
    local missing=() package
    for package in "$@"; do
        present "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            sudo=(sudo)
        else
            tell_how_to_install "${missing[@]}"
            exit 1
        fi
    fi
    if ! command -v apt-get >/dev/null; then
        tell_how_to_install "${missing[@]}"
        exit 1
    fi
    echo "Installing: ${missing[*]}"
    "${sudo[@]}" apt-get update -q >/dev/null || true
    local names=()
    for package in "${missing[@]}"; do
        if ! apt-cache show "$package" >/dev/null 2>&1 && [ -n "${other_name[$package]:-}" ]; then
            package=${other_name[$package]}
        fi
        names+=("$package")
    done
    if ! "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "${names[@]}" >/tmp/frevo-apt.$$ 2>&1; then
        cat /tmp/frevo-apt.$$ >&2
        rm -f /tmp/frevo-apt.$$
        tell_how_to_install "${missing[@]}"
        exit 1
    fi
    rm -f /tmp/frevo-apt.$$
    for package in "${missing[@]}"; do
        if ! present "$package"; then
            tell_how_to_install "$package"
            exit 1
        fi
    done
}

# Passed to every configuration: a compiler cache where there is one.
launcher=()
if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_C_COMPILER_LAUNCHER=ccache)
fi

needed_to_build=(g++ cmake ninja-build pkg-config libboost1.81-dev libboost-json1.81-dev node-llhttp nlohmann-json3-dev)
