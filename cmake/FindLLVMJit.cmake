# LLVM as a compiler inside the process: its shared library, without LLVM's own package, which would
# add two hundred targets. Gives LLVM::jit.
set(LLVMJit_VERSION 14)
find_path(LLVMJit_INCLUDE_DIR llvm/ExecutionEngine/Orc/LLJIT.h
          HINTS /usr/lib/llvm-${LLVMJit_VERSION}/include)
find_library(LLVMJit_LIBRARY LLVM-${LLVMJit_VERSION}
             HINTS /usr/lib/llvm-${LLVMJit_VERSION}/lib)
mark_as_advanced(LLVMJit_INCLUDE_DIR LLVMJit_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LLVMJit REQUIRED_VARS LLVMJit_LIBRARY LLVMJit_INCLUDE_DIR)

if(LLVMJit_FOUND AND NOT TARGET LLVM::jit)
    add_library(LLVM::jit UNKNOWN IMPORTED)
    set_target_properties(
        LLVM::jit
        PROPERTIES IMPORTED_LOCATION "${LLVMJit_LIBRARY}"
                   INTERFACE_INCLUDE_DIRECTORIES "${LLVMJit_INCLUDE_DIR}"
                   INTERFACE_COMPILE_DEFINITIONS
                   "__STDC_CONSTANT_MACROS;__STDC_FORMAT_MACROS;__STDC_LIMIT_MACROS")
endif()
