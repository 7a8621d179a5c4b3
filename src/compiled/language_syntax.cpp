#include "compiled/language_syntax.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace rattleback {
namespace {

constexpr std::array<OtherName, 1> plain_abs{{{"fabs", "abs"}}};
constexpr std::array<OtherName, 2> julia_names{{{"fabs", "abs"}, {"atan2", "atan"}}};
constexpr std::array<OtherName, 6> numpy_names{{{"fabs", "abs"},
                                                {"pow", "power"},
                                                {"acos", "arccos"},
                                                {"asin", "arcsin"},
                                                {"atan", "arctan"},
                                                {"atan2", "arctan2"}}};

constexpr std::array<OtherName, 1> c_patterns{{{"sign", "1.0 * (({0} > 0) - ({0} < 0))"}}};
// Neither NumPy nor Julia has erf: it is made known where it is used (programs/export_language.hpp).
constexpr std::array<OtherName, 1> python_patterns{{{"erf", "np.vectorize(math.erf)({0})"}}};

// The keywords of C++ hold those of C.
constexpr std::string_view c_keywords =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char class co_await "
    "co_return co_yield compl concept const const_cast consteval constexpr constinit continue "
    "decltype default delete do double dynamic_cast else enum explicit export extern false float "
    "for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator "
    "or or_eq private protected public register reinterpret_cast requires restrict return short "
    "signed sizeof static static_assert static_cast struct switch template this thread_local throw "
    "true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor "
    "xor_eq acos asin atan atan2 cos cosh erf exp fabs log pow sin sinh sqrt tan tanh abs std "
    "memset "
    "memcpy NAN INFINITY NULL EOF errno j0 j1 jn y0 y1 yn gamma I main linux unix stdin stdout "
    "stderr L_tmpnam L_ctermid L_cuserid P_tmpdir M_E math_errhandling";
constexpr std::string_view python_keywords =
    "False None True and as assert async await break class continue def del elif else except "
    "finally for from global if import in is lambda match nonlocal not or pass raise return try "
    "while with yield np math print len range sum zip abs min max dataclass";
constexpr std::string_view julia_keywords =
    "baremodule begin break catch const continue do else elseif end export false finally for "
    "function global if import in isa let local macro module mutable outer quote return struct "
    "true try using where while abs acos asin atan cos cosh erf exp log sign sin sinh sqrt tan "
    "tanh "
    "zeros "
    "pi im Inf NaN";
constexpr std::string_view matlab_keywords =
    "break case catch classdef continue do else elseif end end_try_catch end_unwind_protect "
    "endfor endfunction endif endwhile for function global if otherwise parfor persistent return "
    "spmd switch try until unwind_protect while abs acos asin atan atan2 cos cosh erf exp log sign "
    "sin "
    "sinh sqrt tan tanh zeros pi i j e ans eps Inf NaN true false struct";

// A namespace may not be called as a function; these are the ones of C whose names are words.
constexpr std::string_view cpp_functions =
    "abort alloca atexit calloc ceil clearerr clock copysign div drem exit fdim finite floor fma "
    "fmax "
    "fmin fmod free frexp hypot ilogb index labs ldexp ldiv lgamma logb lrint lround malloc modf "
    "moved "
    "nan nearbyint nextafter perror printf putc puts qsort rand random realloc remainder remove "
    "remquo "
    "rename rewind rindex rint round scalb scalbn scanf select setbuf significand sprintf srand "
    "step "
    "swap system tgamma time tmpfile tmpnam trunc ungetc valloc columns Parameters State";
// A file of this name would come before the module that NumPy, or the program, imports.
constexpr std::string_view python_modules =
    "numpy dataclasses base abc ast collections copy ctypes datetime enum functools io itertools "
    "json "
    "math numbers operator os pickle platform random re string struct sys tempfile time types "
    "typing "
    "warnings";
// With a capital letter they are modules, and what stands in them.
constexpr std::string_view julia_modules =
    "base Base core Core Main linearAlgebra LinearAlgebra parameters Parameters printf Printf "
    "float64 "
    "Float64";

constexpr std::array<LanguageSyntax, 5> table{{
    {.name = "c",
     .calls = "",
     .patterns = c_patterns,
     .other_names = {},
     .power = "",
     .nan = "NAN",
     .infinity = "INFINITY",
     .definition = "const double {0} = {1};",
     .assignment = "{0} = {1};",
     .remark = "  /* {0} */",
     .unused = "(void){0};",
     .entry = "{0}[{1}]",
     .matrix_entry = "{0}[{1}][{2}]",
     .field = "p->{0}",
     .first_index = 0,
     .keywords = c_keywords,
     .other_programs = "printf",
     .has_macros = true},
    {.name = "cpp",
     .calls = "std::",
     .patterns = c_patterns,
     .other_names = plain_abs,
     .power = "",
     .nan = "NAN",
     .infinity = "INFINITY",
     .definition = "const double {0} = {1};",
     .assignment = "{0} = {1};",
     .remark = "  // {0}",
     .unused = "(void){0};",
     .entry = "{0}[{1}]",
     .matrix_entry = "{0}[{1}][{2}]",
     .field = "p.{0}",
     .first_index = 0,
     .keywords = c_keywords,
     .other_programs = cpp_functions,
     .has_macros = true},
    {.name = "python",
     .calls = "np.",
     .patterns = python_patterns,
     .other_names = numpy_names,
     .power = "",
     .nan = "np.nan",
     .infinity = "np.inf",
     .definition = "{0} = {1}",
     .assignment = "{0} = {1}",
     .remark = "  # {0}",
     .unused = "",
     .entry = "{0}[{1}]",
     .matrix_entry = "{0}[{1}, {2}]",
     .field = "p.{0}",
     .first_index = 0,
     .keywords = python_keywords,
     .other_programs = python_modules},
    {.name = "julia",
     .calls = "",
     .patterns = {},
     .other_names = julia_names,
     .power = "^",
     .nan = "NaN",
     .infinity = "Inf",
     .definition = "{0} = {1}",
     .assignment = "{0} = {1}",
     .remark = "  # {0}",
     .unused = "",
     .entry = "{0}[{1}]",
     .matrix_entry = "{0}[{1}, {2}]",
     .field = "p.{0}",
     .first_index = 1,
     .keywords = julia_keywords,
     .other_programs = julia_modules},
    {.name = "matlab",
     .calls = "",
     .patterns = {},
     .other_names = plain_abs,
     .power = "^",
     .nan = "NaN",
     .infinity = "Inf",
     .definition = "{0} = {1};",
     .assignment = "{0} = {1};",
     .remark = "  % {0}",
     .unused = "",
     .entry = "{0}({1})",
     .matrix_entry = "{0}({1}, {2})",
     .field = "p.{0}",
     .first_index = 1,
     .keywords = matlab_keywords,
     .other_programs = ""},
}};

static_assert(table[static_cast<std::size_t>(Language::Matlab)].name == "matlab");

std::size_t counted(const LanguageSyntax& syntax, std::size_t place) {
    return place + static_cast<std::size_t>(syntax.first_index);
}

}  // namespace

const LanguageSyntax& syntax_of(Language language) {
    return table[static_cast<std::size_t>(language)];
}

std::string entry_text(const LanguageSyntax& syntax, std::string_view vector, std::size_t place) {
    return fmt::format(fmt::runtime(syntax.entry), vector, counted(syntax, place));
}

std::string entry_text(const LanguageSyntax& syntax, std::string_view matrix, std::size_t row,
                       std::size_t column) {
    return fmt::format(fmt::runtime(syntax.matrix_entry), matrix, counted(syntax, row),
                       counted(syntax, column));
}

std::string constant_text(double value, const LanguageSyntax& syntax) {
    if (std::isnan(value)) return std::string(syntax.nan);
    if (std::isinf(value)) return (value < 0 ? "-" : "") + std::string(syntax.infinity);
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

}  // namespace rattleback
