// Parts of Rattleback that lie in files of their own and are loaded when they are first needed.
//
// LLVM, librsvg and HDF5, with the fifty libraries that these need, take longer to load than many a run
// takes, and few runs need them. So what knows one of them is a part, a shared object beside the library,
// which gives a table of its functions by a function of its name:
//
//     static const auto& part = *function_of_part<PicturesEntry>("pictures")();
//
// Where a function comes from does not show: what callers know is defined twice, in the part as it is,
// and in the rest, by <part>_loader.cpp, as a call of the part. A build without parts (RATTLEBACK_PARTS)
// leaves the loaders out. A part stays loaded to the end of the process.
#pragma once

namespace rattleback {

// Throws std::runtime_error with a sentence where the part cannot be loaded.
void* address_in_part(const char* part);

template <typename Function>
Function* function_of_part(const char* part) {
    return reinterpret_cast<Function*>(address_in_part(part));
}

}  // namespace rattleback
