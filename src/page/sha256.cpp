#include "page/sha256.hpp"

#include <fmt/format.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>

#include <array>

namespace rattleback {

namespace {

using Digest = std::array<std::uint8_t, SHA256_DIGEST_SIZE>;

Digest digest_of(std::string_view bytes) {
    sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    Digest digest{};
    sha256_digest(&context, digest.size(), digest.data());
    return digest;
}

}  // namespace

std::string sha256(std::string_view bytes) {
    return fmt::format("{:02x}", fmt::join(digest_of(bytes), ""));
}

std::string sha256_source(std::string_view bytes) {
    const Digest digest = digest_of(bytes);
    std::array<char, BASE64_ENCODE_RAW_LENGTH(SHA256_DIGEST_SIZE)> text{};
    base64_encode_raw(text.data(), digest.size(), digest.data());
    return "sha256-" + std::string(text.data(), text.size());
}

}  // namespace rattleback
