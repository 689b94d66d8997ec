import SwiftSyntax

// Casts that Apple's bridging makes, and observations that Mica's views tell.
extension Porter {
    /// Writes `UIFont(bridging: font)` for `font as UIFont`: a UIFont is a CTFont on Linux, and not the other way round. Likewise
    /// `NSAttributedString.Key(kCTX)` for `kCTX as NSAttributedString.Key`: Core Text's names are strings.
    func portBridgingCasts(_ node: SequenceExprSyntax) {
        let elements = Array(node.elements)
        for (index, element) in elements.enumerated() where index > 0 && index + 1 < elements.count {
            guard let cast = element.as(UnresolvedAsExprSyntax.self), cast.questionOrExclamationMark == nil,
                let type = elements[index + 1].as(TypeExprSyntax.self), !elements[index - 1].is(PatternExprSyntax.self)
            else { continue }
            let name = type.type.trimmedDescription
            switch name {
            case "UIFont": insert("UIFont(bridging: ", before: elements[index - 1])
            case "NSAttributedString.Key" where elements[index - 1].trimmedDescription.hasPrefix("kCT"):
                insert("NSAttributedString.Key(", before: elements[index - 1])
            default: continue
            }
            // The spaces before the cast go with it.
            edits.replace(range(elements[index - 1]).upperBound..<range(type).upperBound, with: ")")
            count("as \(name)")
        }
    }

    /// Whether Mica's views tell changes of a property. *Source*: UIKit, ViewObservers.swift.
    static func isObservable(_ component: String?) -> Bool {
        let keys: Set<String> = [
            "frame", "bounds", "center", "hidden", "isHidden", "contentOffset", "contentSize", "contentInset",
        ]
        return component.map { keys.contains($0.filter { $0 != "." }) } ?? false
    }

    /// Whether the source observes a key that views tell, so that `observeValue` is called.
    var sourceObservesViews: Bool {
        let text = String(decoding: edits.source, as: UTF8.self)
        return ["frame", "bounds", "center", "hidden", "contentOffset", "contentSize", "contentInset"].contains {
            text.contains("forKeyPath: \"\($0)\"")
        }
    }
}
