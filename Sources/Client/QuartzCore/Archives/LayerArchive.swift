import Foundation

/// Keyed archives from strangers: looked through before Foundation reads them.
///
/// Foundation's NSKeyedUnarchiver stops the program at archives whose references lead nowhere or in circles, secure coding
/// or not. Archives of one's own need none of this.
public enum LayerArchive {
    /// Why an archive is refused.
    public enum Failure: Error, Equatable, Sendable {
        /// It is no binary property list, or a damaged one.
        case notBinary
        /// It is no keyed archive.
        case notKeyed
        /// An object of it is not as such objects are; its place in the archive's list, and what is wrong.
        case damaged(object: Int, String)
        /// Objects lie too deep in each other, or hold themselves.
        case tooDeep
        /// Objects hold the same ones so many times over that they unfold into too many.
        case tooLarge
        /// Foundation, or an object, does not read it.
        case unread
    }

    /// How deep objects may lie in each other.
    public static let deepest = 256

    /// How many objects there may be, one that lies in two others counted twice.
    public static let most = 1 << 20

    /// Reads the object that an archive holds: a layer, an animation, or an array of such.
    ///
    /// - Throws: `Failure`. Foundation still stops the program at an object that stands in the place of one of another
    ///   class, though archives may hold it.
    public static func object(from data: Data) throws(Failure) -> Any {
        try check(data)
        let classes: [AnyClass] = [CALayer.self, CAAnimation.self, CAEmitterCell.self, NSArray.self]
        guard let found = try? NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) else {
            throw .unread
        }
        return found
    }

    /// Looks through an archive.
    package static func check(_ data: Data) throws(Failure) {
        guard let table = ArchiveTable([UInt8](data)) else { throw .notBinary }
        var checker = try ArchiveChecker(table)
        try checker.check()
    }
}

/// Follows an archive's references from its root.
private struct ArchiveChecker {
    private let table: ArchiveTable
    /// The archive's own list of objects: places in the table.
    private let list: [Int]
    private let root: Int
    /// What is known of an object.
    private struct Extent {
        /// How deep what lies in it goes; -1 while it is looked at.
        var depth = 0
        /// How many objects it unfolds into, itself among them.
        var count = 1

        mutating func add(_ inner: Extent) throws(LayerArchive.Failure) {
            depth = max(depth, inner.depth + 1)
            count += inner.count
            guard count <= LayerArchive.most else { throw .tooLarge }
        }
    }

    private var extents: [Extent?]

    init(_ table: ArchiveTable) throws(LayerArchive.Failure) {
        self.table = table
        guard case .dictionary(let pairs) = table.objects[table.top] else { throw .notKeyed }
        func value(_ name: String, _ pairs: [(key: Int, value: Int)]) -> Int? {
            pairs.last { Self.text(table.objects[$0.key]) == name }?.value
        }
        guard let objects = value("$objects", pairs), case .array(let list) = table.objects[objects], !list.isEmpty,
            let archiver = value("$archiver", pairs), Self.text(table.objects[archiver]) == "NSKeyedArchiver",
            let top = value("$top", pairs), case .dictionary(let tops) = table.objects[top],
            let first = value("root", tops), case .uid(let root) = table.objects[first], root < list.count,
            let version = value("$version", pairs), case .plain(let number) = table.objects[version],
            number.count > 1, number.dropFirst().reduce(0, { ($0 & 0xff_ffff) << 8 | Int($1) }) == 100_000
        else { throw .notKeyed }
        // What leads elsewhere from the outermost dictionary is not looked at, and so must not be there.
        guard pairs.count == 4, tops.count == 1 else { throw .notKeyed }
        (self.list, self.root) = (list, root)
        extents = Array(repeating: nil, count: list.count)
    }

    mutating func check() throws(LayerArchive.Failure) {
        guard Self.text(table.objects[list[0]]) == "$null" else { throw .notKeyed }
        _ = try extent(of: root, under: 0)
    }

    private static func text(_ object: ArchiveTable.Object) -> String? {
        if case .ascii(let bytes) = object { return String(decoding: bytes, as: UTF8.self) }
        return nil
    }

    /// What lies in an object.
    private mutating func extent(of index: Int, under levels: Int) throws(LayerArchive.Failure) -> Extent {
        guard index < list.count else { throw .damaged(object: index, "there is none") }
        if let known = extents[index] {
            guard known.depth >= 0, levels + known.depth < LayerArchive.deepest else { throw .tooDeep }
            return known
        }
        guard levels < LayerArchive.deepest else { throw .tooDeep }
        extents[index] = Extent(depth: -1)
        var extent = Extent()
        switch table.objects[list[index]] {
        case .dictionary(let pairs):
            try checkClass(of: index, pairs)
            for pair in pairs {
                guard let key = Self.text(table.objects[pair.key]) else {
                    throw .damaged(object: index, "a key that is no text")
                }
                if key != "$class" { try add(pair.value, of: index, key, to: &extent, under: levels) }
            }
        case .plain, .data, .ascii, .utf16: break
        case .uid, .array: throw .damaged(object: index, "a reference or a list without a class")
        }
        extents[index] = extent
        return extent
    }

    /// Adds what lies in a value of an object's dictionary.
    private mutating func add(
        _ place: Int, of index: Int, _ key: String, to extent: inout Extent, under levels: Int
    ) throws(LayerArchive.Failure) {
        switch table.objects[place] {
        case .plain, .data, .ascii, .utf16: return
        case .uid(let other): try extent.add(self.extent(of: other, under: levels + 1))
        case .array(let places):
            guard key == "NS.objects" || key == "NS.keys" else { throw .damaged(object: index, "a list of its own") }
            for place in places {
                guard case .uid(let other) = table.objects[place], other > 0 else {
                    throw .damaged(object: index, "a list of other things than references")
                }
                try extent.add(self.extent(of: other, under: levels + 1))
            }
        case .dictionary: throw .damaged(object: index, "a dictionary of its own")
        }
    }

    /// Refuses an object whose class is none, or not one that archives of layers hold, or that lacks what it must have.
    private func checkClass(of index: Int, _ pairs: [(key: Int, value: Int)]) throws(LayerArchive.Failure) {
        func value(_ name: String) -> ArchiveTable.Object? {
            let found = pairs.filter { Self.text(table.objects[$0.key]) == name }
            return found.count == 1 ? table.objects[found[0].value] : nil
        }
        guard case .uid(let place)? = value("$class"), place < list.count,
            case .dictionary(let description) = table.objects[list[place]], description.count == 2
        else { throw .damaged(object: index, "no class") }
        func described(_ key: String) -> ArchiveTable.Object? {
            description.first { Self.text(table.objects[$0.key]) == key }.map { table.objects[$0.value] }
        }
        guard let name = described("$classname").flatMap({ Self.text($0) }),
            case .array(let names)? = described("$classes"), let first = names.first,
            names.allSatisfy({ Self.text(table.objects[$0]) != nil }), Self.text(table.objects[first]) == name
        else { throw .damaged(object: place, "a class without its names") }
        // A class that nobody has leaves a hole in lists, which Foundation does not expect.
        guard Self.known.contains(name) || Self.isOurs(NSClassFromString(name)) else {
            throw .damaged(object: index, "of the class \(name)")
        }
        func references(_ name: String) -> Int? {
            if case .array(let list)? = value(name) { return list.count }
            return nil
        }
        switch name {
        case "NSArray", "NSMutableArray":
            guard references("NS.objects") != nil else { throw .damaged(object: index, "an array without a list") }
        case "NSDictionary", "NSMutableDictionary":
            guard let keys = references("NS.keys"), keys == references("NS.objects") else {
                throw .damaged(object: index, "a dictionary without keys or values")
            }
        case "NSData", "NSMutableData":
            guard case .data? = value("NS.data") else { throw .damaged(object: index, "data without bytes") }
        case "NSString", "NSMutableString":
            guard case .ascii? = value("NS.string") else { throw .damaged(object: index, "a text without letters") }
        default: break
        }
    }

    /// Whether a class is one of those that archives of layers hold, or made of one.
    private static func isOurs(_ found: AnyClass?) -> Bool {
        found is CALayer.Type || found is CAAnimation.Type || found is CAEmitterCell.Type
            || found is CAMediaTimingFunction.Type || found is CAValueFunction.Type || found is CAConstraint.Type
            || found is CAConstraintLayoutManager.Type
    }

    private static let known: Set<String> = [
        "NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSString", "NSMutableString", "NSData",
        "NSMutableData", "NSNumber",
    ]
}
