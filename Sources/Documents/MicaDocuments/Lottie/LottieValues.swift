import CoreGraphics
import Foundation

/// A value of a Lottie document that a program can replace, with its key path.
public struct ReplaceableValue: Sendable, Equatable {
    /// The names of the compositions' layers, the layer, its groups and the item, then the property, with dots between.
    public let keyPath: String
    /// The document's own value at the first frame: numbers with commas between, a colour as `#rrggbb`, a text, or an image's file name.
    public let value: String
}

/// A replacement for values of a Lottie document, by key path.
///
/// A key path consists of the names of the compositions' layers, the layer, its groups and the item, followed by the
/// property, separated by dots. `*` matches one name, `**` any number of names, including none. The properties are
/// Color, Opacity, Stroke Width, Position, Scale, Rotation and Anchor Point; the properties of a layer or group come
/// after `Transform`. A text layer has Text, Color and Stroke Color, an image layer has Image.
///
/// *Source*: airbnb/lottie-ios, AnimationKeypath: `Layer 1.Group 1.Fill 1.Color`, `**.Stroke 1.Color`; texts and images
/// by layers' names: AnimationKeypathTextProvider, AnimationImageProvider.
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

    /// The new value.
    enum Content: Sendable {
        case numbers([Key])
        case text(String, TextFit?)
        case image(CGImage, PictureFit)
        case film(TemplateClip, PictureFit)
        case sound(TemplateClip)
        case property(JSONValue)
    }

    let names: [String]
    let content: Content

    private init?(_ keyPath: String, _ content: Content) {
        names = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        self.content = content
        // Groups and fills may have no name; a property has one.
        guard names.last != "" else { return nil }
    }

    /// Makes a value of numbers; it is linear between its keys.
    ///
    /// *nil when* the path is empty, there are no keys, or the keys are not in order of time.
    package init?(keyPath: String, keys: [Key]) {
        self.init(keyPath, .numbers(keys))
        guard !keys.isEmpty, zip(keys, keys.dropFirst()).allSatisfy({ $0.frame <= $1.frame }),
            keys.allSatisfy({ !$0.value.isEmpty && $0.value.allSatisfy { $0.isFinite } })
        else { return nil }
    }

    /// Makes a text for a text layer. *nil when* the path is empty.
    ///
    /// - Parameter fit: what happens to a text that does not fit; nil: nothing.
    package init?(keyPath: String, text: String, fit: TextFit? = nil) { self.init(keyPath, .text(text, fit)) }

    /// Makes a picture for an image layer. *nil when* the path is empty.
    package init?(keyPath: String, image: CGImage, fit: PictureFit = .stretch) {
        self.init(keyPath, .image(image, fit))
    }

    /// Makes a film for an image layer. *nil when* the path is empty.
    package init?(keyPath: String, film: TemplateClip, fit: PictureFit = .stretch) {
        self.init(keyPath, .film(film, fit))
    }

    /// Makes a sound for an audio layer. *nil when* the path is empty.
    package init?(keyPath: String, sound: TemplateClip) { self.init(keyPath, .sound(sound)) }

    /// The key path, as it was given.
    var keyPath: String { names.joined(separator: ".") }

    /// Makes a property for a slot.
    init?(slot: String, property: JSONValue) { self.init("\(Self.slotPrefix).\(slot)", .property(property)) }

    /// The properties whose values are texts, images and sounds, not numbers.
    package static let textProperty = "Text", imageProperty = "Image", soundProperty = "Sound"

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
        guard case .numbers(let numbers) = content else { return nil }
        let keys = numbers.compactMap { key in
            convert(key.value).map { LottieKey(time: LottieReader.bounded(key.frame), value: $0) }
        }
        return LottieTrack(keys: keys)
    }
}

/// Applies replacement values to a document.
struct LottieOverrides {
    let values: [LottieValue]
    private let found = Found()

    /// The results of all lookups.
    private final class Found {
        /// The indices of the values that matched.
        var indices: Set<Int> = []
        /// The values of the document that can be replaced, each once.
        var values: [ReplaceableValue] = []
        var paths: Set<String> = []
        /// More about texts and pictures, by key path.
        var details: [String: FieldDetail] = [:]
    }

    /// Whether the document's values have to be looked up.
    let isActive: Bool
    /// Whether they are listed.
    private let isListed: Bool

    /// The most values that are listed.
    private static let listLimit = 100_000

    /// - Parameter listsValues: whether `documentValues` is wanted even if no value is replaced.
    /// - Parameter isActive: whether values are looked up in any case.
    init(values: [LottieValue], listsValues: Bool, isActive: Bool = false) {
        self.values = values
        self.isActive = isActive || listsValues || !values.isEmpty
        isListed = self.isActive
    }

    /// Values that a template has: none is looked for among the document's names.
    init(known values: [LottieValue]) {
        (self.values, isActive, isListed) = (values, !values.isEmpty, false)
    }

    /// More about the texts and pictures that can be replaced, by key path.
    var details: [String: FieldDetail] { found.details }

    /// The values of the document that can be replaced, in the order of its layers.
    var documentValues: [ReplaceableValue] { found.values }

    /// The key paths of values that matched nothing, or nothing of their kind.
    var unused: [String] {
        values.indices.filter { !found.indices.contains($0) }.map { values[$0].keyPath }
    }

    /// The last replacement of a property's value, of the kind that `accepts` takes.
    private func value(
        _ path: [String], _ property: String, now: () -> String, accepts: (LottieValue.Content) -> Bool = Self.isNumbers
    ) -> LottieValue? {
        guard isActive else { return nil }
        let path = path + [property]
        if isListed, found.values.count < Self.listLimit {
            let keyPath = path.joined(separator: ".")
            if found.paths.insert(keyPath).inserted {
                found.values.append(ReplaceableValue(keyPath: keyPath, value: now()))
            }
        }
        var last: LottieValue?
        for (index, value) in values.enumerated() where accepts(value.content) && value.matches(path) {
            found.indices.insert(index)
            last = value
        }
        return last
    }

    private static func isNumbers(_ content: LottieValue.Content) -> Bool {
        if case .numbers = content { true } else { false }
    }

    private static func text(_ value: Double) -> String {
        let text = String(format: "%.3f", value)
        return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }

    private static func text(_ value: SIMD3<Double>) -> String { "\(text(value.x)),\(text(value.y))" }

    private static func text(_ value: SIMD4<Double>?) -> String {
        guard let value else { return "none" }
        let parts = [value.x, value.y, value.z].map { Int((min(max($0, 0), 1) * 255).rounded()) }
        return "#" + parts.map { String(format: "%02x", $0) }.joined()
    }

    private func replace(_ track: inout LottieTrack<Double>, _ path: [String], _ property: String) {
        let new = value(path, property, now: { Self.text(track.first) })?.track { $0.first.map(LottieReader.bounded) }
        if let new { track = new }
    }

    private func replace(_ track: inout LottieTrack<SIMD3<Double>>, _ path: [String], _ property: String) {
        let new = value(path, property, now: { Self.text(track.first) })?.track { values -> SIMD3<Double>? in
            guard let x = values.first else { return nil }
            return SIMD3(
                LottieReader.bounded(x), LottieReader.bounded(values.count > 1 ? values[1] : x),
                LottieReader.bounded(values.count > 2 ? values[2] : 100))
        }
        if let new { track = new }
    }

    /// The colour at a path, for layers with a constant colour.
    func color(at path: [String], _ property: String = "Color", now: SIMD4<Double>?) -> SIMD4<Double>? {
        value(path, property, now: { Self.text(now) })?.track { LottieReader.color(.numbers($0)) }?.first
    }

    /// A layer's text at a path, all of it with the replacement's text and in the replacements' first colours.
    ///
    /// *Source*: airbnb/lottie-ios, the Core Animation engine's text layer: `LAYER.Color` and `LAYER.Stroke Color`,
    /// only the first key's value; a text provider's text stands for all of the layer's texts.
    ///
    /// *Throws*: `.refused` when a text does not fit, and has to.
    func applied(
        to text: LottieText, at path: [String], in composition: LottieComposition
    ) throws(DocumentError) -> LottieText {
        var result = text
        let first = text.documents.keys.first?.value.value
        if isListed, let first {
            let box = first.box.map { CGSize(width: $0.size.x, height: $0.size.y) }
            let detail = FieldDetail(size: box, font: first.font, fontSize: first.size)
            found.details[(path + [LottieValue.textProperty]).joined(separator: ".")] = detail
        }
        let new = value(path, LottieValue.textProperty, now: { first?.text ?? "" }) {
            if case .text = $0 { true } else { false }
        }
        let (fill, stroke) = (color(at: path, now: first?.fill), color(at: path, "Stroke Color", now: first?.stroke))
        for index in result.documents.keys.indices {
            if let fill { result.documents.keys[index].value.value.fill = fill }
            if let stroke { result.documents.keys[index].value.value.stroke = stroke }
            guard case .text(let text, let fit)? = new?.content else { continue }
            result.documents.keys[index].value.value.text = text
            guard let fit else { continue }
            let name = (path + [LottieValue.textProperty]).joined(separator: ".")
            try result.documents.keys[index].value.value.fit(fit, name: name, in: composition)
        }
        return result
    }

    /// The picture or film that an image layer shows in place of its own, and how it fills its place; nil for its own.
    ///
    /// - Parameter size: The size of its own.
    func image(at path: [String], now name: String, size: CGSize?) -> LottieReplacement? {
        if isListed {
            found.details[(path + [LottieValue.imageProperty]).joined(separator: ".")] = FieldDetail(size: size)
        }
        let new = value(path, LottieValue.imageProperty, now: { name }) {
            switch $0 {
            case .image, .film: true
            default: false
            }
        }
        switch new?.content {
        case .image(let image, let fit)?: return .picture(image, fit)
        case .film(let clip, let fit)?: return .film(clip, fit)
        default: return nil
        }
    }

    /// The sound that an audio layer has in place of its own; nil for its own.
    func sound(at path: [String], now name: String) -> TemplateClip? {
        let new = value(path, LottieValue.soundProperty, now: { name }) { if case .sound = $0 { true } else { false } }
        if case .sound(let clip)? = new?.content { return clip }
        return nil
    }

    /// The transform at a path, which ends with `Transform`, with replacements applied.
    func applied(to transform: LottieTransform, at path: [String]) -> LottieTransform {
        var result = transform
        replace(&result.opacity, path, "Opacity")
        replace(&result.rotation, path, "Rotation")
        replace(&result.scale, path, "Scale")
        replace(&result.anchor, path, "Anchor Point")
        let position = transform.split.map { SIMD3($0.x.first, $0.y.first, 0) } ?? transform.position.first
        if value(path, "Position", now: { Self.text(position) }) != nil {
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
                if case .plain(let plain) = paint.color,
                    let color = value(inside, "Color", now: { Self.text(plain.first) })?
                        .track({ LottieReader.color(.numbers($0)) })
                {
                    paint.color = .plain(color)
                }
                replace(&paint.opacity, inside, "Opacity")
                if var stroke = paint.stroke {
                    replace(&stroke.width, inside, "Stroke Width")
                    paint.stroke = stroke
                }
                return .paint(paint)
            case .outline, .trim, .round, .repeat, .merge, .reshape: return item
            }
        }
    }
}
