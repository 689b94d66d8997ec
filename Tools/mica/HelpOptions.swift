/// An option of a help text. Completion and the manual page are made from these, so that neither can go stale.
struct HelpOption: Equatable {
    /// Its names with their dashes, the short one first.
    var names: [String]
    /// The placeholder of its value; nil when it takes none.
    var argument: String?
    /// Its description, with the lines joined.
    var text: String

    /// The options of a help text: lines that are indented by two and begin with a dash, with their continuation lines.
    static func all(in help: String) -> [HelpOption] {
        var options: [HelpOption] = []
        var isOption = false
        for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
            let indent = line.prefix { $0 == " " }.count
            let words = line.dropFirst(indent)
            if indent == 2, words.hasPrefix("-") {
                options.append(HelpOption(String(words)))
                isOption = true
            } else if isOption, indent > 2 {
                let gap = options[options.count - 1].text.isEmpty ? "" : " "
                options[options.count - 1].text += gap + words
            } else {
                isOption = false
            }
        }
        return options
    }

    /// Reads `-q, --quiet        print errors only`.
    private init(_ line: String) {
        let end = line.firstRange(of: "  ")?.lowerBound ?? line.endIndex
        (names, argument) = ([], nil)
        for word in line[..<end].split(whereSeparator: { $0 == " " || $0 == "," }) {
            if word.hasPrefix("-") { names.append(String(word)) } else { argument = String(word) }
        }
        text = String(line[end...].drop { $0 == " " })
    }
}
