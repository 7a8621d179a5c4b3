// Every file of tests/rejected is refused with exactly the message beside it in NAME.expected.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "model/system.hpp"
#include "rattleback/errors.hpp"
#include "support/folders.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

const fs::path folder = testing::tests_folder() / "rejected";

std::string content(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

std::vector<std::string> names_with(const std::string& extension) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == extension) names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

class Rejected : public ::testing::TestWithParam<std::string> {};

TEST_P(Rejected, WithItsMessage) {
    const fs::path expected = folder / (GetParam() + ".expected");
    ASSERT_TRUE(fs::exists(expected)) << "there is no " << expected;
    try {
        build(read_model_text(content(folder / (GetParam() + ".toml")), GetParam() + ".toml"));
        FAIL() << "the model was built";
    } catch (const ModelError& error) {
        EXPECT_EQ(error.what() + std::string("\n"), content(expected));
    }
}

INSTANTIATE_TEST_SUITE_P(Models, Rejected, ::testing::ValuesIn(names_with(".toml")),
                         [](const auto& test) { return test.param; });

TEST(RejectedFolder, HasAModelForEveryMessage) {
    EXPECT_EQ(names_with(".expected"), names_with(".toml"));
    EXPECT_GE(names_with(".toml").size(), 45U);
}

}  // namespace
}  // namespace rattleback
