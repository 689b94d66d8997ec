import MicaTrace

/// An NSValue that holds a C structure of doubles, such as a transform.
///
/// Foundation's own class on Linux stops the program for every structure except point, size, rectangle and range. The
/// class is not private because archives name it.
// Safe because: everything that the object holds is set in its initialisers and never changes.
@safe final class StructureValue: NSValue, @unchecked Sendable {
    let components: [Double]
    private let encoding: UnsafeMutableBufferPointer<CChar>

    init(encoding: String, components: [Double]) {
        requires(Self.componentCount(encoding) == components.count, "the numbers do not fit the encoding")
        self.components = components
        let characters = encoding.utf8CString
        unsafe self.encoding = UnsafeMutableBufferPointer.allocate(capacity: characters.count)
        _ = unsafe self.encoding.initialize(from: characters)
        super.init()
    }

    deinit {
        unsafe encoding.deallocate()
    }

    required convenience init(bytes value: UnsafeRawPointer, objCType type: UnsafePointer<CChar>) {
        let encoding = unsafe String(cString: type)
        let count = Self.componentCount(encoding)
        let bytes = unsafe UnsafeRawBufferPointer(start: value, count: count * MemoryLayout<Double>.stride)
        let components = (0..<count).map {
            unsafe bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Double>.stride, as: Double.self)
        }
        self.init(encoding: encoding, components: components)
    }

    required convenience init?(coder: NSCoder) {
        guard let encoding = coder.decodeObject(of: NSString.self, forKey: "Mica.encoding"),
            let list = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "Mica.components") as? NSArray
        else { return nil }
        let numbers = list.compactMap { ($0 as? NSNumber)?.doubleValue }
        guard numbers.count == list.count, numbers.count == Self.componentCount(encoding._bridgeToSwift()) else {
            return nil
        }
        self.init(encoding: encoding._bridgeToSwift(), components: numbers)
    }

    override func encode(with coder: NSCoder) {
        coder.encode(NSString(string: name), forKey: "Mica.encoding")
        coder.encode(NSArray(array: components.map { NSNumber(value: $0) }), forKey: "Mica.components")
    }

    override class var supportsSecureCoding: Bool { true }

    override var classForCoder: AnyClass { StructureValue.self }

    override var objCType: UnsafePointer<CChar> {
        guard let start = unsafe encoding.baseAddress else { stopProgram("a C string has at least its zero") }
        return unsafe UnsafePointer(start)
    }

    override func getValue(_ value: UnsafeMutableRawPointer) {
        unsafe components.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return }
            unsafe value.copyMemory(from: start, byteCount: source.count)
        }
    }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? StructureValue else { return false }
        return components == other.components && name == other.name
    }

    override var hash: Int { components.hashValue }

    override var description: String {
        "\(name.dropFirst().prefix { $0 != "=" }) {\(components.map { "\($0)" }.joined(separator: ", "))}"
    }

    private var name: String { unsafe String(cString: objCType) }

    private static func componentCount(_ encoding: String) -> Int {
        encoding.utf8.drop { $0 != UInt8(ascii: "=") }.count { $0 == UInt8(ascii: "d") }
    }
}

/// Lets an initialiser in an extension of NSValue return an object of a subclass.
package protocol SubstitutableValue {}

extension SubstitutableValue {
    /// Makes the initialiser return an existing object.
    fileprivate init(substituting value: Self) { self = value }
}

extension NSValue: SubstitutableValue {}

extension NSValue {
    /// Makes a value that holds a structure of doubles.
    ///
    /// - Parameters:
    ///   - encoding: The structure's Objective-C type encoding, such as `{CGVector=dd}`.
    ///   - components: The structure's numbers, in memory order.
    /// - Precondition: `encoding` has as many `d` as there are numbers; not called on a subclass.
    package convenience init(structure encoding: String, components: [Double]) {
        self.init(holding: StructureValue(encoding: encoding, components: components))
    }

    /// Makes the initialiser return an existing value, which may be of a subclass.
    ///
    /// - Precondition: not called on a subclass of NSValue.
    package convenience init(holding value: NSValue) {
        guard let value = value as? Self else { stopProgram("structures are held by NSValue itself") }
        self.init(substituting: value)
    }

    /// The numbers of a value made with `init(structure:components:)`; nil when the value holds something else.
    package func components(ofStructure encoding: String) -> [Double]? {
        holdsStructure(encoding) ? (self as? StructureValue)?.components : nil
    }

    /// Whether the value holds a structure of the given Objective-C type encoding.
    package func holdsStructure(_ encoding: String) -> Bool {
        // Foundation's values allocate their encoding at each call and never free it (6.3, 32 bytes each). The type
        // of the stored value gives the answer instead.
        if !(self is StructureValue), !(self is NSNumber) {
            switch Mirror(reflecting: self).children.first(where: { $0.label == "_value" })?.value {
            case is CGPoint: return encoding == "{CGPoint=dd}"
            case is CGSize: return encoding == "{CGSize=dd}"
            case is CGRect: return encoding == "{CGRect={CGPoint=dd}{CGSize=dd}}"
            default: break
            }
        }
        return unsafe String(cString: objCType) == encoding
    }
}
