import CoreGraphics
import Foundation
import MicaBase
import MicaTrace
import MicaValues
import MicaWire

/// Values of properties in a keyed archive: each becomes an object that any keyed archive can hold.
///
/// A value that cannot archive itself on Linux (a colour, an image, a structure) becomes a dictionary of its kind and
/// its numbers.
enum ArchivedValue {
    /// Writes a value under a key. Values of other types than archives hold are left out.
    static func encode(_ value: Any, _ coder: NSCoder, _ key: String) {
        if let object = archived(value) { coder.encode(object, forKey: key) }
    }

    /// Reads the value under a key; nil when there is none or it is damaged.
    static func decode(_ coder: NSCoder, _ key: String) -> Any? {
        if let decoder = coder as? ArchiveDecoder {
            guard let found = decoder.decodeValue(of: classes, forKey: key) else { return nil }
            let value = restored(found, &decoder.rest)
            return decoder.spend(0) ? value : nil
        }
        var rest = most
        return coder.decodeObject(of: classes, forKey: key).flatMap { restored($0, &rest) }
    }

    /// The classes of objects that stand for values in archives.
    private static let classes: [AnyClass] = [
        NSNumber.self, NSString.self, NSArray.self, NSDictionary.self, NSData.self, CAMediaTimingFunction.self,
        CAValueFunction.self, CAAnimation.self, CALayer.self, CAEmitterCell.self,
    ]

    /// The most values that one value of an archive may expand to: nested lists that repeat one list take little space.
    static let most = 1 << 20

    /// The value as an object for an archive; nil for values of other types than archives hold.
    static func archived(_ value: Any) -> NSObject? {
        if let object = value as? NSObject,
            object is CAAnimation || object is CAMediaTimingFunction || object is CAValueFunction
                || object is CAEmitterCell
        {
            return object
        }
        if value is NSNull { return NSDictionary(dictionary: ["kind": NSString(string: "null")]) }
        if let dictionary = value as? [AnyHashable: Any] { return archived(dictionary) }
        if let list = value as? [Any] {
            let filters = list.compactMap { ($0 as? LayerFilter)?.state }
            if !list.isEmpty, filters.count == list.count { return archived(filters) }
            return NSArray(array: list.compactMap { archived($0) })
        }
        if let path = value as? CGPath { return structure("path", numbers(of: path.path)) }
        if let image = value as? CGImage {
            let bitmap = image.resource.bitmap()
            let data = unsafe bitmap.pixels.withUnsafeBytes { unsafe Data($0) }
            return NSDictionary(dictionary: [
                "kind": NSString(string: "image"), "numbers": numbers([Double(bitmap.width), Double(bitmap.height)]),
                "pixels": data as NSData,
            ])
        }
        for kind in PropertyValue.Kind.allCases
        where kind != .none && kind != .image && kind != .layer && kind != .vector {
            guard let typed = PropertyValue(object: value, kind: kind), typed != .none else { continue }
            return archived(typed)
        }
        return nil
    }

    private static func archived(_ value: PropertyValue) -> NSObject? {
        switch value {
        case .number(let v): return NSNumber(value: v)
        case .string(let v): return NSString(string: v)
        case .point(let v): return structure("point", [Double(v.x), Double(v.y)])
        case .size(let v): return structure("size", [Double(v.width), Double(v.height)])
        case .rect(let v):
            return structure("rect", [v.origin.x, v.origin.y, v.size.width, v.size.height].map { Double($0) })
        case .transform(let v): return structure("transform", v.elements)
        case .color(let v): return structure("color", [Double(v.space.rawValue), v.red, v.green, v.blue, v.alpha])
        case .path(let v):
            return NSDictionary(dictionary: [
                "kind": NSString(string: "path"), "verbs": Data(v.verbs.map { $0.rawValue }) as NSData,
                "numbers": numbers(v.points.flatMap { [$0.x, $0.y] }),
            ])
        case .numbers(let v): return structure("numbers", v)
        case .colors(let v):
            return NSDictionary(dictionary: [
                "kind": NSString(string: "colors"), "list": NSArray(array: v.compactMap { archived(.color($0)) }),
            ])
        case .filters(let v): return archived(v)
        case .none, .image, .layer, .vector, .cells: return nil
        }
    }

    private static func structure(_ kind: String, _ list: [Double]) -> NSDictionary {
        NSDictionary(dictionary: ["kind": NSString(string: kind), "numbers": numbers(list)])
    }

    private static func numbers(_ list: [Double]) -> NSArray { NSArray(array: list.map { NSNumber(value: $0) }) }

    /// The elements of a path in order, each as its verb and its coordinates.
    private static func numbers(of path: Path) -> [Double] {
        var list: [Double] = []
        var index = 0
        for verb in path.verbs {
            list.append(Double(verb.rawValue))
            for point in path.points[index..<index + verb.pointCount] { list += [point.x, point.y] }
            index += verb.pointCount
        }
        return list
    }

    private static func path(_ list: [Double]) -> Path? {
        var path = Path()
        var index = 0
        while index < list.count {
            guard let verb = UInt8(exactly: list[index]).flatMap({ Path.Verb(rawValue: $0) }),
                index + 1 + verb.pointCount * 2 <= list.count
            else { return nil }
            let at = index
            func point(_ i: Int) -> Point { Point(list[at + 1 + 2 * i], list[at + 2 + 2 * i]) }
            switch verb {
            case .move: path.move(to: point(0))
            case .line: path.line(to: point(0))
            case .quad: path.quad(control: point(0), to: point(1))
            case .cubic: path.cubic(control1: point(0), control2: point(1), to: point(2))
            case .close: path.close()
            }
            index += 1 + verb.pointCount * 2
        }
        return path
    }

    private static func restored(_ object: Any, _ rest: inout Int, depth: Int = 0) -> Any? {
        rest -= 1
        guard depth < deepest, rest >= 0 else { return nil }
        if let list = object as? [Any] {
            var result: [Any] = []
            for entry in list {
                guard rest >= 0 else { return nil }
                if let value = restored(entry, &rest, depth: depth + 1) { result.append(value) }
            }
            return result
        }
        guard let dictionary = object as? [String: Any], let kind = dictionary["kind"] as? String else { return object }
        let n = (dictionary["numbers"] as? [Any] ?? []).compactMap { ($0 as? NSNumber)?.doubleValue }
        if kind == "path" { return path(n).map { CGPath(path: $0) } }
        switch (kind, n.count) {
        case ("point", 2): return CGPoint(x: n[0], y: n[1])
        case ("size", 2): return CGSize(width: n[0], height: n[1])
        case ("rect", 4): return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
        case ("transform", 16): return CATransform3D(Matrix4(elements: n))
        case ("color", 5):
            guard let space = UInt8(exactly: n[0]).flatMap({ ColorValue.Space(rawValue: $0) }) else { return nil }
            return CGColor(value: ColorValue(space, red: n[1], green: n[2], blue: n[3], alpha: n[4]))
        case ("image", 2):
            guard let data = dictionary["pixels"] as? Data, let width = Int(exactly: n[0]),
                let height = Int(exactly: n[1]),
                width > 0, height > 0, width <= 1 << 20, height <= 1 << 20, data.count == width * height * 4
            else { return nil }
            let bytes = [UInt8](data)
            let pixels = (0..<width * height).map { index in
                let i = index * 4
                return UInt32(bytes[i]) | UInt32(bytes[i + 1]) << 8 | UInt32(bytes[i + 2]) << 16 | UInt32(bytes[i + 3])
                    << 24
            }
            return CGImage(resource: ImageResource(bitmap: Bitmap(width: width, height: height, pixels: pixels)))
        case ("numbers", _): return n.map { NSNumber(value: $0) }
        case ("colors", _):
            return (dictionary["list"] as? [Any])?.compactMap { restored($0, &rest, depth: depth + 1) as? CGColor }
        case ("filters", _): return filters(dictionary)
        case ("null", _): return NSNull()
        case ("dictionary", _): return restored(keyed: dictionary) { restored($0, &rest, depth: depth + 1) }
        case ("path", _):
            guard let verbs = dictionary["verbs"] as? Data, let path = Path(verbs: [UInt8](verbs), coordinates: n)
            else { return nil }
            return CGPath(path: path)
        default: return nil
        }
    }
}

extension CALayer {
    /// Writes the properties that differ from their defaults, the sublayers and the mask.
    func writeArchive(_ coder: NSCoder) {
        for row in LayerPropertyTable.rows
        where row.property != .mask && !row.owners.isDisjoint(with: type(of: self).classes)
            && shouldArchiveValue(forKey: row.key)
        {
            if row.property == .contents {
                if !drawing.ownsContents, let contents { ArchivedValue.encode(contents, coder, row.key) }
                continue
            }
            let value = read(row.property)
            guard value != row.defaultValue else { continue }
            ArchivedValue.encode(value.object(isBoolean: row.isBoolean) ?? NSString(string: "nil"), coder, row.key)
        }
        writeDisplay(coder)
        writeHelpers(coder)
        if shouldArchiveValue(forKey: "autoresizingMask") {
            coder.encode(NSNumber(value: autoresizingMask.rawValue), forKey: "autoresizingMask")
        }
        if let constraints, shouldArchiveValue(forKey: "constraints") {
            coder.encode(NSArray(array: constraints), forKey: "constraints")
        }
        // Stored values that properties do not understand are not archived.
        let keys = customValues.keys.sorted().filter { row(forKey: $0) == nil && shouldArchiveValue(forKey: $0) }
        let values = keys.compactMap { key in
            customValues[key].flatMap { ArchivedValue.archived($0) }.map { (key, $0) }
        }
        if !values.isEmpty {
            coder.encode(NSArray(array: values.map { NSString(string: $0.0) }), forKey: "customKeys")
            coder.encode(NSArray(array: values.map { $0.1 }), forKey: "customValues")
        }
        if let name, shouldArchiveValue(forKey: "name") { coder.encode(NSString(string: name), forKey: "name") }
        let state = ThreadState.current
        guard state.archiveDepth < LayerArchive.deepestLayers else {
            if mask != nil || sublayers != nil {
                Notices.say("layers more than \(LayerArchive.deepestLayers) deep are left out of an archive")
            }
            return
        }
        state.archiveDepth += 1
        defer { state.archiveDepth -= 1 }
        if let mask, shouldArchiveValue(forKey: "mask") { coder.encode(mask, forKey: "mask") }
        if let sublayers, shouldArchiveValue(forKey: "sublayers") {
            coder.encode(NSArray(array: sublayers), forKey: "sublayers")
        }
    }

    /// Reads the values that `writeArchive` wrote; false when one is damaged.
    func readArchive(_ coder: NSCoder) -> Bool {
        for row in LayerPropertyTable.rows
        where row.property != .mask && !row.owners.isDisjoint(with: type(of: self).classes)
            && coder.containsValue(forKey: row.key)
        {
            guard let value = ArchivedValue.decode(coder, row.key) else { return false }
            if row.property == .contents {
                guard value is CGImage else { return false }
                contents = value
            } else if row.defaultValue != .none, value as? String == "nil" {
                guard writeIfTaken(row.property, .none) else { return false }
            } else {
                guard let typed = PropertyValue(object: value, kind: row.kind), typed.kind == row.kind else {
                    return false
                }
                guard writeIfTaken(row.property, typed) else { return false }
            }
        }
        guard readDisplay(coder) else { return false }
        guard readHelpers(coder) else { return false }
        if coder.containsValue(forKey: "autoresizingMask") {
            guard let bits = coder.decodeObject(of: NSNumber.self, forKey: "autoresizingMask") else { return false }
            autoresizingMask = CAAutoresizingMask(rawValue: bits.uint32Value)
        }
        if coder.containsValue(forKey: "constraints") {
            guard
                let list = coder.decodeObject(of: [NSArray.self, CAConstraint.self], forKey: "constraints")
                    as? [CAConstraint]
            else { return false }
            constraints = list
        }
        if coder.containsValue(forKey: "customKeys") {
            guard let keys = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "customKeys") as? [Any],
                let values = ArchivedValue.decode(coder, "customValues") as? [Any], keys.count == values.count
            else { return false }
            for (key, value) in zip(keys, values) { customValues[String(describing: key)] = value }
        }
        if coder.containsValue(forKey: "name") {
            guard let text = coder.decodeObject(of: NSString.self, forKey: "name") else { return false }
            name = String(describing: text)
        }
        if coder.containsValue(forKey: "mask") {
            guard let layer = coder.decodeObject(of: CALayer.self, forKey: "mask") else { return false }
            mask = layer
        }
        if coder.containsValue(forKey: "sublayers") {
            guard let list = coder.decodeObject(of: [NSArray.self, CALayer.self], forKey: "sublayers") as? [CALayer]
            else {
                return false
            }
            sublayers = list
        }
        return true
    }
}
