import MicaDocuments
import MicaFuzzImages
import MicaRandom

/// Changes markup in ways that keep its structure: elements are removed, doubled, moved and renamed, attributes and values
/// replaced with others that documents have or that lie at the edges of what parsers take.
package struct MarkupMutator: InputMutator {
    private var random: SeededGenerator

    /// Makes a mutator; the same seed makes the same changes.
    package init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// The bytes with a few changes, at most `limit` long. Bytes that are no markup are changed as bytes.
    package mutating func mutate(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        guard random.below(8) != 0, var root = try? MarkupParser.parse(bytes, file: "f", limits: .fuzzing) else {
            return Array(random.mutated(bytes).prefix(limit))
        }
        for _ in 0...random.below(4) { change(&root) }
        var text = ""
        write(root, to: &text)
        let result = Array(text.utf8)
        return result.count <= limit ? result : Array(random.mutated(bytes).prefix(limit))
    }

    private mutating func change(_ element: inout MarkupElement) {
        if !element.children.isEmpty, random.below(4) != 0 {
            let index = random.below(element.children.count)
            switch random.below(12) {
            case 0: element.children.remove(at: index)
            case 1: element.children.append(element.children[index])
            case 2: element.children.swapAt(index, random.below(element.children.count))
            case 3: element.children[index].children.append(element.children[random.below(element.children.count)])
            default: change(&element.children[index])
            }
            return
        }
        switch random.below(6) {
        case 0: element.name = random.pick(Self.names)
        case 1: element.text = random.pick(Self.values)
        case 2:
            let name = random.pick(Self.names)
            element.children.append(
                MarkupElement(name: name, attributes: [], children: [], text: "", location: element.location))
        case 3 where !element.attributes.isEmpty:
            element.attributes.remove(at: random.below(element.attributes.count))
        case 4 where !element.attributes.isEmpty:
            let index = random.below(element.attributes.count)
            let old = element.attributes[index]
            element.attributes[index] = MarkupAttribute(
                name: old.name, value: value(instead: old.value), location: old.location)
        default:
            let name = random.pick(Self.attributes)
            element.attributes.removeAll { $0.name == name }
            element.attributes.append(
                MarkupAttribute(name: name, value: random.pick(Self.values), location: element.location))
        }
    }

    private mutating func value(instead old: String) -> String {
        var words = old.split(separator: " ").map(String.init)
        guard !words.isEmpty, random.below(2) == 0 else { return random.pick(Self.values) }
        words[random.below(words.count)] = random.pick(Self.values)
        return words.joined(separator: " ")
    }

    private func write(_ element: MarkupElement, to text: inout String) {
        text += "<\(element.name)"
        for attribute in element.attributes { text += " \(attribute.name)=\"\(escaped(attribute.value))\"" }
        text += ">\(escaped(element.text))"
        for child in element.children { write(child, to: &text) }
        text += "</\(element.name)>"
    }

    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }

    private static let names = [
        "CALayer", "CAShapeLayer", "sublayers", "mask", "contents", "CGImage", "animations", "animation",
        "CABasicAnimation",
        "CAKeyframeAnimation", "CASpringAnimation", "CAAnimationGroup", "values", "keyTimes", "timingFunctions",
        "fromValue",
        "toValue", "byValue", "real", "integer", "string", "CGPoint", "CGRect", "CGColor", "CATransform3D", "states",
        "LKState",
        "elements", "LKStateSetValue", "value", "stateTransitions", "LKStateTransition", "LKStateTransitionElement",
        "null",
        "backgroundColor", "transform", "bounds", "caml", "NSArray",
    ]

    private static let attributes = [
        "id", "object", "type", "value", "opacity", "src", "key", "keyPath", "targetId", "name", "basedOn", "fromState",
        "toState", "bounds", "position", "anchorPoint", "transform", "transform.rotation.z", "transform.scale",
        "sublayerTransform",
        "zPosition", "hidden", "geometryFlipped", "cornerRadius", "borderWidth", "speed", "beginTime", "timeOffset",
        "duration",
        "repeatCount", "repeatDuration", "autoreverses", "fillMode", "timingFunction", "calculationMode", "mass",
        "stiffness",
        "damping", "velocity", "mica_autorecalculatesDuration", "contentsGravity", "contentsRect", "frame",
        "maskedCorners",
    ]

    private static let values = [
        "", "0", "1", "-1", "0.5", "1e308", "-1e308", "1e-320", "1e400", "inf", "-inf", "nan", "9223372036854775808",
        "0 0", "1 2", "0 0 10 10", "0 0 -5 inf", "1 0 0", "0.1 0.2 0.3 0.4", "rotate(90deg)",
        "rotate(1e300deg, 0, 0, 0)",
        "scale(0)", "scale(1e200) scale(1e200)", "translate(1, 2, 3) rotate(5rad)", "perspective(1e-320)",
        "matrix(1 0 0 1 0 0)", "none", "*", "A", "B", "#1", "#2", "position.x", "position", "transform", "opacity",
        "bounds.size",
        "backgroundColor", "contents", "mask", "sublayers.A.opacity", "real", "integer", "CGPoint", "CGColor",
        "CATransform3D",
        "nil", "linear", "easeInEaseOut", "discrete", "cubic", "0.1 0 0.9 1", "a.png", "../a.png", "CABasicAnimation",
        "backwards",
    ]
}
