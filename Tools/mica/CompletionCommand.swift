import Mica
import MicaCommandLine
import QuartzCore

/// `mica completion`: scripts that complete the command's words in shells, made from the help texts.
enum CompletionCommand {
    /// `mica completion --help`.
    static let help = """
        usage: mica completion SHELL

        Prints a script that completes commands, options and their values: SHELL is bash, zsh or fish. 'make install' puts
        them where the shells look; by hand, for your own account:

          bash   mica completion bash >~/.local/share/bash-completion/completions/mica
          zsh    mica completion zsh >DIR/_mica, DIR one of $fpath
          fish   mica completion fish >~/.config/fish/completions/mica.fish
        """

    static let shells = ["bash", "zsh", "fish"]

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "completion")
        var shell: String?
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option(let name): throw arguments.unknown(name, among: ["--help"])
            case .input(let name):
                guard shells.contains(name), shell == nil else {
                    throw arguments.wrong("the shells are bash, zsh and fish, not '\(name)'")
                }
                shell = name
            }
        }
        switch shell {
        case "bash": Console.print(bash)
        case "zsh": Console.print(zsh)
        case "fish": Console.print(fish)
        default: throw arguments.wrong("no shell is named: bash, zsh or fish")
        }
    }

    /// The words that an option accepts; nil when its values are not a few words.
    private static func values(of option: String) -> [String]? {
        switch option {
        case "--format": RenderOptions.formats
        case "--backend": LayerRenderer.Backend.allCases.map(\.rawValue)
        default: nil
        }
    }

    private static func options(of command: String) -> [HelpOption] {
        HelpOption.all(in: Mica.program.help(of: command) ?? "") + [
            HelpOption(names: ["-h", "--help"], text: "explain the command")
        ]
    }

    private static var commands: [String] { Mica.program.commands.map(\.name) }

    private static var summaries: [(name: String, text: String)] {
        Mica.program.commands.map { ($0.name, $0.summary) } + [("help", "explain a command")]
    }

    private static var bash: String {
        var cases: [String] = []
        for command in commands {
            let options = options(of: command)
            let words = options.flatMap(\.names).joined(separator: " ")
            cases.append("        \(command)) options='\(words)' ;;")
        }
        let valued = RenderOptions.names.compactMap { name in
            values(of: name).map {
                "        \(name)) COMPREPLY=($(compgen -W '\($0.joined(separator: " "))' -- \"$word\")); return ;;"
            }
        }
        return """
            # bash completion of mica, made by 'mica completion bash'
            _mica() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options=
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W '\(Mica.program.words.joined(separator: " ")) --help --version' -- "$word"))
                    return
                fi
                case ${COMP_WORDS[1]} in
                    help) COMPREPLY=($(compgen -W '\(commands.joined(separator: " "))' -- "$word")); return ;;
                    completion) COMPREPLY=($(compgen -W '\(shells.joined(separator: " "))' -- "$word")); return ;;
            \(cases.joined(separator: "\n"))
                esac
                case $before in
            \(valued.joined(separator: "\n"))
                esac
                case $word in
                    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
                    *) compopt -o default 2>/dev/null ;;
                esac
            }
            complete -F _mica mica
            """
    }

    private static var zsh: String {
        func quoted(_ text: String) -> String {
            text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
                .replacing(":", with: "\\:")
        }
        let list = summaries.map { "    '\($0.name):\(quoted($0.text))'" }.joined(separator: "\n")
        var cases: [String] = []
        for command in commands {
            let specs = options(of: command).flatMap { option in
                option.names.map { name -> String in
                    let value = option.argument.map { argument -> String in
                        let words = values(of: name).map { "(" + $0.joined(separator: " ") + ")" }
                        return ":\(quoted(argument)):\(words ?? "_files")"
                    }
                    return "'\(name)[\(quoted(option.text))]\(value ?? "")'"
                }
            }
            let inputs = command == "completion" ? "'1:shell:(\(shells.joined(separator: " ")))'" : "'*:file:_files'"
            cases.append("    \(command)) _arguments \((specs + [inputs]).joined(separator: " \\\n        ")) ;;")
        }
        return """
            #compdef mica
            # zsh completion of mica, made by 'mica completion zsh'
            local -a commands
            commands=(
            \(list)
            )
            if (( CURRENT == 2 )); then
                _describe command commands
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
            \(cases.joined(separator: "\n"))
            esac
            """
    }

    private static var fish: String {
        func quoted(_ text: String) -> String {
            "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
        }
        var lines = ["# fish completion of mica, made by 'mica completion fish'"]
        for (name, text) in summaries {
            lines.append("complete -c mica -n __fish_use_subcommand -f -a \(name) -d \(quoted(text))")
        }
        for command in commands {
            for option in options(of: command) {
                var line = "complete -c mica -n '__fish_seen_subcommand_from \(command)'"
                for name in option.names {
                    line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
                }
                if option.argument != nil { line += " -r" }
                if let values = option.names.lazy.compactMap({ values(of: $0) }).first {
                    line += " -f -a \(quoted(values.joined(separator: " ")))"
                }
                lines.append(line + " -d \(quoted(option.text))")
            }
        }
        lines.append("complete -c mica -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'")
        return lines.joined(separator: "\n")
    }
}

extension HelpOption {
    fileprivate init(names: [String], text: String) {
        (self.names, argument, self.text) = (names, nil, text)
    }
}
