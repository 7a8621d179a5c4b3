// The manual, made from the same declarations as the help: a man page, Markdown, and completions.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <memory>

#include "app/command_line.hpp"
#include "app/find_model.hpp"
#include "app/message.hpp"
#include "app/usage.hpp"
#include "rattleback/api.hpp"

namespace rattleback {
namespace {

struct Entry {
    std::string names;  // "-o,--output FILE"
    std::string what;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

Entry entry_of(const CLI::Option& option) {
    std::string names = option.get_name(option.get_positional(), true);
    if (!option.get_positional() && !option.get_option_text().empty())
        names += " " + option.get_option_text();
    return {names, option.get_description()};
}

std::vector<Entry> entries_of(const CLI::App& verb) {
    std::vector<Entry> entries;
    for (const CLI::Option* option : verb.get_options()) entries.push_back(entry_of(*option));
    return entries;
}

// "rattleback simulate MODEL [OPTIONS]".
std::string synopsis(const CLI::App& verb) {
    std::string text = "rattleback " + verb.get_name();
    for (const CLI::Option* option : verb.get_options())
        if (option->get_positional())
            text +=
                option->get_required() ? " " + option->get_name() : " [" + option->get_name() + "]";
    return text + " [OPTIONS]";
}

constexpr std::array<std::pair<const char*, const char*>, 5> exit_codes{
    {{"0", "All is well."},
     {"1", "A check failed, or an analysis has no answer."},
     {"2", "The command line is wrong."},
     {"3", "The model or a formula is wrong."},
     {"129, 130, 143",
      "Interrupted by SIGHUP, Ctrl-C or SIGTERM; what was computed until then is kept."}}};

std::string markdown(const CLI::App& app) {
    std::string text =
        "# The command line\n\n"
        "This page is written by `rattleback manual --as markdown`. Data goes to stdout, messages "
        "to stderr. MODEL is a file or the name of a gallery model.\n";
    for (const Command& c : commands()) {
        const CLI::App& verb = *app.get_subcommand(std::string(c.name));
        text += fmt::format("\n## {}\n\n{}.\n\n```\n{}\n```\n\n| option | |\n|---|---|\n", c.name,
                            c.summary, synopsis(verb));
        for (const Entry& e : entries_of(verb))
            text += fmt::format("| `{}` | {} |\n", e.names, replaced(e.what, "|", "\\|"));
        text += fmt::format("\n    {}\n", c.example);
    }
    text += "\n## Exit codes\n\n| code | |\n|---|---|\n";
    for (const auto& [code, meaning] : exit_codes)
        text += fmt::format("| {} | {} |\n", code, meaning);
    return text +
           "\nNothing is coloured, so `NO_COLOR` has nothing to switch off. A progress bar is "
           "drawn on "
           "stderr only when that is a terminal.\n";
}

// A line of text in roff: no line begins with a control character, hyphens stay hyphens.
std::string roff(std::string text) {
    text = replaced(replaced(std::move(text), "\\", "\\e"), "-", "\\-");
    text = replaced(std::move(text), "\n", "\n.br\n");
    return text.starts_with('.') || text.starts_with('\'') ? "\\&" + text : text;
}

std::string man_page(const CLI::App& app) {
    std::string text = fmt::format(
        ".TH RATTLEBACK 1 \"\" \"Rattleback {}\" \"User Commands\"\n.SH NAME\nrattleback \\- an "
        "engine for nonholonomic mechanics\n.SH SYNOPSIS\n.B rattleback\n.RI [ VERB ]\n.RI [ "
        "ARGUMENTS ]\n.SH DESCRIPTION\nReads a model of a mechanical system whose velocities are "
        "constrained, derives its equations of motion in every classical form, proves that the "
        "forms agree, computes the motion and checks it. Without arguments: a short "
        "tour.\n.PP\nMODEL is a file or the name of a gallery model. Data goes to stdout, messages "
        "to stderr.\n.SH VERBS\n",
        version());
    for (const Command& c : commands()) {
        const CLI::App& verb = *app.get_subcommand(std::string(c.name));
        text += fmt::format(".SS {}\n{}.\n.PP\n.nf\n{}\n.fi\n", roff(std::string(c.name)),
                            roff(std::string(c.summary)), roff(synopsis(verb)));
        for (const Entry& e : entries_of(verb))
            text += fmt::format(".TP\n.B {}\n{}\n", roff(e.names), roff(e.what));
        text += fmt::format(".PP\nExample:\n.PP\n.nf\n{}\n.fi\n", roff(std::string(c.example)));
    }
    text += ".SH EXIT STATUS\n";
    for (const auto& [code, meaning] : exit_codes)
        text += fmt::format(".TP\n.B {}\n{}\n", code, meaning);
    return text;
}

// The words that may follow a verb: options, by their long names.
std::string words_after(const CLI::App& verb) {
    std::string words;
    for (const CLI::Option* option : verb.get_options())
        for (const std::string& name : option->get_lnames())
            words += (words.empty() ? "--" : " --") + name;
    return words;
}

std::string verb_names() {
    std::string names;
    for (const Command& c : commands()) names += (names.empty() ? "" : " ") + std::string(c.name);
    return names;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

// For each option with a value a case of the word before it: its choices, or a file.
std::string bash_values(const std::string& verb, const CLI::App& arguments) {
    std::string cases;
    for (const CLI::Option* option : arguments.get_options()) {
        if (option->get_positional() || !takes_value(*option)) continue;
        std::string names;
        for (const std::string& name : option->get_lnames())
            names += fmt::format("|{}:--{}", verb, name);
        for (const std::string& name : option->get_snames())
            names += fmt::format("|{}:-{}", verb, name);
        const std::string choices = choices_of(*option);
        cases += fmt::format("        {}) {} ;;\n", names.substr(1),
                             choices.empty() ? "files=1" : fmt::format("values=\"{}\"", choices));
    }
    return cases;
}

bool takes_model(const CLI::App& verb) { return verb.get_option_no_throw("MODEL") != nullptr; }

// Names of gallery models are asked for when they are needed: `rattleback models --names`.
std::string bash_completion(const CLI::App& app) {
    std::string cases, values;
    for (const Command& c : commands()) {
        const CLI::App& verb = *app.get_subcommand(std::string(c.name));
        values += bash_values(std::string(c.name), verb);
        cases += fmt::format("        {}) options=\"{}\"; models={} ;;\n", c.name,
                             words_after(verb), takes_model(verb) ? 1 : 0);
    }
    return fmt::format(
        "# bash completion for rattleback\n"
        "_rattleback() {{\n"
        "    local word=${{COMP_WORDS[COMP_CWORD]}} options= models=0 values= files=0\n"
        "    if ((COMP_CWORD == 1)); then\n"
        "        mapfile -t COMPREPLY < <(compgen -W \"{} help\" -- \"$word\")\n"
        "        return\n"
        "    fi\n"
        "    case ${{COMP_WORDS[1]}} in\n"
        "{}"
        "    esac\n"
        "    case ${{COMP_WORDS[1]}}:${{COMP_WORDS[COMP_CWORD - 1]}} in\n"
        "{}"
        "    esac\n"
        "    if [[ $values ]]; then\n"
        "        mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$word\")\n"
        "    elif [[ $word == -* ]]; then\n"
        "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
        "    elif ((models && !files)); then\n"
        "        mapfile -t COMPREPLY < <(compgen -f -X '!*.toml' -- \"$word\"\n"
        "            compgen -W \"$(\"${{COMP_WORDS[0]}}\" models --names 2>/dev/null)\" -- "
        "\"$word\")\n"
        "    else\n"
        "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
        "    fi\n"
        "}}\n"
        "complete -o filenames -F _rattleback rattleback\n",
        verb_names(), cases, values);
}

// For zsh between single quotes, inside an argument specification.
std::string zsh_quoted(std::string text) {
    for (const char* const special : {"[", "]", ":"})
        text = replaced(std::move(text), special, std::string("\\") + special);
    return replaced(std::move(text), "'", "'\\''");
}

std::string zsh_completion(const CLI::App& app) {
    std::string verbs, cases;
    for (const Command& c : commands()) {
        const CLI::App& verb = *app.get_subcommand(std::string(c.name));
        verbs += fmt::format("        '{}:{}'\n", c.name, zsh_quoted(std::string(c.summary)));
        cases += fmt::format("        {}) _arguments", c.name);
        for (const CLI::Option* option : verb.get_options())
            for (const std::string& name : option->get_lnames()) {
                const std::string choices = choices_of(*option);
                cases += fmt::format(" \\\n            '--{}[{}]{}'", name,
                                     zsh_quoted(option->get_description()),
                                     !takes_value(*option) ? ""
                                     : choices.empty()     ? ":value:_files"
                                                           : ":value:(" + choices + ")");
            }
        if (takes_model(verb)) cases += " \\\n            '*:model:_rattleback_models'";
        cases += " ;;\n";
    }
    return fmt::format(
        "#compdef rattleback\n"
        "_rattleback_models() {{\n"
        "    local -a names\n"
        "    names=(${{(f)\"$(rattleback models --names 2>/dev/null)\"}})\n"
        "    _alternative 'models:model:compadd -a names' 'files:file:_files -g \"*.toml\"'\n"
        "}}\n"
        "_rattleback() {{\n"
        "    local -a verbs=(\n{}    )\n"
        "    if ((CURRENT == 2)); then\n"
        "        _describe verb verbs\n"
        "        return\n"
        "    fi\n"
        "    case $words[2] in\n{}    esac\n"
        "}}\n"
        "_rattleback \"$@\"\n",
        verbs, cases);
}

constexpr std::array<std::string_view, 4> output_names{"man", "markdown", "bash", "zsh"};
constexpr std::array<std::string (*)(const CLI::App&), 4> writers{man_page, markdown,
                                                                  bash_completion, zsh_completion};

}  // namespace

Action declare_manual(Arguments& arguments) {
    auto as = std::make_shared<std::string>("man");
    arguments.option("--as", *as,
                     "What to write: " + alternatives(output_names) + "; man is the default",
                     {.name = "FORM", .choices = output_names});
    return [as](LongWork&) {
        const auto write = writers.at(place_among(output_names, "--as", *as));
        say("{}", write(*command_line().app));
        return 0;
    };
}

}  // namespace rattleback
