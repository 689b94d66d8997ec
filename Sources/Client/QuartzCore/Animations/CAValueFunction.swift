import CoreGraphics
import Foundation
import MicaWire

/// The names of value functions.
///
/// *Source*: Apple, CAValueFunctionName; any string makes a value, but only those below name functions.
public struct CAValueFunctionName: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An angle about the x axis, in radians.
    public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
    /// An angle about the y axis, in radians.
    public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
    /// An angle about the z axis, in radians.
    public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
    /// Three factors along x, y and z: an array of numbers.
    public static let scale = CAValueFunctionName(rawValue: "scale")
    /// A factor along x.
    public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
    /// A factor along y.
    public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
    /// A factor along z.
    public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
    /// Three distances along x, y and z, in points: an array of numbers.
    public static let translate = CAValueFunctionName(rawValue: "translate")
    /// A distance along x, in points.
    public static let translateX = CAValueFunctionName(rawValue: "translateX")
    /// A distance along y, in points.
    public static let translateY = CAValueFunctionName(rawValue: "translateY")
    /// A distance along z, in points.
    public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}

/// A map from numbers to transforms. An animation of `transform` with a value function interpolates the numbers, so a
/// full turn is a turn. A number that the animation leaves out is the layer's own.
///
/// *Source*: Apple, CAValueFunction.h.
open class CAValueFunction: NSObject, NSSecureCoding {
    /// The function as a value for the server.
    package let function: ValueFunction
    /// The name of the function.
    public let name: CAValueFunctionName

    /// Makes a function; called once for each name, see `shared`.
    package init(_ function: ValueFunction, name: CAValueFunctionName) {
        (self.function, self.name) = (function, name)
    }

    // Safe because: the functions are made once and never change.
    /// The functions, one object for each name.
    fileprivate nonisolated(unsafe) static let shared: [CAValueFunctionName: CAValueFunction] = {
        var shared: [CAValueFunctionName: CAValueFunction] = [:]
        let names: [CAValueFunctionName] = [
            .rotateX, .rotateY, .rotateZ, .scale, .scaleX, .scaleY, .scaleZ, .translate, .translateX, .translateY,
            .translateZ,
        ]
        for name in names {
            guard let function = ValueFunction(name: name) else { continue }
            shared[name] = CAValueFunction(function, name: name)
        }
        return shared
    }()

    /// Reads a function from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
        let name = CAValueFunctionName(rawValue: String(describing: text))
        guard let function = ValueFunction(name: name) else { return nil }
        (self.function, self.name) = (function, name)
    }

    /// Writes the name into an archive.
    open func encode(with coder: NSCoder) { coder.encode(NSString(string: name.rawValue), forKey: "name") }

    /// True: functions can be read from archives securely.
    open class var supportsSecureCoding: Bool { true }

    /// Equal when the names are equal.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CAValueFunction)?.name == name }

    /// Consistent with `isEqual`.
    open override var hash: Int { name.hashValue }
}

/// Lets `CAValueFunction(name:)` return one object each time: an initialiser in a protocol extension may assign `self`,
/// one in a class may not.
public protocol SharedValueFunction {}

extension CAValueFunction: SharedValueFunction {}

extension SharedValueFunction {
    /// The function of a name, the same object each time; nil for a name unknown to Apple.
    ///
    /// *Source*: gnustep/libs-quartzcore, CAValueFunction/valuefunction.m, checked on Apple's framework: two requests
    /// for one name return the same object.
    public init?(name: CAValueFunctionName) {
        guard let function = unsafe CAValueFunction.shared[name] as? Self else { return nil }
        self = function
    }
}

extension ValueFunction {
    fileprivate init?(name: CAValueFunctionName) {
        switch name {
        case .rotateX: self = .rotateX
        case .rotateY: self = .rotateY
        case .rotateZ: self = .rotateZ
        case .scale: self = .scale
        case .scaleX: self = .scaleX
        case .scaleY: self = .scaleY
        case .scaleZ: self = .scaleZ
        case .translate: self = .translate
        case .translateX: self = .translateX
        case .translateY: self = .translateY
        case .translateZ: self = .translateZ
        default: return nil
        }
    }
}
