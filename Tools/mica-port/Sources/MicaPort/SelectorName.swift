/// Names of methods in Objective-C.
///
/// *Source*: Swift's compiler, AbstractFunctionDecl::getObjCSelector, and the list of prepositions in
/// clang/lib/Basic (PartsOfSpeech.def).
enum SelectorName {
    /// The selector of a method: `tap(_:)` is `tap:`, `tap(sender:)` is `tapWithSender:`, `move(to:)` is `moveTo:`.
    static func method(_ base: String, _ labels: [String]) -> String {
        guard let first = labels.first else { return base }
        var name = base
        if first != "_" {
            if !prepositions.contains(firstWord(first)), !prepositions.contains(lastWord(base)) { name += "With" }
            name += sentenceCase(first)
        }
        return name + ":" + labels.dropFirst().map { ($0 == "_" ? "" : $0) + ":" }.joined()
    }

    /// The selector of a property's setter: `level` is `setAxisAligned:`.
    static func setter(_ property: String) -> String { "set" + sentenceCase(property) + ":" }

    private static func sentenceCase(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    private static func firstWord(_ name: String) -> String {
        guard let first = name.first else { return "" }
        return (String(first) + name.dropFirst().prefix { !$0.isUppercase && $0 != "_" }).lowercased()
    }

    private static func lastWord(_ name: String) -> String {
        let tail = name.reversed().prefix { !$0.isUppercase && $0 != "_" }
        let rest = name.dropLast(tail.count)
        return ((rest.last.map { $0.isUppercase ? String($0) : "" } ?? "") + String(tail.reversed())).lowercased()
    }

    private static let prepositions: Set<String> = [
        "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from",
        "given", "in", "including", "inside", "into", "matching", "of", "on", "passing", "preceding", "since", "to",
        "until", "using", "via", "when", "with", "within",
    ]
}
