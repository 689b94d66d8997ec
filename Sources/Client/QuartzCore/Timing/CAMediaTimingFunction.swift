import CoreGraphics
import Foundation
import MicaTrace
import MicaWire

/// The names of timing functions.
///
/// Any string makes a value, but only those below name functions.
public struct CAMediaTimingFunctionName: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Constant speed.
    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    /// Starts slowly: control points (0.42, 0) and (1, 1).
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    /// Ends slowly: control points (0, 0) and (0.58, 1).
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    /// Starts and ends slowly: control points (0.42, 0) and (0.58, 1).
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    /// The timing function of implicit animations: control points (0.25, 0.1) and (0.25, 1).
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// A cubic Bezier curve from (0, 0) to (1, 1): the progress of an animation (y) over its duration (x).
///
/// *Source*: Apple, CAMediaTimingFunction.h.
open class CAMediaTimingFunction: NSObject, NSSecureCoding {
    /// The curve as a value for the server.
    package let curve: TimingCurve

    /// Makes a named function. A name unknown to Apple gives a linear one.
    public convenience init(name: CAMediaTimingFunctionName) {
        switch name {
        case .easeIn: self.init(controlPoints: 0.42, 0, 1, 1)
        case .easeOut: self.init(controlPoints: 0, 0, 0.58, 1)
        case .easeInEaseOut: self.init(controlPoints: 0.42, 0, 0.58, 1)
        case .default: self.init(controlPoints: 0.25, 0.1, 0.25, 1)
        default: self.init(controlPoints: 0, 0, 1, 1)
        }
    }

    /// Makes a function from the inner two control points of its curve. Their x coordinates are clamped to 0...1.
    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        func limit(_ x: Float) -> Double { x.isNaN ? 0 : Double(min(max(x, 0), 1)) }
        curve = TimingCurve(limit(c1x), Double(c1y), limit(c2x), Double(c2y))
    }

    /// Reads a function from an archive; nil when a control point is missing.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "c1x"), coder.containsValue(forKey: "c2y") else { return nil }
        curve = TimingCurve(
            coder.decodeDouble(forKey: "c1x"), coder.decodeDouble(forKey: "c1y"), coder.decodeDouble(forKey: "c2x"),
            coder.decodeDouble(forKey: "c2y"))
    }

    /// Writes the control points into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(curve.x1, forKey: "c1x")
        coder.encode(curve.y1, forKey: "c1y")
        coder.encode(curve.x2, forKey: "c2x")
        coder.encode(curve.y2, forKey: "c2y")
    }

    /// True: functions can be read from archives securely.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the x and y coordinates of a control point to `ptr`; points 0 and 3 are the ends.
    ///
    /// - Precondition: `idx` is in 0...3, and `ptr` has room for two numbers.
    open func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
        requires(
            (0...3).contains(idx), "a timing function has control points 0 to 3, not \(idx)",
            function: "CAMediaTimingFunction.getControlPoint(at:values:)")
        let points: [(Double, Double)] = [(0, 0), (curve.x1, curve.y1), (curve.x2, curve.y2), (1, 1)]
        unsafe ptr[0] = Float(points[idx].0)
        unsafe ptr[1] = Float(points[idx].1)
    }

    /// The progress at a fraction of the time, 0 to 1.
    package func progress(at time: Double) -> Double { curve.value(at: time) }

    /// Equal when all control points are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CAMediaTimingFunction)?.curve == curve
    }

    /// Consistent with `isEqual`.
    open override var hash: Int { curve.hashValue }
}
