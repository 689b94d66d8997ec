import Foundation
import MicaBase
import MicaWire

/// The limits of a reader. Larger input is an error, found before memory is allocated.
package struct WireLimits: Sendable {
    /// The most elements of a list.
    package var count = 250_000
    /// The most bytes of a text.
    package var text = 65_536
    /// How deep animation groups may be nested.
    package var depth = 16
    /// The greatest width and height of an image, in pixels.
    package var imageSide = 32_768
    /// The most images that a client may have sent and not dropped.
    package var images = 1 << 20
    /// The most bytes of the pixels of those images.
    package var imageBytes = 1 << 32
    /// Whether messages may hold the pixels of images.
    package var takesInlinePixels = true

    package init() {}
}

/// Appends values to bytes: integers in groups of seven bits, low first; floating-point numbers as eight bytes, low
/// first.
struct WireWriter: Sendable {
    var bytes: [UInt8] = []

    mutating func byte(_ v: UInt8) { bytes.append(v) }

    mutating func bool(_ v: Bool) { bytes.append(v ? 1 : 0) }

    mutating func integer(_ v: UInt64) {
        var v = v
        while v >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: v) | 0x80)
            v >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: v))
    }

    mutating func count(_ v: Int) { integer(UInt64(v)) }

    /// Writes the number of an identity, without its client.
    mutating func identity(_ v: UInt64) { integer(v & ClientNumber.numbers) }

    mutating func number(_ v: Double) {
        var bits = v.bitPattern
        for _ in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
        }
    }

    mutating func numbers(_ v: Double...) {
        for n in v { number(n) }
    }

    mutating func numbers(_ v: [Double]) {
        count(v.count)
        for n in v { number(n) }
    }

    mutating func rect(_ v: CGRect) {
        numbers(Double(v.origin.x), Double(v.origin.y), Double(v.size.width), Double(v.size.height))
    }

    mutating func vector(_ v: SIMD3<Double>) { numbers(v.x, v.y, v.z) }

    mutating func color(_ v: ColorValue) {
        byte(v.space.rawValue)
        numbers(v.red, v.green, v.blue, v.alpha)
    }

    mutating func colors(_ v: [ColorValue]) {
        count(v.count)
        for c in v { color(c) }
    }

    mutating func text(_ v: String) {
        count(v.utf8.count)
        bytes.append(contentsOf: v.utf8)
    }

    mutating func words(_ v: [UInt32]) {
        bytes.reserveCapacity(bytes.count + v.count * 4)
        for word in v {
            bytes.append(UInt8(truncatingIfNeeded: word))
            bytes.append(UInt8(truncatingIfNeeded: word >> 8))
            bytes.append(UInt8(truncatingIfNeeded: word >> 16))
            bytes.append(UInt8(truncatingIfNeeded: word >> 24))
        }
    }
}

/// Reads values from untrusted bytes; every failure is a `WireError`.
struct WireReader: Sendable {
    private(set) var bytes: [UInt8]
    let limits: WireLimits
    /// The images that the client has sent and not dropped.
    var images = ReceivedImages()
    /// The client that sent the bytes, as in identifiers.
    private let client: UInt64
    private(set) var offset: Int

    /// - Parameter offset: where reading begins; 0 to the count.
    init(_ bytes: [UInt8], limits: WireLimits, client: UInt16 = 0, from offset: Int = 0) {
        (self.bytes, self.limits, self.offset) = (bytes, limits, offset)
        self.client = UInt64(client) << ClientNumber.shift
    }

    /// Goes on with other bytes of that client.
    mutating func begin(_ bytes: [UInt8], from offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

    /// Reads an identity of something of the client's.
    mutating func identity() throws(WireError) -> UInt64 {
        let start = offset
        let number = try integer()
        guard number != 0, number <= ClientNumber.numbers else { throw fault(.badValue, at: start) }
        return client | number
    }

    var remaining: Int { bytes.count - offset }

    func fault(_ reason: WireError.Reason, at position: Int? = nil) -> WireError {
        WireError(offset: position ?? offset, reason: reason)
    }

    mutating func byte() throws(WireError) -> UInt8 {
        guard offset < bytes.count else { throw fault(.truncated) }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func bool() throws(WireError) -> Bool {
        let v = try byte()
        guard v < 2 else { throw fault(.unknownTag(UInt64(v)), at: offset - 1) }
        return v == 1
    }

    mutating func integer() throws(WireError) -> UInt64 {
        let start = offset
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            let b = try byte()
            let bits = UInt64(b & 0x7f)
            guard shift < 63 || bits < 2 else { throw fault(.badInteger, at: start) }
            value |= bits << shift
            if b < 0x80 { return value }
        }
        throw fault(.badInteger, at: start)
    }

    /// Reads a number of elements. Each takes at least `bytes` bytes.
    mutating func count(ofAtLeast bytes: Int) throws(WireError) -> Int {
        let start = offset
        let v = try integer()
        guard v <= UInt64(limits.count), Int(v) <= remaining / bytes else { throw fault(.tooLarge(v), at: start) }
        return Int(v)
    }

    /// A list of elements that take at least `bytes` bytes each.
    mutating func list<Element>(
        ofAtLeast bytes: Int, atMost limit: Int = .max, _ element: (inout WireReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        let start = offset
        let count = try count(ofAtLeast: bytes)
        guard count <= limit else { throw fault(.tooLarge(UInt64(count)), at: start) }
        var list: [Element] = []
        // Elements may be much larger than their bytes, and these may be of something else.
        list.reserveCapacity(min(count, 4_096))
        for _ in 0..<count { list.append(try element(&self)) }
        return list
    }

    /// A byte that means a value.
    mutating func tagged<Value: RawRepresentable<UInt8>>() throws(WireError) -> Value {
        let tag = try byte()
        guard let value = Value(rawValue: tag) else { throw fault(.unknownTag(UInt64(tag)), at: offset - 1) }
        return value
    }

    private mutating func anyNumber() throws(WireError) -> Double {
        guard remaining >= 8 else { throw fault(.truncated) }
        var bits: UInt64 = 0
        for i in 0..<8 { bits |= UInt64(bytes[offset + i]) << UInt64(8 * i) }
        offset += 8
        return Double(bitPattern: bits)
    }

    mutating func number() throws(WireError) -> Double {
        let v = try anyNumber()
        guard v.isFinite else { throw fault(.badNumber, at: offset - 8) }
        return v
    }

    /// Reads a number that may be positive infinity: without end.
    mutating func extent() throws(WireError) -> Double {
        let v = try anyNumber()
        guard v.isFinite || v == .infinity else { throw fault(.badNumber, at: offset - 8) }
        return v
    }

    mutating func numbers() throws(WireError) -> [Double] {
        try list(ofAtLeast: 8) { reader throws(WireError) in try reader.number() }
    }

    mutating func rect() throws(WireError) -> CGRect {
        CGRect(x: try number(), y: try number(), width: try number(), height: try number())
    }

    mutating func vector() throws(WireError) -> SIMD3<Double> {
        SIMD3(try number(), try number(), try number())
    }

    mutating func color() throws(WireError) -> ColorValue {
        ColorValue(
            try tagged(), red: try number(), green: try number(), blue: try number(), alpha: try number())
    }

    mutating func colors() throws(WireError) -> [ColorValue] {
        try list(ofAtLeast: 33) { reader throws(WireError) in try reader.color() }
    }

    mutating func text() throws(WireError) -> String {
        let start = offset
        let length = try integer()
        guard length <= UInt64(limits.text) else { throw fault(.tooLarge(length), at: start) }
        guard Int(length) <= remaining else { throw fault(.truncated) }
        guard let v = String(validating: bytes[offset..<offset + Int(length)], as: UTF8.self) else {
            throw fault(.badText, at: start)
        }
        offset += Int(length)
        return v
    }

    mutating func words(_ n: Int) throws(WireError) -> [UInt32] {
        guard n <= remaining / 4 else { throw fault(.truncated) }
        var words: [UInt32] = []
        words.reserveCapacity(n)
        for i in stride(from: offset, to: offset + 4 * n, by: 4) {
            words.append(
                UInt32(bytes[i]) | UInt32(bytes[i + 1]) << 8 | UInt32(bytes[i + 2]) << 16 | UInt32(bytes[i + 3]) << 24)
        }
        offset += 4 * n
        return words
    }

    func finish() throws(WireError) {
        guard remaining == 0 else { throw fault(.trailingBytes) }
    }
}
