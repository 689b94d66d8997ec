import CoreGraphics
import Foundation

// Geometry as strings and in archives. *Source*: Apple, NSCoder (UIKit's additions): `{x, y}`, `{{x, y}, {w, h}}`, `[a,
// b, c, d, tx, ty]`; any other string reads as zeros, for transforms as the identity.

extension NSCoder {
    /// A point as `{x, y}`.
    public class func string(for point: CGPoint) -> String { "{\(text(point.x)), \(text(point.y))}" }
    /// A vector as `{dx, dy}`.
    public class func string(for vector: CGVector) -> String { "{\(text(vector.dx)), \(text(vector.dy))}" }
    /// A size as `{width, height}`.
    public class func string(for size: CGSize) -> String { "{\(text(size.width)), \(text(size.height))}" }
    /// A rectangle as `{{x, y}, {width, height}}`.
    public class func string(for rect: CGRect) -> String { "{\(string(for: rect.origin)), \(string(for: rect.size))}" }
    /// A transform as `[a, b, c, d, tx, ty]`.
    public class func string(for transform: CGAffineTransform) -> String {
        let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
        return "[" + numbers.map { text($0) }.joined(separator: ", ") + "]"
    }
    /// Insets as `{top, left, bottom, right}`.
    public class func string(for insets: UIEdgeInsets) -> String {
        "{" + [insets.top, insets.left, insets.bottom, insets.right].map { text($0) }.joined(separator: ", ") + "}"
    }

    /// Reads a point from a string; zero if it has another form.
    public class func cgPoint(for string: String) -> CGPoint {
        numbers(string, 2).map { CGPoint(x: $0[0], y: $0[1]) } ?? .zero
    }
    /// Reads a vector from a string; zero if it has another form.
    public class func cgVector(for string: String) -> CGVector {
        numbers(string, 2).map { CGVector(dx: $0[0], dy: $0[1]) } ?? .zero
    }
    /// Reads a size from a string; zero if it has another form.
    public class func cgSize(for string: String) -> CGSize {
        numbers(string, 2).map { CGSize(width: $0[0], height: $0[1]) } ?? .zero
    }
    /// Reads a rectangle from a string; zero if it has another form.
    public class func cgRect(for string: String) -> CGRect {
        numbers(string, 4).map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } ?? .zero
    }
    /// Reads a transform from a string; the identity if it has another form.
    public class func cgAffineTransform(for string: String) -> CGAffineTransform {
        numbers(string, 6).map { CGAffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5]) }
            ?? .identity
    }
    /// Reads insets from a string; zero if it has another form.
    public class func uiEdgeInsets(for string: String) -> UIEdgeInsets {
        numbers(string, 4).map { UIEdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) } ?? .zero
    }

    /// Writes a vector under a key, as a string.
    public func encode(_ vector: CGVector, forKey key: String) { write(NSCoder.string(for: vector), key) }
    /// Writes a transform under a key, as a string.
    public func encode(_ transform: CGAffineTransform, forKey key: String) {
        write(NSCoder.string(for: transform), key)
    }
    /// Writes insets under a key, as a string.
    public func encode(_ insets: UIEdgeInsets, forKey key: String) { write(NSCoder.string(for: insets), key) }

    // Foundation has the methods that write points, sizes and rectangles.

    /// Reads a point that `encode(_:forKey:)` wrote.
    public func decodeCGPoint(forKey key: String) -> CGPoint { decodePoint(forKey: key) }
    /// Reads a vector that `encode(_:forKey:)` wrote.
    public func decodeCGVector(forKey key: String) -> CGVector { NSCoder.cgVector(for: read(key)) }
    /// Reads a size that `encode(_:forKey:)` wrote.
    public func decodeCGSize(forKey key: String) -> CGSize { decodeSize(forKey: key) }
    /// Reads a rectangle that `encode(_:forKey:)` wrote.
    public func decodeCGRect(forKey key: String) -> CGRect { decodeRect(forKey: key) }
    /// Reads a transform that `encode(_:forKey:)` wrote.
    public func decodeCGAffineTransform(forKey key: String) -> CGAffineTransform {
        NSCoder.cgAffineTransform(for: read(key))
    }
    /// Reads insets that `encode(_:forKey:)` wrote.
    public func decodeUIEdgeInsets(forKey key: String) -> UIEdgeInsets { NSCoder.uiEdgeInsets(for: read(key)) }

    private func write(_ text: String, _ key: String) { encode(NSString(string: text), forKey: key) }
    private func read(_ key: String) -> String {
        decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) } ?? ""
    }

    /// A number in the form of `%g` with all its digits; whole numbers have no point.
    private class func text(_ number: CGFloat) -> String {
        let value = Double(number)
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }

    /// Exactly `count` numbers between braces and commas; nil for any other text.
    private class func numbers(_ string: String, _ count: Int) -> [CGFloat]? {
        let pieces = string.split { "{}[], \t\n".contains($0) }
        let numbers = pieces.compactMap { Double($0) }
        return numbers.count == count && pieces.count == count ? numbers.map { CGFloat($0) } : nil
    }
}
