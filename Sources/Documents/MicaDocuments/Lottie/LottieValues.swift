/// A replacement for values of a Lottie document, by key path.
///
/// A key path consists of the names of the compositions' layers, the layer, its groups and the item, followed by the
/// property, separated by dots. `*` matches one name, `**` any number of names, including none. The properties are
/// Color, Opacity, Stroke Width, Position, Scale, Rotation and Anchor Point; the properties of a layer or group come
/// after `Transform`. Texts have Color and Stroke Color.
///
/// *Source*: airbnb/lottie-ios, AnimationKeypath: `Layer 1.Group 1.Fill 1.Color`, `**.Stroke 1.Color`.
package struct LottieValue: Sendable {
    /// The value at a frame.
    package struct Key: Sendable {
        /// The frame, in the layer's composition.
        package var frame: Double
        /// One number; two for a point; three or four for a colour: red, green, blue (and alpha) from 0 to 1.
        package var value: [Double]

        package init(frame: Double, value: [Double]) {
            (self.frame, self.value) = (frame, value)
        }
    }

    let names: [String]
    let keys: [Key]

    /// Makes a value; it is linear between its keys.
    ///
    /// *nil when* the path is empty, there are no keys, or the keys are not in order of time.
    package init?(keyPath: String, keys: [Key]) {
        names = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        self.keys = keys
        guard !names.contains(""), !keys.isEmpty, zip(keys, keys.dropFirst()).allSatisfy({ $0.frame <= $1.frame }),
            keys.allSatisfy({ !$0.value.isEmpty && $0.value.allSatisfy { $0.isFinite } })
        else { return nil }
    }

    /// Whether the key path matches a property.
    func matches(_ path: [String]) -> Bool {
        // reached[i]: the names so far match the first i of the path.
        var reached = [Bool](repeating: false, count: path.count + 1)
        reached[0] = true
        for name in names {
            if name == "**" {
                if let first = reached.firstIndex(of: true) {
                    for index in first..<reached.count { reached[index] = true }
                }
                continue
            }
            for index in stride(from: path.count, to: 0, by: -1) {
                reached[index] = reached[index - 1] && (name == "*" || name == path[index - 1])
            }
            reached[0] = false
        }
        return reached[path.count]
    }

    func track<Value: LottieBlendable>(_ convert: ([Double]) -> Value?) -> LottieTrack<Value>? {
        let keys = keys.compactMap { key in
            convert(key.value).map { LottieKey(time: LottieReader.bounded(key.frame), value: $0) }
        }
        return LottieTrack(keys: keys)
    }
}

/// Applies replacement values to a document.
struct LottieOverrides {
    let values: [LottieValue]
    private let used = Used()

    /// The indices of the values that matched.
    private final class Used { var indices: Set<Int> = [] }

    init(values: [LottieValue]) { self.values = values }

    var isEmpty: Bool { values.isEmpty }

    /// The key paths of values that matched nothing.
    var unused: [String] {
        values.indices.filter { !used.indices.contains($0) }.map { values[$0].names.joined(separator: ".") }
    }

    private func value(_ path: [String], _ property: String) -> LottieValue? {
        guard !values.isEmpty else { return nil }
        let path = path + [property]
        var last: LottieValue?
        for (index, value) in values.enumerated() where value.matches(path) {
            used.indices.insert(index)
            last = value
        }
        return last
    }

    private func replace(_ track: inout LottieTrack<Double>, _ path: [String], _ property: String) {
        let new = value(path, property)?.track { $0.first.map(LottieReader.bounded) }
        if let new { track = new }
    }

    private func replace(_ track: inout LottieTrack<SIMD3<Double>>, _ path: [String], _ property: String) {
        let new = value(path, property)?.track { values -> SIMD3<Double>? in
            guard let x = values.first else { return nil }
            return SIMD3(
                LottieReader.bounded(x), LottieReader.bounded(values.count > 1 ? values[1] : x),
                LottieReader.bounded(values.count > 2 ? values[2] : 100))
        }
        if let new { track = new }
    }

    /// The colour at a path, for layers with a constant colour.
    func color(at path: [String], _ property: String = "Color") -> SIMD4<Double>? {
        value(path, property)?.track { LottieReader.color(.numbers($0)) }?.first
    }

    /// A layer's text at a path, all of it in the replacements' first colours.
    ///
    /// *Source*: airbnb/lottie-ios, the Core Animation engine's text layer: `LAYER.Color` and `LAYER.Stroke Color`,
    /// only the first key's value.
    func applied(to text: LottieText, at path: [String]) -> LottieText {
        var result = text
        let (fill, stroke) = (color(at: path), color(at: path, "Stroke Color"))
        for index in result.documents.keys.indices {
            if let fill { result.documents.keys[index].value.value.fill = fill }
            if let stroke { result.documents.keys[index].value.value.stroke = stroke }
        }
        return result
    }

    /// The transform at a path, which ends with `Transform`, with replacements applied.
    func applied(to transform: LottieTransform, at path: [String]) -> LottieTransform {
        var result = transform
        replace(&result.opacity, path, "Opacity")
        replace(&result.rotation, path, "Rotation")
        replace(&result.scale, path, "Scale")
        replace(&result.anchor, path, "Anchor Point")
        if value(path, "Position") != nil {
            result.split = nil
            replace(&result.position, path, "Position")
        }
        return result
    }

    /// The items at a path, with replacements applied.
    func applied(to items: [LottieItem], at path: [String]) -> [LottieItem] {
        items.map { item in
            switch item {
            case .group(let children, var transform, let name):
                let inside = path + [name]
                transform = applied(to: transform, at: inside + ["Transform"])
                return .group(applied(to: children, at: inside), transform, name)
            case .paint(var paint):
                let inside = path + [paint.name]
                if case .plain = paint.color,
                    let color = value(inside, "Color")?.track({ LottieReader.color(.numbers($0)) })
                {
                    paint.color = .plain(color)
                }
                replace(&paint.opacity, inside, "Opacity")
                if var stroke = paint.stroke {
                    replace(&stroke.width, inside, "Stroke Width")
                    paint.stroke = stroke
                }
                return .paint(paint)
            case .outline, .trim, .round, .repeat, .merge: return item
            }
        }
    }
}
