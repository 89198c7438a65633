# An overlay port: it builds the checkout that it lies in. A port for the registry takes the tagged
# release instead (vcpkg_from_github with REF "v${VERSION}" and its SHA512).
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DFREVO_TESTS=OFF
        -DFREVO_EXAMPLES=OFF
        -DFREVO_BENCHMARKS=OFF
        -DFREVO_WARNINGS=OFF
        -DFREVO_INSTALL=ON
        -DFREVO_LLHTTP=PACKAGE
)

vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/frevo)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE
    "${CURRENT_PACKAGES_DIR}/debug/include"
    "${CURRENT_PACKAGES_DIR}/debug/share"
    "${CURRENT_PACKAGES_DIR}/share/doc"
)

vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
