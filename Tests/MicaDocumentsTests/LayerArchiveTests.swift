import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// `LayerArchive` beside Foundation's own reader of the same archives, and the archives that it refuses.
@Suite(.serialized) struct LayerArchiveTests {
    private func archive(_ object: Any) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    /// An archive's meaning, whatever the order and the numbers of its objects.
    private func text(of data: Data) throws -> String {
        let table = try #require(ArchiveTable([UInt8](data)))
        func name(_ position: Int) -> String {
            if case .ascii(let bytes) = table.objects[position] { String(decoding: bytes, as: UTF8.self) } else { "?" }
        }
        guard case .dictionary(let pairs) = table.objects[table.top],
            let objects = pairs.first(where: { name($0.key) == "$objects" }),
            case .array(let list) = table.objects[objects.value],
            let top = pairs.first(where: { name($0.key) == "$top" })
        else { return "no archive" }
        func described(_ position: Int) -> String {
            switch table.objects[position] {
            case .plain(let bytes), .data(let bytes): return "\(bytes)"
            case .ascii, .utf16: return name(position)
            case .uid(let index): return described(list[index])
            case .array(let indices): return "[" + indices.map { described($0) }.joined(separator: ",") + "]"
            case .dictionary(let pairs):
                // Foundation writes dictionaries in any order of their keys.
                if let keys = pairs.first(where: { name($0.key) == "NS.keys" }),
                    let values = pairs.first(where: { name($0.key) == "NS.objects" }),
                    case .array(let keys) = table.objects[keys.value],
                    case .array(let values) = table.objects[values.value]
                {
                    return "<" + zip(keys, values).map { described($0) + ":" + described($1) }.sorted().joined() + ">"
                }
                return "{" + pairs.map { name($0.key) + "=" + described($0.value) }.sorted().joined(separator: ";")
                    + "}"
            }
        }
        return described(top.value)
    }

    @Test func archives_are_read_as_foundation_reads_them() throws {
        let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fuzz/Corpus/archive")
        let classes: [AnyClass] = [CALayer.self, CAAnimation.self, NSArray.self]
        for name in ["tree", "emitter", "group", "shape", "text", "values", "cells", "path"] {
            let data = try Data(contentsOf: corpus.appendingPathComponent("\(name).archive"))
            let theirs = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data))
            let ours = try LayerArchive.unarchivedObject(ofClasses: classes, from: data)
            let expected = try text(of: archive(theirs))
            #expect(try text(of: archive(ours)) == expected, "\(name)")
            #expect(expected.count > 200)
        }
    }

    // MARK: Coders

    @Test func coders_read_each_kind_of_value_as_foundations() throws {
        let data = try archive(Everything())
        let theirs = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Everything.self, from: data)).values
        let ours = try LayerArchive.unarchivedObject(ofClass: Everything.self, from: data).values
        for key in theirs.keys.sorted() { #expect(ours[key] == theirs[key], "\(key)") }
        #expect(ours["mutable"] == "möre!" && ours["large"] == "\(UInt64.max)" && ours["pairs"] == "one")
        #expect(ours.count == 21)
    }

    // MARK: Refusals

    /// The archive of an object with the class of one of its objects, or a value under a key, exchanged.
    private func changed(_ object: Any, _ key: String, to value: ArchiveTable.Object) throws -> Data {
        var table = try #require(ArchiveTable([UInt8](try archive(object))))
        let name = try #require(
            table.objects.firstIndex { if case .ascii(let text) = $0 { text == Array(key.utf8) } else { false } })
        table.objects.append(value)
        for (index, object) in table.objects.enumerated() {
            guard case .dictionary(var pairs) = object else { continue }
            for position in pairs.indices where pairs[position].key == name {
                pairs[position].value = table.objects.count - 1
            }
            table.objects[index] = .dictionary(pairs)
        }
        return Data(table.file)
    }

    private func layer() -> CALayer {
        let layer = CALayer()
        (layer.name, layer.opacity, layer.bounds) = ("n", 0.5, CGRect(x: 0, y: 0, width: 1, height: 2))
        (layer.backgroundColor, layer.mask, layer.sublayers) = (CGColor(gray: 0, alpha: 1), CALayer(), [CALayer()])
        layer.constraints = [CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX)]
        layer.actions = ["opacity": NSNull()]
        layer.autoresizingMask = .layerWidthSizable
        layer.layoutManager = CAConstraintLayoutManager()
        return layer
    }

    /// Each key, with an object of another class in its place: the error says where and what.
    @Test(arguments: [
        "name", "opacity", "bounds", "backgroundColor", "mask", "sublayers", "constraints", "actions",
        "autoresizingMask", "layoutManager",
    ]) func an_object_of_another_class_is_an_error_with_its_place(key: String) throws {
        // The root, a layer, holds itself under the key; then its first text; then a number without an object.
        for value in [ArchiveTable.Object.uid(1), .uid(0), .plain([0x10, 1])] {
            let data = try changed(layer(), key, to: value)
            do throws(LayerArchive.Failure) {
                _ = try LayerArchive.object(from: data)
                // Nothing in place of an object is nothing.
                if case .uid(0) = value { continue }
                #expect(Bool(false), "\(key) was read")
            } catch {
                if case .damaged(_, let reason) = error {
                    #expect(reason.hasPrefix("QuartzCore.CALayer.\(key): "), "\(error)")
                } else {
                    #expect(error == .tooDeep, "\(error)")
                }
            }
        }
    }

    @Test func errors_name_the_class_that_stands_there_and_those_expected() throws {
        let data = try archive(NSArray(array: [CALayer(), NSString(string: "x")]))
        #expect(
            throws: LayerArchive.Failure.damaged(
                object: 1,
                "NSArray.NS.objects: NSString in the place of CALayer, CAAnimation, CAEmitterCell, NSArray")
        ) { try LayerArchive.object(from: data) }
        #expect("\(LayerArchive.Failure.damaged(object: 7, "a.b: c"))" == "$objects[7], a.b: c")
        for failure in [LayerArchive.Failure.notBinary, .notKeyed, .tooDeep, .tooLarge, .unread] {
            #expect(!failure.description.isEmpty)
        }
    }

    @Test func only_the_class_that_is_asked_for_is_read() throws {
        let data = try archive(CAShapeLayer())
        #expect(type(of: try LayerArchive.unarchivedObject(ofClass: CALayer.self, from: data)) == CAShapeLayer.self)
        #expect(throws: LayerArchive.Failure.self) {
            try LayerArchive.unarchivedObject(ofClass: CATextLayer.self, from: data)
        }
        #expect(throws: LayerArchive.Failure.self) {
            try LayerArchive.object(from: archive(CAConstraintLayoutManager()))
        }
    }

    @Test func reading_without_a_key_and_errors_of_ones_own_are_errors() throws {
        let data = try archive(Odd())
        let ways: [(NSCoder) -> Void] = [
            { _ = $0.decodeData() }, { _ = $0.decodePropertyList() }, { _ = $0.decodeInt32(forKey: "huge") },
            { _ = $0.decodeObject(of: NSString.self, forKey: "huge") },
            { _ = $0.decodeObject(forKey: "huge") }, { $0.failWithError(CocoaError(.coderReadCorrupt)) },
        ]
        for way in ways {
            Odd.read = way
            #expect(throws: LayerArchive.Failure.self) {
                try LayerArchive.unarchivedObject(ofClass: Odd.self, from: data)
            }
        }
        Odd.read = {
            _ = ($0.decodeObject(), $0.decodePropertyList(forKey: "none"), $0.error, $0.version(forClassName: ""))
        }
        _ = try LayerArchive.unarchivedObject(ofClass: Odd.self, from: data)
    }

    @Test func animations_of_values_that_do_not_fit_have_no_effect() throws {
        let layer = CALayer()
        let basic = CABasicAnimation(keyPath: "opacity"), frames = CAKeyframeAnimation(keyPath: "bounds")
        basic.toValue = "half"
        frames.values = [1, "two"]
        let nowhere = CABasicAnimation(keyPath: "nothing.like.that")
        nowhere.toValue = 3
        for animation in [basic, frames, nowhere, CABasicAnimation(), CAAnimation()] {
            layer.add(animation, forKey: "\(ObjectIdentifier(animation))")
        }
        #expect(layer.animationKeys()?.count == 5)
    }
}

/// An object that archives one value of each kind.
final class Everything: NSObject, NSSecureCoding {
    var values: [String: String] = [:]
    static var supportsSecureCoding: Bool { true }

    override init() {}

    func encode(with coder: NSCoder) {
        coder.encode(true, forKey: "flag")
        coder.encode(Int32(-7), forKey: "int32")
        coder.encode(Int64.min, forKey: "int64")
        coder.encode(Int.max, forKey: "int")
        coder.encode(Float(0.5), forKey: "float")
        coder.encode(-2.25, forKey: "double")
        coder.encode(NSNumber(value: UInt64.max), forKey: "large")
        coder.encode(NSDate(timeIntervalSinceReferenceDate: 12), forKey: "date")
        coder.encode(NSNull(), forKey: "null")
        coder.encode(NSUUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"), forKey: "uuid")
        coder.encode(NSSet(array: [NSNumber(value: 3)]), forKey: "set")
        coder.encode(NSMutableString(string: "möre"), forKey: "mutable")
        coder.encode(NSData(data: Data([1, 2])), forKey: "data")
        coder.encode(NSDictionary(dictionary: [NSNumber(value: 1): NSString(string: "one")]), forKey: "pairs")
        coder.encode(NSString(string: "dollar"), forKey: "$key")
        unsafe coder.encodeBytes([UInt8](5...8), length: 4, forKey: "bytes")
    }

    init?(coder: NSCoder) {
        super.init()
        func note(_ key: String, _ value: Any?) { values[key] = value.map { "\($0)" } ?? "nil" }
        note("flag", coder.decodeBool(forKey: "flag"))
        note("int32", coder.decodeInt32(forKey: "int32"))
        // Foundation's own reader has no such.
        if !(coder is NSKeyedUnarchiver) { note("cint", coder.decodeCInt(forKey: "int32")) }
        note("int64", coder.decodeInt64(forKey: "int64"))
        note("int", coder.decodeInteger(forKey: "int"))
        note("float", coder.decodeFloat(forKey: "float"))
        note("double", coder.decodeDouble(forKey: "double"))
        note("large", coder.decodeObject(of: NSNumber.self, forKey: "large")?.uint64Value)
        note("date", coder.decodeObject(of: NSDate.self, forKey: "date")?.timeIntervalSinceReferenceDate)
        note("null", coder.decodeObject(of: NSNull.self, forKey: "null") != nil)
        note("uuid", coder.decodeObject(of: NSUUID.self, forKey: "uuid")?.uuidString)
        note("set", (coder.decodeObject(of: [NSSet.self, NSNumber.self], forKey: "set") as? NSSet)?.count)
        // Foundation's own reader gives no mutable objects.
        if !(coder is NSKeyedUnarchiver) {
            let letters = coder.decodeObject(of: NSMutableString.self, forKey: "mutable")
            letters?.append("!")
            note("mutable", letters)
        }
        note("data", coder.decodeObject(of: NSData.self, forKey: "data")?.length)
        let pairs = coder.decodeObject(of: [NSDictionary.self, NSNumber.self, NSString.self], forKey: "pairs")
        note("pairs", (pairs as? NSDictionary)?.object(forKey: NSNumber(value: 1)))
        note("$key", coder.decodeObject(of: NSString.self, forKey: "$key"))
        note(
            "bytes",
            unsafe coder.withDecodedUnsafeBytes(forKey: "bytes") { bytes in
                unsafe bytes.map { unsafe Array($0) }
            })
        // Foundation's own reader calls a missing object an error.
        if !(coder is NSKeyedUnarchiver) { note("missing", coder.decodeObject(of: NSString.self, forKey: "none")) }
        note("zero", coder.decodeDouble(forKey: "none"))
        note("has", coder.containsValue(forKey: "flag") && !coder.containsValue(forKey: "none"))
        note("secure", coder.requiresSecureCoding && coder.allowsKeyedCoding)
    }
}

/// An object that reads in ways that no keyed archive answers.
final class Odd: NSObject, NSSecureCoding {
    // Safe because: the suite is serial.
    nonisolated(unsafe) static var read: (NSCoder) -> Void = { _ in }
    static var supportsSecureCoding: Bool { true }
    override init() {}
    func encode(with coder: NSCoder) { coder.encode(1.5e300, forKey: "huge") }
    init?(coder: NSCoder) { Self.read(coder) }
}
