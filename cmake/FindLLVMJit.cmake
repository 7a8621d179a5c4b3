# LLVM as a compiler inside the process: its shared library, without LLVM's own package, which would
# add two hundred targets. Gives LLVM::jit. A build folder finds another version anew.
set(LLVMJit_VERSION 19)
set(include LLVMJit_INCLUDE_DIR_${LLVMJit_VERSION})
set(library LLVMJit_LIBRARY_${LLVMJit_VERSION})
find_path(${include} llvm/ExecutionEngine/Orc/LLJIT.h
          HINTS /usr/lib/llvm-${LLVMJit_VERSION}/include)
find_library(${library} LLVM-${LLVMJit_VERSION} HINTS /usr/lib/llvm-${LLVMJit_VERSION}/lib)
mark_as_advanced(${include} ${library})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LLVMJit REQUIRED_VARS ${library} ${include})

if(LLVMJit_FOUND AND NOT TARGET LLVM::jit)
    add_library(LLVM::jit UNKNOWN IMPORTED)
    set_target_properties(LLVM::jit PROPERTIES IMPORTED_LOCATION "${${library}}"
                                               INTERFACE_INCLUDE_DIRECTORIES "${${include}}")
endif()
