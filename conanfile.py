# SPDX-License-Identifier: BSL-1.0
"""Recipe for Conan 2. The version is that of CMakeLists.txt."""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rm, rmdir
from conan.tools.scm import Version

required_conan_version = ">=2.0"


class FrevoConan(ConanFile):
    name = "frevo"
    description = "A C++20 coroutine web framework on Boost.Asio"
    license = "BSL-1.0"
    topics = ("http", "web", "server", "coroutines", "asio", "rest")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]
    exports_sources = "CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*"

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "CMakeLists.txt"))
        self.version = re.search(r"^\s*VERSION (\d+\.\d+\.\d+)$", text, re.MULTILINE)[1]

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        # Public headers include Boost, and one of them nlohmann_json.
        self.requires("boost/[>=1.81 <2]", transitive_headers=True)
        self.requires("nlohmann_json/[>=3.9 <4]", transitive_headers=True)
        self.requires("llhttp/[>=8.1 <10]")

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25 <4]")

    def validate(self):
        check_min_cppstd(self, 20)
        oldest = {"gcc": "12", "clang": "14"}.get(str(self.settings.compiler))
        if oldest and Version(self.settings.compiler.version) < oldest:
            raise ConanInvalidConfiguration(
                f"frevo needs {self.settings.compiler} {oldest} or later")
        if self.settings.os == "Windows":
            raise ConanInvalidConfiguration("frevo does not run on Windows")
        boost = self.dependencies["boost"].options
        if boost.get_safe("header_only") or boost.get_safe("without_json"):
            raise ConanInvalidConfiguration("frevo links Boost.JSON: boost needs its json library")

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("TESTS", "EXAMPLES", "BENCHMARKS", "WARNINGS"):
            toolchain.cache_variables[f"FREVO_{part}"] = False
        toolchain.cache_variables["FREVO_INSTALL"] = True
        toolchain.cache_variables["FREVO_LLHTTP"] = "PACKAGE"
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        cmake = CMake(self)
        cmake.install()
        # Conan writes its own; only the module with frevo_check_coroutines() and its script stay.
        rm(self, "frevo-*.cmake", os.path.join(self.package_folder, "lib", "cmake", "frevo"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "frevo")
        self.cpp_info.set_property("cmake_build_modules",
                                   ["lib/cmake/frevo/FrevoCoroutineCheck.cmake"])

        core = self.cpp_info.components["core"]
        core.set_property("cmake_target_name", "frevo::frevo")
        core.set_property("pkg_config_name", "frevo")
        core.libs = ["frevo"]
        core.requires = ["boost::headers", "boost::json", "nlohmann_json::nlohmann_json",
                         "llhttp::llhttp"]
        if self.settings.os in ("Linux", "FreeBSD"):
            core.system_libs = ["pthread"]

        testing = self.cpp_info.components["testing"]
        testing.set_property("cmake_target_name", "frevo::testing")
        testing.set_property("pkg_config_name", "frevo-testing")
        testing.libs = ["frevo_testing"]
        testing.requires = ["core"]
