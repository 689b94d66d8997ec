import Foundation
import QuartzCore

/// Converts keyed archives of layers, as exported by editors for Apple's systems (`.caar`), to equivalent markup.
///
/// An archive's root is a layer, or a dictionary with `rootLayer` and `geometryFlipped`. Objects of Core Animation's
/// classes have their properties under their keys. Points, sizes, rectangles, transforms, colours, paths, images and
/// lists are in proxy objects (`LKNSValueCodingProxy` and similar).
/// *Source*: archives of the public repositories insidegui/CheckmarkDemo and insidegui/WWDC, exported by Kite and by
/// macOS, as property lists; CAPackage calls the type `com.apple.coreanimation-archive`.
struct KeyedArchiveReader {
    private let table: ArchiveTable
    /// The indices of the archive's objects in its table.
    private let objects: [Int]
    private let location: DocumentLocation
    private let limits: MarkupLimits
    /// The number of objects visited: references can make few objects be read often.
    private var visits = 0
    /// The number of bytes of images, paths and texts copied.
    private var taken = 0
    private var depth = 0

    /// Whether bytes begin like a binary property list, the format of keyed archives.
    static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist00".utf8) }

    /// Reads an archive.
    ///
    /// *Throws*: `.malformed` when it is no keyed archive, `.unknownDocument` when it holds no layer, `.refused` when it
    /// exceeds the limits.
    static func read(_ bytes: [UInt8], file: String, limits: MarkupLimits) throws(DocumentError) -> (
        markup: MarkupElement, isGeometryFlipped: Bool
    ) {
        let location = DocumentLocation(file: file, line: 1, column: 1)
        guard let table = ArchiveTable(bytes), let top = Self.pairs(table, table.top), let list = top["$objects"],
            case .array(let objects) = table.objects[list], let named = top["$top"].flatMap({ Self.pairs(table, $0) }),
            let outermost = named["root"]
        else { throw DocumentError(.malformed, at: location, reason: "not a keyed archive") }
        var reader = KeyedArchiveReader(table: table, objects: objects, location: location, limits: limits)
        guard let index = reader.resolved(outermost) else {
            throw DocumentError(.malformed, at: location, reason: "the archive's root is not one of its objects")
        }
        var (layer, isFlipped) = (index, false)
        if let values = reader.dictionary(index), let inner = values["rootLayer"].flatMap({ reader.resolved($0) }) {
            layer = inner
            // If the layer is flipped, too, it flips itself, within a space with y up.
            isFlipped =
                values["geometryFlipped"].flatMap { reader.number($0) } == 1
                && reader.pairs(layer)["geometryFlipped"].flatMap { reader.number($0) } != 1
        }
        guard let name = reader.className(layer), Vocabulary.isLayerClass(name) else {
            throw DocumentError(.unknownDocument, at: location, reason: "the archive holds no layer")
        }
        let root = try reader.element(layer, name: name)
        return (reader.made("caml", children: [root]), isFlipped)
    }

    private init(table: ArchiveTable, objects: [Int], location: DocumentLocation, limits: MarkupLimits) {
        (self.table, self.objects, self.location, self.limits) = (table, objects, location, limits)
    }

    // MARK: Objects

    /// The pairs of a dictionary of the property list whose keys are strings.
    private static func pairs(_ table: ArchiveTable, _ index: Int) -> [String: Int]? {
        guard case .dictionary(let list) = table.objects[index] else { return nil }
        var result: [String: Int] = [:]
        for (key, value) in list {
            if case .ascii(let bytes) = table.objects[key] { result[String(decoding: bytes, as: UTF8.self)] = value }
        }
        return result
    }

    /// The index that a reference points to; nil when it is outside the archive.
    private func resolved(_ index: Int) -> Int? {
        guard case .uid(let uid) = table.objects[index] else { return index }
        return objects.indices.contains(uid) ? objects[uid] : nil
    }

    private func pairs(_ index: Int) -> [String: Int] {
        resolved(index).flatMap { Self.pairs(table, $0) } ?? [:]
    }

    private func className(_ index: Int) -> String? {
        pairs(index)["$class"].flatMap { pairs($0)["$classname"] }.flatMap { text($0) }
    }

    private func text(_ index: Int) -> String? {
        switch resolved(index).map({ table.objects[$0] }) {
        case .ascii(let bytes)?: String(decoding: bytes, as: UTF8.self)
        case .utf16(let bytes)?: String(bytes: bytes, encoding: .utf16BigEndian)
        default: nil
        }
    }

    /// A number, or a Boolean as 1 or 0.
    private func number(_ index: Int) -> Double? {
        guard case .plain(let bytes)? = resolved(index).map({ table.objects[$0] }) else { return nil }
        let bits = bytes.dropFirst().suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch (bytes[0] >> 4, bytes.count) {
        case (0, _): return bytes[0] == 9 ? 1 : bytes[0] == 8 ? 0 : nil
        case (1, 2...4), (1, 5): return Double(bits)
        case (1, _): return Double(Int64(bitPattern: bits))
        case (2, 5): return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case (2, 9): return Double(bitPattern: bits)
        default: return nil
        }
    }

    /// The bytes of an NSData.
    private func data(_ index: Int) -> [UInt8]? {
        guard let inner = pairs(index)["NS.data"].flatMap({ resolved($0) }),
            case .data(let bytes) = table.objects[inner]
        else { return nil }
        return bytes
    }

    /// The elements of an array of the property list.
    private func plainList(_ index: Int?) -> [Int]? {
        if case .array(let members)? = index.flatMap({ resolved($0) }).map({ table.objects[$0] }) { return members }
        return nil
    }

    /// The elements of an NSArray, or of its proxy.
    private func list(_ index: Int) -> [Int]? {
        var pairs = pairs(index)
        if className(index) == "LKNSArrayCodingProxy", let inner = pairs["array"] { pairs = self.pairs(inner) }
        return pairs["NS.keys"] == nil ? plainList(pairs["NS.objects"]) : nil
    }

    /// The pairs of an NSDictionary, or of its proxy.
    private func dictionary(_ index: Int) -> [String: Int]? {
        var pairs = pairs(index)
        if className(index) == "LKNSDictionaryCodingProxy", let inner = pairs["dict"] { pairs = self.pairs(inner) }
        guard let keys = plainList(pairs["NS.keys"]), let values = plainList(pairs["NS.objects"]) else { return nil }
        return Dictionary(
            zip(keys, values).compactMap { key, value in text(key).map { ($0, value) } }, uniquingKeysWith: { $1 })
    }

    // MARK: Markup

    private func made(
        _ name: String, _ attributes: [(String, String)] = [], children: [MarkupElement] = []
    ) -> MarkupElement {
        MarkupElement(
            name: name,
            attributes: attributes.map { MarkupAttribute(name: $0.0, value: $0.1, location: location) },
            children: children, text: "", location: location)
    }

    /// Keys that only Apple's editors and buffers use, or that are read elsewhere.
    private static let silentKeys: Set<String> = [
        "$class", "__CACodingContents", "delegate", "autoresizingMask", "CALayerAnimationKeys", "contentsFormat",
        "canDrawConcurrently", "drawsAsynchronously", "windowServerAware", "groupName", "groupNamespace",
        "allowsSubstituteColor", "scale",
    ]

    /// The element of an object with properties: a layer, a cell or an animation.
    private mutating func element(
        _ index: Int, name: String, as tag: String? = nil, adding: [(String, String)] = []
    ) throws(DocumentError) -> MarkupElement {
        visits += 1
        depth += 1
        defer { depth -= 1 }
        guard visits <= limits.elements, taken <= limits.bytes, depth <= limits.depth else {
            throw DocumentError(.refused, at: location, reason: "references make the archive too large")
        }
        var (attributes, children) = (adding, [MarkupElement]())
        let isEmitter = name == "CAEmitterLayer"
        let values = pairs(index)
        for key in values.keys.sorted() where !Self.silentKeys.contains(key) || (key == "scale" && isEmitter) {
            guard let value = values[key] else { continue }
            switch key {
            case "sublayers", "emitterCells":
                var inner: [MarkupElement] = []
                for member in list(value) ?? [] {
                    if let name = className(member) { inner.append(try element(member, name: name)) }
                }
                children.append(made(key, children: inner))
            case "mask":
                if let name = className(value), Vocabulary.isLayerClass(name) {
                    children.append(made(key, children: [try element(value, name: name)]))
                }
            case "CALayerAnimations", "animations":
                let keys = values["CALayerAnimationKeys"].flatMap { list($0) } ?? []
                var inner: [MarkupElement] = []
                for (index, member) in (list(value) ?? []).enumerated() {
                    guard let name = className(member) else { continue }
                    let named = index < keys.count ? text(keys[index]).map { [("key", $0)] } : nil
                    inner.append(
                        try element(member, name: name, as: "animation", adding: [("type", name)] + (named ?? [])))
                }
                children.append(made("animations", children: inner))
            case "filters", "backgroundFilters":
                children.append(made(key, children: (list(value) ?? []).prefix(100).compactMap { filter($0) }))
            default:
                // Infinity is the default duration of layers, and archives write it.
                if key == "duration", number(value) == .infinity { continue }
                if let written = written(value) {
                    taken += written.utf8.count
                    attributes.append((key, written))
                } else if let child = typed(value, tag: key) {
                    children.append(child)
                }
            }
        }
        return made(tag ?? name, attributes, children: children)
    }

    /// The text of a value that becomes an attribute; nil for other values.
    private func written(_ index: Int) -> String? {
        if let text = text(index) { return text == "$null" ? nil : text }
        if let number = number(index) { return Self.text(number) }
        let values = pairs(index)
        func numbers(_ keys: [String]) -> String? {
            let found = keys.compactMap { values[$0].flatMap { number($0) } }
            return found.count == keys.count ? found.map(Self.text).joined(separator: " ") : nil
        }
        switch className(index) {
        case "LKNSValueCodingProxy":
            switch values["kind"].flatMap({ number($0) }) {
            case 0: return numbers(["x", "y"])
            case 1: return numbers(["width", "height"])
            case 2: return numbers(["x", "y", "width", "height"])
            case 3:
                let keys = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
                return numbers(keys).map { "matrix(\($0.replacing(" ", with: ", ")))" }
            default: return nil
            }
        case "LKCGColorCodingProxy": return numbers(["r", "g", "b", "a"])
        case "CAMediaTimingFunction": return numbers(["c1x", "c1y", "c2x", "c2y"])
        case "CACGPathCodingProxy": return path(values["LKCGPathSegments"].flatMap { list($0) } ?? [])
        case "CAFilter": return values["CAFilterType"].flatMap { text($0) }
        default: return nil
        }
    }

    /// The shortest text that reads back as the same number.
    private static func text(_ number: Double) -> String {
        if number.isInfinite { return number < 0 ? "-inf" : "inf" }
        return number.isNaN ? "nan" : "\(number)"
    }

    /// A path in the form of `DocumentOutline`; kinds of segments are those of CGPathElementType.
    private func path(_ segments: [Int]) -> String? {
        var parts: [String] = []
        for segment in segments {
            let values = pairs(segment)
            func points(_ count: Int) -> String? {
                let found = (0..<count).flatMap { index in
                    ["x", "y"].compactMap { values["LKCGPathPoint\(index)_\($0)"].flatMap { number($0) } }
                }
                return found.count == 2 * count ? found.map(Self.text).joined(separator: " ") : nil
            }
            let kinds: [(letter: String, points: Int)] = [("M", 1), ("L", 1), ("Q", 2), ("C", 3), ("Z", 0)]
            guard let kind = values["LKCGPathType"].flatMap({ number($0) }), kind >= 0, kind < 5,
                kind == kind.rounded(),
                let points = points(kinds[Int(kind)].points)
            else { return nil }
            parts.append(kinds[Int(kind)].letter + (points.isEmpty ? "" : " " + points))
        }
        return parts.joined(separator: " ")
    }

    /// The element of a value that becomes an element: lists, nested once at most, images, and the values in them.
    /// nil for other values, and beyond the limits.
    private mutating func typed(_ index: Int, tag: String? = nil, deeper: Int = 2) -> MarkupElement? {
        visits += 1
        guard visits <= limits.elements, taken <= limits.bytes else { return nil }
        if let members = list(index) {
            guard deeper > 0 else { return nil }
            var inner: [MarkupElement] = []
            for member in members {
                guard visits <= limits.elements else { break }
                if let made = typed(member, deeper: deeper - 1) { inner.append(made) }
            }
            return made(tag ?? "NSArray", children: inner)
        }
        let type: String
        switch className(index) {
        case "LKCGImageCodingProxy":
            guard let bytes = pairs(index)["data"].flatMap({ data($0) }) else { return nil }
            // The image reader tells the format from the bytes.
            let source = "data:image/png;base64," + Data(bytes).base64EncodedString()
            taken += source.utf8.count
            return made(tag ?? "CGImage", [("type", "CGImage"), ("src", source)])
        case "LKCGColorCodingProxy": type = "CGColor"
        case "CAMediaTimingFunction": type = "CAMediaTimingFunction"
        case "LKNSValueCodingProxy":
            let kind = pairs(index)["kind"].flatMap { number($0) } ?? 0
            type = kind == 3 ? "CATransform3D" : kind == 2 ? "CGRect" : kind == 1 ? "CGSize" : "CGPoint"
        default: type = text(index) == nil ? "real" : "string"
        }
        guard let written = written(index) else { return nil }
        taken += written.utf8.count
        return made(tag ?? type, [("type", type), ("value", written)])
    }

    private func filter(_ index: Int) -> MarkupElement? {
        let values = pairs(index)
        guard let type = values["CAFilterType"].flatMap({ text($0) }) else { return nil }
        var attributes = [("filter", type)]
        if let name = values["CAFilterName"].flatMap({ text($0) }) { attributes.append(("name", name)) }
        let inputs = values["CAFilterInputs"].flatMap { dictionary($0) } ?? [:]
        for key in inputs.keys.sorted() {
            if let value = inputs[key].flatMap({ written($0) }) { attributes.append((key, value)) }
        }
        return made("CAFilter", attributes)
    }
}

/// Paths in a document: `M x y`, `L x y`, `Q x y x y`, `C x y x y x y` and `Z`, as in SVG's path data.
enum DocumentOutline {
    /// Parses a path; nil when the text is no path.
    static func parse(_ text: String) -> CGPath? {
        let path = CGMutablePath()
        var numbers: [Double] = []
        var letter: Character?
        func flush() -> Bool {
            func point(_ index: Int) -> CGPoint { CGPoint(x: numbers[2 * index], y: numbers[2 * index + 1]) }
            defer { numbers = [] }
            switch (letter, numbers.count) {
            case (nil, 0): break
            case ("M", 2): path.move(to: point(0))
            case ("L", 2) where !path.isEmpty: path.addLine(to: point(0))
            case ("Q", 4) where !path.isEmpty: path.addQuadCurve(to: point(1), control: point(0))
            case ("C", 6) where !path.isEmpty: path.addCurve(to: point(2), control1: point(0), control2: point(1))
            case ("Z", 0): path.closeSubpath()
            default: return false
            }
            return true
        }
        for part in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
            if let first = part.first, part.count == 1, "MLQCZ".contains(first) {
                guard flush() else { return nil }
                letter = first
            } else {
                guard numbers.count < 6, let number = ValueParser.number(String(part)), number.isFinite else {
                    return nil
                }
                numbers.append(number)
            }
        }
        return flush() ? path : nil
    }
}
