import Foundation

/// Reads the objects of a keyed archive from an untrusted source.
///
/// NSKeyedUnarchiver on Linux stops the program at objects of an unexpected class, at references to missing objects,
/// and at cycles. This decoder reads the same archives for the same `init(coder:)`. Any fault becomes an error with
/// its location; after it every key is empty, so that initialisers end soon.
///
/// *Source*: the format, as of swift-corelibs-foundation's NSKeyedArchiver.swift.
final class ArchiveDecoder: NSCoder {
    private let table: ArchiveTable
    /// The archive's own list of objects, as indices in the table.
    private let list: [Int]
    /// The strings of the table that have been decoded.
    private var texts: [String?]
    /// The objects that have been read. A list or dictionary has the mark of the request that it was read for.
    private var read: [(object: Any, mark: Int)?]
    /// Whether the object is being read now.
    private var isOpen: [Bool]
    private var classes: [Int: ArchivedClass] = [:]
    private var contexts: [ArchiveContext] = []
    /// The requested classes, innermost last, as indices in `allowedSets`.
    private var allowed: [Int] = []
    private var allowedSets: [[AnyClass]] = []
    /// The number of objects that may still be read; an object that is read twice counts twice.
    var rest = LayerArchive.most
    /// The first fault that was found.
    private(set) var failure: LayerArchive.Failure?

    /// Makes a decoder at the outermost dictionary of an archive.
    init(_ bytes: [UInt8]) throws(LayerArchive.Failure) {
        guard let table = ArchiveTable(bytes) else { throw .notBinary }
        func value(_ name: String, _ pairs: [(key: Int, value: Int)]) -> Int? {
            pairs.last { if case .ascii(let key) = table.objects[$0.key] { key == Array(name.utf8) } else { false } }?
                .value
        }
        func isText(_ object: Int, _ text: String) -> Bool {
            if case .ascii(let bytes) = table.objects[object] { bytes == Array(text.utf8) } else { false }
        }
        guard case .dictionary(let pairs) = table.objects[table.top], let objects = value("$objects", pairs),
            case .array(let list) = table.objects[objects], let null = list.first, isText(null, "$null"),
            let archiver = value("$archiver", pairs), isText(archiver, "NSKeyedArchiver"),
            let top = value("$top", pairs), case .dictionary(let tops) = table.objects[top],
            let version = value("$version", pairs), case .plain(let number) = table.objects[version],
            ArchivedScalar(number)?.integer == 100_000
        else { throw .notKeyed }
        (self.table, self.list) = (table, list)
        texts = Array(repeating: nil, count: table.objects.count)
        read = Array(repeating: nil, count: list.count)
        isOpen = Array(repeating: false, count: list.count)
        super.init()
        guard push(-1, "$top", tops), contexts[0].values["root"] != nil else { throw .notKeyed }
    }

    /// The archive's root object, which must be of one of the classes.
    func root(of classes: [AnyClass]) throws(LayerArchive.Failure) -> Any {
        let found = decodeObject(of: classes, forKey: NSKeyedArchiveRootObjectKey)
        if let failure { throw failure }
        guard let found else { throw .unread }
        return found
    }

    // MARK: Faults

    /// Records a fault of the object that is being read, unless one was recorded before.
    func fail(_ reason: @autoclosure () -> String) {
        guard failure == nil else { return }
        guard let context = contexts.last else { return fail(with: .unread) }
        fail(with: .damaged(object: max(context.object, 0), "\(context.name).\(context.key): \(reason())"))
    }

    /// Records a fault, unless one was recorded before.
    func fail(with failure: LayerArchive.Failure) {
        if self.failure == nil { self.failure = failure }
    }

    /// Counts objects; false when there were too many.
    func spend(_ count: Int) -> Bool {
        rest -= count
        if rest < 0 { fail(with: .tooLarge) }
        return rest >= 0
    }

    override func failWithError(_ error: any Error) { fail(String(describing: error)) }

    override var error: (any Error)? { failure }

    // MARK: Keys

    private func text(_ object: Int) -> String? {
        if let known = texts[object] { return known }
        switch table.objects[object] {
        case .ascii(let bytes): texts[object] = String(decoding: bytes, as: UTF8.self)
        case .utf16(let bytes):
            let units = (0..<bytes.count / 2).map { index -> UInt16 in
                let (high, low) = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
                return high << 8 | low
            }
            texts[object] = String(decoding: units, as: UTF16.self)
        default: return nil
        }
        return texts[object]
    }

    /// Enters an object's dictionary; false when its keys are not strings, or one is repeated.
    private func push(_ object: Int, _ name: String, _ pairs: [(key: Int, value: Int)]) -> Bool {
        var values: [String: Int] = [:]
        values.reserveCapacity(pairs.count)
        for pair in pairs {
            guard let key = text(pair.key), values.updateValue(pair.value, forKey: key) == nil else { return false }
        }
        contexts.append(ArchiveContext(object: object, name: name, values: values))
        return true
    }

    /// The index of the value under a key of the object that is being read; nil when there is none.
    private func objectIndex(_ key: String) -> Int? {
        guard failure == nil, !contexts.isEmpty else { return nil }
        contexts[contexts.count - 1].key = key
        // A key that begins with $, like the archive's own keys, is written with another $ before it.
        return contexts[contexts.count - 1].values[key.utf8.first == UInt8(ascii: "$") ? "$" + key : key]
    }

    override func containsValue(forKey key: String) -> Bool { objectIndex(key) != nil }

    override var allowsKeyedCoding: Bool { true }
    override var requiresSecureCoding: Bool { true }
    override var allowedClasses: [AnyClass]? { allowed.last.map { allowedSets[$0] } }

    // MARK: Objects

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        decode(of: classes ?? [], objectIndex(key), bridged: true)
    }

    override func decodeObject<Decoded: NSCoding>(of cls: Decoded.Type, forKey key: String) -> Decoded?
    where Decoded: NSObject {
        decode(of: [cls], objectIndex(key), bridged: true) as? Decoded
    }

    override func decodeObject(forKey key: String) -> Any? {
        decode(of: allowedClasses ?? [], objectIndex(key), bridged: true)
    }

    override func decodeObject() -> Any? {
        guard failure == nil, !contexts.isEmpty else { return nil }
        let last = contexts.count - 1
        let key = "$\(contexts[last].unnamed)"
        contexts[last].unnamed += 1
        contexts[last].key = key
        return decode(of: allowedClasses ?? [], contexts[last].values[key], bridged: true)
    }

    /// The value under a key. Foundation's strings, data, lists and dictionaries become Swift's.
    func decodeValue(of classes: [AnyClass], forKey key: String) -> Any? {
        decode(of: classes, objectIndex(key), bridged: false)
    }

    private func decode(of classes: [AnyClass], _ reference: Int?, bridged: Bool) -> Any? {
        guard let reference else { return nil }
        guard case .uid(let index) = table.objects[reference] else {
            fail("no reference to an object")
            return nil
        }
        allowed.append(allowedSet(classes))
        defer { allowed.removeLast() }
        return object(at: index, bridged: bridged)
    }

    private func allowedSet(_ classes: [AnyClass]) -> Int {
        for (index, set) in allowedSets.enumerated() where set.count == classes.count {
            if zip(set, classes).allSatisfy({ $0 == $1 }) { return index }
        }
        allowedSets.append(classes)
        return allowedSets.count - 1
    }

    private func isAllowed(_ found: AnyClass) -> Bool {
        guard let set = allowed.last else { return false }
        var next: AnyClass? = found
        while let current = next {
            if allowedSets[set].contains(where: { $0 == current }) { return true }
            next = _getSuperclass(current)
        }
        fail("\(found) in the place of " + allowedSets[set].map { "\($0)" }.joined(separator: ", "))
        return false
    }

    private func isExactly(for type: AnyClass) -> Bool {
        allowed.last.map { allowedSets[$0].count == 1 && allowedSets[$0][0] == type } ?? false
    }

    private func object(at index: Int, bridged: Bool) -> Any? {
        guard failure == nil, index != 0, spend(1) else { return nil }
        guard index < list.count else {
            fail("a reference to $objects[\(index)], of which there are \(list.count)")
            return nil
        }
        let reference = list[index]
        switch table.objects[reference] {
        case .plain(let bytes):
            guard let object = ArchivedScalar(bytes)?.object else { break }
            return isAllowed(type(of: object)) ? object : nil
        case .ascii, .utf16:
            guard let text = text(reference), text != "$null" else { return nil }
            // Foundation writes mutable strings in the same form.
            if bridged, isExactly(for: NSMutableString.self) { return NSMutableString(string: text) }
            guard isAllowed(NSString.self) else { return nil }
            return bridged ? NSString(string: text) : text
        case .data(let bytes):
            guard isAllowed(NSData.self) else { return nil }
            return bridged ? NSData(data: Data(bytes)) : Data(bytes)
        case .dictionary(let pairs): return instance(index, pairs, bridged: bridged)
        case .uid, .array: break
        }
        fail("$objects[\(index)] is none that an archive has")
        return nil
    }

    /// An object with a class.
    private func instance(_ index: Int, _ pairs: [(key: Int, value: Int)], bridged: Bool) -> Any? {
        guard let found = archivedClass(of: index, pairs), isAllowed(found.type), let set = allowed.last else {
            return nil
        }
        // The allowed contents of a list depend on the request, so a list read for another request is read again.
        let mark = found.isOwn ? -1 : 2 * set + (bridged ? 1 : 0)
        if let known = read[index], known.mark == mark { return known.object }
        guard !isOpen[index], contexts.count <= LayerArchive.deepest else {
            fail(with: .tooDeep)
            return nil
        }
        guard push(index, found.name, pairs) else {
            fail("$objects[\(index)] has keys that are no texts, or one key twice")
            return nil
        }
        isOpen[index] = true
        defer {
            isOpen[index] = false
            contexts.removeLast()
        }
        let made = found.make(self, bridged: bridged)
        guard failure == nil else { return nil }
        guard let made else {
            fail("not as \(found.name) reads it")
            return nil
        }
        read[index] = (made, mark)
        return made
    }

    /// The class of an object; nil after recording a fault.
    private func archivedClass(of index: Int, _ pairs: [(key: Int, value: Int)]) -> ArchivedClass? {
        guard let entry = pairs.first(where: { text($0.key) == "$class" }),
            case .uid(let object) = table.objects[entry.value],
            object < list.count
        else {
            fail("$objects[\(index)] has no class")
            return nil
        }
        if let known = classes[object] { return known }
        guard case .dictionary(let description) = table.objects[list[object]],
            let name = description.first(where: { text($0.key) == "$classname" }).flatMap({ text($0.value) })
        else {
            fail("$objects[\(object)] is no class")
            return nil
        }
        guard let found = ArchivedClass(name: name) else {
            fail("$objects[\(index)] is of the class \(name), which there is not, or which is not read")
            return nil
        }
        classes[object] = found
        return found
    }

    /// The list of objects under one of the archive's own keys.
    func objects(forKey key: String, bridged: Bool) -> [Any]? {
        contexts[contexts.count - 1].key = key
        guard let reference = contexts[contexts.count - 1].values[key],
            case .array(let references) = table.objects[reference]
        else {
            fail("no list")
            return nil
        }
        var result: [Any] = []
        result.reserveCapacity(min(references.count, max(rest, 0)))
        for reference in references {
            guard case .uid(let index) = table.objects[reference] else {
                fail("a list of other things than references")
                return nil
            }
            guard let object = object(at: index, bridged: bridged) else {
                fail("a list that holds nothing")
                return nil
            }
            result.append(object)
        }
        return result
    }

    // MARK: Values without a class

    /// The number under a key; nil when there is none. Another type of value is recorded as a fault.
    func scalar(forKey key: String) -> ArchivedScalar? {
        guard let object = objectIndex(key) else { return nil }
        guard case .plain(let bytes) = table.objects[object], let scalar = ArchivedScalar(bytes) else {
            fail("no number")
            return nil
        }
        return scalar
    }

    private func integer<Number: FixedWidthInteger>(forKey key: String) -> Number {
        guard let scalar = scalar(forKey: key) else { return 0 }
        guard let number = scalar.integer.flatMap({ Number(exactly: $0) }) else {
            fail("a number that has no place")
            return 0
        }
        return number
    }

    override func decodeBool(forKey key: String) -> Bool { scalar(forKey: key).map { $0.real != 0 } ?? false }
    override func decodeCInt(forKey key: String) -> Int32 { integer(forKey: key) }
    override func decodeInt32(forKey key: String) -> Int32 { integer(forKey: key) }
    override func decodeInt64(forKey key: String) -> Int64 { integer(forKey: key) }
    override func decodeInteger(forKey key: String) -> Int { integer(forKey: key) }
    override func decodeFloat(forKey key: String) -> Float { Float(scalar(forKey: key)?.real ?? 0) }
    override func decodeDouble(forKey key: String) -> Double { scalar(forKey: key)?.real ?? 0 }

    /// The data under a key that was encoded as bytes; nil when there is none.
    func data(forKey key: String) -> Data? {
        guard let object = objectIndex(key) else { return nil }
        guard case .data(let bytes) = table.objects[object] else {
            fail("no data")
            return nil
        }
        return Data(bytes)
    }

    /// The string under a key that was encoded directly; nil when there is none.
    func plainText(forKey key: String) -> String? {
        guard let object = objectIndex(key) else { return nil }
        let found = text(object)
        if found == nil { fail("no text") }
        return found
    }

    override func withDecodedUnsafeBytes<Result>(
        forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        guard let data = data(forKey: key) else { return try body(nil) }
        return try unsafe data.withUnsafeBytes { try unsafe body($0) }
    }

    override func withDecodedUnsafeBufferPointer<Result>(
        forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
        guard let data = data(forKey: key) else { return try body(nil) }
        return try unsafe data.withUnsafeBytes {
            try unsafe $0.withMemoryRebound(to: UInt8.self) { try unsafe body($0) }
        }
    }

    override func decodePropertyList(forKey key: String) -> Any? {
        decode(of: ArchivedClass.propertyList, objectIndex(key), bridged: true)
    }

    // The remaining functions do not fit keyed archives: they record a fault, where NSCoder itself stops the program.

    override func decodePropertyList() -> Any? {
        fail("read without a key")
        return nil
    }

    override func decodeData() -> Data? {
        fail("read without a key")
        return nil
    }

    override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at data: UnsafeMutableRawPointer) {
        fail("read without a key")
    }

    override func version(forClassName className: String) -> Int { 0 }
}

/// An object that is being read.
private struct ArchiveContext {
    /// Its index in the archive; -1 for the outermost dictionary.
    var object: Int
    /// The name of its class.
    var name: String
    /// The indices of its values.
    var values: [String: Int]
    /// The key that was requested last.
    var key = ""
    /// The number of values without keys that were read.
    var unnamed = 0
}
