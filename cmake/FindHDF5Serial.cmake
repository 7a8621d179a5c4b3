# CMake's own FindHDF5 runs a C compiler, which this project does not enable, and may choose the MPI
# build where both are installed. Gives HDF5::serial, the C library.
find_path(HDF5Serial_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(HDF5Serial_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
mark_as_advanced(HDF5Serial_INCLUDE_DIR HDF5Serial_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(HDF5Serial REQUIRED_VARS HDF5Serial_LIBRARY
                                                           HDF5Serial_INCLUDE_DIR)

if(HDF5Serial_FOUND AND NOT TARGET HDF5::serial)
    add_library(HDF5::serial UNKNOWN IMPORTED)
    set_target_properties(
        HDF5::serial PROPERTIES IMPORTED_LOCATION "${HDF5Serial_LIBRARY}"
                                INTERFACE_INCLUDE_DIRECTORIES "${HDF5Serial_INCLUDE_DIR}")
endif()
