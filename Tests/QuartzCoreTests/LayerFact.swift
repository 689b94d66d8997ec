import CoreGraphics
import Foundation
import QuartzCore

/// Something that Apple's framework was seen to do, about anything but time (those are `TimeFact`s).
///
/// *Source*: the tests of gnustep/libs-quartzcore and of its fork DTW-Thalion/libs-quartzcore, Tests/quartzcore, which their
/// continuous integration runs against Apple's QuartzCore; files that it leaves out there (`APPLE_SKIP_TESTS`) are no source.
struct LayerFact: Sendable, CustomStringConvertible {
    /// Its number; no other fact has it.
    let id: String
    /// Its subject: a class of `dev/facts`.
    let kind: String
    /// The file under Tests/quartzcore that states it.
    let file: String
    /// The fact in words.
    let statement: String
    /// Mica's value, and the expected one.
    let values: @Sendable () -> (found: TimeFact.Value, expected: TimeFact.Value)

    var description: String { "\(id) (\(file)) \(statement)" }
}

/// A list of facts of one file, numbered as they are added.
struct LayerFacts {
    private(set) var list: [LayerFact] = []
    private let prefix: String, kind: String, file: String

    init(_ prefix: String, _ kind: String, _ file: String) {
        (self.prefix, self.kind, self.file) = (prefix, kind, file)
    }

    private mutating func add(
        _ statement: String, _ values: @escaping @Sendable () -> (found: TimeFact.Value, expected: TimeFact.Value)
    ) {
        list.append(
            LayerFact(
                id: "\(prefix)-\(list.count + 1)", kind: kind, file: file, statement: statement, values: values))
    }

    mutating func number(
        _ statement: String, _ expected: Double, within slop: Double = 0, _ found: @escaping @Sendable () -> Double?
    ) {
        add(statement) { (found().map { .number($0, within: 0) } ?? .nothing, .number(expected, within: slop)) }
    }

    mutating func text(_ statement: String, _ expected: String, _ found: @escaping @Sendable () -> String?) {
        add(statement) { (found().map { .text($0) } ?? .nothing, .text(expected)) }
    }

    mutating func holds(_ statement: String, _ found: @escaping @Sendable () -> Bool) {
        add(statement) { (.truth(found()), .truth(true)) }
    }

    mutating func point(
        _ statement: String, _ x: Double, _ y: Double, _ found: @escaping @Sendable () -> CGPoint
    ) {
        add(statement) { (.text(Self.round([found().x, found().y])), .text(Self.round([CGFloat(x), CGFloat(y)]))) }
    }

    mutating func rect(_ statement: String, _ expected: CGRect, _ found: @escaping @Sendable () -> CGRect?) {
        add(statement) { (found().map { .text(Self.round($0)) } ?? .nothing, .text(Self.round(expected))) }
    }

    /// The sixteen numbers of a transform, row after row.
    mutating func transform(
        _ statement: String, _ expected: [Double], _ found: @escaping @Sendable () -> CATransform3D
    ) {
        add(statement) {
            let t = found()
            let numbers = [
                t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43,
                t.m44,
            ]
            return (.text(Self.round(numbers)), .text(Self.round(expected.map { CGFloat($0) })))
        }
    }

    private static func round(_ r: CGRect) -> String { round([r.minX, r.minY, r.width, r.height]) }

    /// Numbers to a ten thousandth, as the source compares them.
    private static func round(_ numbers: [CGFloat]) -> String {
        numbers.map { String((Double($0) * 10_000).rounded() / 10_000 + 0) }.joined(separator: " ")
    }
}

/// A transparent context of a size, its origin at the lower left, and its picture.
struct FactCanvas {
    let context: CGContext
    private let width: Int, height: Int

    init(_ width: Int = 100, _ height: Int = 100) {
        let context = unsafe CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        guard let context else { preconditionFailure("no context of \(width) x \(height)") }
        (self.context, self.width, self.height) = (context, width, height)
    }

    /// A canvas with a layer rendered into it.
    init(_ layer: CALayer, _ width: Int = 100, _ height: Int = 100, at index: CGFloat = 0) {
        self.init(width, height)
        context.translateBy(x: index, y: index)
        layer.render(in: context)
    }

    /// The pixels, row after row, the lowest row first.
    private func pixels() -> [UInt32] {
        guard let bitmap = context.makeImage()?.resource.bitmap() else { return [] }
        return (0..<height).flatMap { y in (0..<width).map { bitmap[$0, height - 1 - y] } }
    }

    /// A pixel, y up: alpha, red, green, blue from the highest byte.
    func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels()[y * width + x] }
    func red(_ x: Int, _ y: Int) -> Int { Int(pixel(x, y) >> 16 & 255) }
    func green(_ x: Int, _ y: Int) -> Int { Int(pixel(x, y) >> 8 & 255) }
    func blue(_ x: Int, _ y: Int) -> Int { Int(pixel(x, y) & 255) }

    /// Whether a pixel, y up, was painted.
    func isPainted(_ x: Int, _ y: Int) -> Bool { pixel(x, y) != 0 }

    /// How many pixels were painted.
    var count: Int { pixels().count { $0 != 0 } }

    /// Which pixels were painted.
    var painted: [Bool] { pixels().map { $0 != 0 } }

    /// The box around the painted pixels, y up; nil for none.
    var box: CGRect? {
        var (left, right, bottom, top) = (Int.max, -1, Int.max, -1)
        for (index, pixel) in pixels().enumerated() where pixel != 0 {
            let (x, y) = (index % width, index / width)
            (left, right, bottom, top) = (min(left, x), max(right, x), min(bottom, y), max(top, y))
        }
        return right < 0 ? nil : CGRect(x: left, y: bottom, width: right + 1 - left, height: top + 1 - bottom)
    }

    /// The rectangle that was painted; nil when it was no whole rectangle.
    var rectangle: CGRect? {
        guard let box else { return .zero }
        return Int(box.width * box.height) == count ? box : nil
    }
}

enum FactColor {
    static var red: CGColor { CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1) }
    static var green: CGColor { CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1) }
    static var blue: CGColor { CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1) }
    static var white: CGColor { CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1) }
}

/// A layer with bounds at the origin.
func made<Layer: CALayer>(
    _ layer: Layer, _ width: CGFloat, _ height: CGFloat, _ configure: (Layer) -> Void = { _ in }
) -> Layer {
    layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    configure(layer)
    return layer
}
