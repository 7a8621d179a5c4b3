#include "report/sha256.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace rattleback {
namespace {

using Words = std::array<std::uint32_t, 64>;

bool is_prime(unsigned n) {
    for (unsigned d = 2; d * d <= n; ++d)
        if (n % d == 0) return false;
    return true;
}

// The first 32 bits of the fractional part of a root. A double has 53 bits, and the integer part of
// these roots takes five at most.
std::uint32_t fraction_of_root(unsigned prime, unsigned degree) {
    const double root = degree == 2 ? std::sqrt(prime) : std::cbrt(prime);
    return static_cast<std::uint32_t>((root - std::floor(root)) * 4294967296.0);
}

Words constants(unsigned degree) {
    Words words{};
    unsigned prime = 2;
    for (std::uint32_t& word : words) {
        while (!is_prime(prime)) ++prime;
        word = fraction_of_root(prime++, degree);
    }
    return words;
}

std::uint32_t mixed(std::uint32_t x, int a, int b, std::uint32_t third) {
    return std::rotr(x, a) ^ std::rotr(x, b) ^ third;
}

void add_block(const unsigned char* block, std::array<std::uint32_t, 8>& hash) {
    static const Words k = constants(3);
    Words w{};
    for (std::size_t i = 0; i < 16; ++i)
        for (std::size_t b = 0; b < 4; ++b) w[i] = w[i] << 8 | block[4 * i + b];
    for (std::size_t i = 16; i < 64; ++i)
        w[i] = w[i - 16] + mixed(w[i - 15], 7, 18, w[i - 15] >> 3) + w[i - 7] +
               mixed(w[i - 2], 17, 19, w[i - 2] >> 10);
    auto [a, b, c, d, e, f, g, h] = hash;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t one =
            h + mixed(e, 6, 11, std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i];
        const std::uint32_t two = mixed(a, 2, 13, std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) hash[i] += added[i];
}

}  // namespace

std::string sha256(std::string_view bytes) {
    std::string padded(bytes);
    padded += '\x80';
    while (padded.size() % 64 != 56) padded += '\0';
    const std::uint64_t bits = 8 * bytes.size();
    for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift & 0xff);
    const Words start = constants(2);
    std::array<std::uint32_t, 8> hash{};
    std::copy_n(start.begin(), 8, hash.begin());
    for (std::size_t i = 0; i < padded.size(); i += 64)
        add_block(reinterpret_cast<const unsigned char*>(padded.data()) + i, hash);
    std::string text;
    for (const std::uint32_t word : hash) text += fmt::format("{:08x}", word);
    return text;
}

}  // namespace rattleback
