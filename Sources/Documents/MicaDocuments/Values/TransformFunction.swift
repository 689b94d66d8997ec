import Foundation

/// A function of a transform in a document: `rotate(20deg, 0, 1, 0)`.
///
/// A transform is written as in CSS, as a sequence of functions with CSS's meaning: the leftmost function is
/// outermost, and the last applies to a point first. `translate(..) rotate(..)` is
/// `CATransform3DRotate(CATransform3DMakeTranslation(..), ..)`.
///
/// *Source*: derived from an archive written by Apple's encoder (ComplexView.ca, `OracleArchiveTests`): a date picker
/// whose rows lie on a cylinder about the x axis under `perspective(900)`. The rows are 30 points apart and have
/// `translate(0, -0.0600448, -4.70791) rotate(17.9deg, 1, 0, 0)`,
/// `translate(0, 0.0495938, -4.81282) rotate(-18.1deg, ..)` and
/// `translate(0, -2.86168, -18.6748) rotate(-36.1deg, ..)`. With the translation outermost, the z parts are
/// r (cos a - 1) with the same r, 97.26, for all three rows. The y parts are then the small differences between the
/// rows' even spacing and the cylinder. With the rotation outermost, the y and z parts would mix, by 1.4 and by 11
/// points, and would not lie on a cylinder.
package enum TransformFunction: Sendable, Equatable {
    /// A translation, in points.
    case translate(x: Double, y: Double, z: Double)
    /// A scale.
    case scale(x: Double, y: Double, z: Double)
    /// A rotation about an axis, in radians.
    case rotate(angle: Double, x: Double, y: Double, z: Double)
    /// A shear: x grows by `x` times y, and y by `y` times x.
    case skew(x: Double, y: Double)
    /// A perspective with the eye at a distance, in points: m34 is -1 / distance.
    case perspective(Double)
    /// A matrix of 16 numbers, m11, m12, ... m44.
    case matrix([Double])

    /// Parses a transform; the empty string and `none` are the identity, which has no functions.
    ///
    /// *nil when* the text is no transform.
    package static func parse(_ text: String) -> [TransformFunction]? {
        var functions: [TransformFunction] = []
        var rest = Substring(text)
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," || $0 == ";" }
            guard !rest.isEmpty else { return functions }
            guard functions.count < 64 else { return nil }
            let name = rest.prefix { $0.isLetter || $0.isNumber }
            rest = rest.dropFirst(name.count).drop { $0.isWhitespace }
            if name == "none" || name == "identity", rest.first != "(" { continue }
            guard !name.isEmpty, rest.first == "(", let end = rest.firstIndex(of: ")") else { return nil }
            let arguments = rest[rest.index(after: rest.startIndex)..<end].split { $0 == "," || $0.isWhitespace }
            guard let function = function(String(name), arguments.map(String.init)) else { return nil }
            functions.append(function)
            rest = rest[rest.index(after: end)...]
        }
    }

    private static func function(_ name: String, _ arguments: [String]) -> TransformFunction? {
        switch name {
        case "translate", "translate3d":
            guard (1...3).contains(arguments.count), let numbers = numbers(arguments) else { return nil }
            return .translate(
                x: numbers[0], y: numbers.count > 1 ? numbers[1] : 0, z: numbers.count > 2 ? numbers[2] : 0)
        case "translateX", "translateY", "translateZ":
            guard arguments.count == 1, let value = numbers(arguments)?.first else { return nil }
            return .translate(
                x: name == "translateX" ? value : 0, y: name == "translateY" ? value : 0,
                z: name == "translateZ" ? value : 0)
        case "scale", "scale3d":
            guard (1...3).contains(arguments.count), let numbers = numbers(arguments) else { return nil }
            return .scale(
                x: numbers[0], y: numbers.count > 1 ? numbers[1] : numbers[0], z: numbers.count > 2 ? numbers[2] : 1)
        case "scaleX", "scaleY", "scaleZ":
            guard arguments.count == 1, let value = numbers(arguments)?.first else { return nil }
            return .scale(
                x: name == "scaleX" ? value : 1, y: name == "scaleY" ? value : 1, z: name == "scaleZ" ? value : 1)
        case "rotate":
            guard arguments.count == 1 || arguments.count == 4, let angle = angle(arguments[0]) else { return nil }
            guard arguments.count == 4 else { return .rotate(angle: angle, x: 0, y: 0, z: 1) }
            guard let axis = numbers(Array(arguments[1...])) else { return nil }
            return .rotate(angle: angle, x: axis[0], y: axis[1], z: axis[2])
        case "rotate3d":
            guard arguments.count == 4, let axis = numbers(Array(arguments[..<3])), let angle = angle(arguments[3])
            else { return nil }
            return .rotate(angle: angle, x: axis[0], y: axis[1], z: axis[2])
        case "rotateX", "rotateY", "rotateZ":
            guard arguments.count == 1, let angle = angle(arguments[0]) else { return nil }
            return .rotate(
                angle: angle, x: name == "rotateX" ? 1 : 0, y: name == "rotateY" ? 1 : 0, z: name == "rotateZ" ? 1 : 0)
        case "skew", "skewX", "skewY":
            guard let first = arguments.first.flatMap(angle), arguments.count <= (name == "skew" ? 2 : 1) else {
                return nil
            }
            if name == "skewY" { return .skew(x: 0, y: tan(first)) }
            guard arguments.count == 2 else { return .skew(x: tan(first), y: 0) }
            guard let second = angle(arguments[1]) else { return nil }
            return .skew(x: tan(first), y: tan(second))
        case "perspective":
            guard arguments.count == 1, let distance = numbers(arguments)?.first, distance != 0 else { return nil }
            return .perspective(distance)
        case "matrix", "matrix3d":
            guard let values = numbers(arguments) else { return nil }
            if values.count == 16 { return .matrix(values) }
            guard values.count == 6 else { return nil }
            return .matrix([
                values[0], values[1], 0, 0, values[2], values[3], 0, 0, 0, 0, 1, 0, values[4], values[5], 0, 1,
            ])
        default:
            return nil
        }
    }

    private static func numbers(_ arguments: [String]) -> [Double]? {
        var result: [Double] = []
        for argument in arguments {
            guard let value = ValueParser.number(argument.hasSuffix("px") ? String(argument.dropLast(2)) : argument)
            else { return nil }
            result.append(value)
        }
        return result
    }

    /// The angle in radians; without a unit only 0 is valid, as in CSS.
    private static func angle(_ text: String) -> Double? {
        for (unit, factor) in [
            ("deg", Double.pi / 180), ("grad", Double.pi / 200), ("rad", 1), ("turn", 2 * Double.pi),
        ] where text.hasSuffix(unit) {
            return ValueParser.number(String(text.dropLast(unit.count))).map { $0 * factor }
        }
        return ValueParser.number(text) == 0 ? 0 : nil
    }
}
