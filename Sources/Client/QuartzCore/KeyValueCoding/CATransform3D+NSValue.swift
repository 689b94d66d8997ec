import CoreGraphics
import Foundation

extension CATransform3D: _NSValueBridgeable {
    /// The structure's Objective-C type encoding.
    private static let encoding = "{CATransform3D=dddddddddddddddd}"

    /// Reads the transform from a value; nil when the value holds another type.
    public init?(_unboxing value: NSValue) {
        guard let e = value.components(ofStructure: Self.encoding) else { return nil }
        self.init(
            m11: e[0], m12: e[1], m13: e[2], m14: e[3], m21: e[4], m22: e[5], m23: e[6], m24: e[7], m31: e[8],
            m32: e[9],
            m33: e[10], m34: e[11], m41: e[12], m42: e[13], m43: e[14], m44: e[15])
    }

    /// A value that holds the transform.
    public var _boxed: NSValue { NSValue(structure: Self.encoding, components: matrix.elements) }
}

extension NSValue {
    /// Makes a value that holds a transform. Source: Apple, CATransform3D.h.
    public convenience init(caTransform3D t: CATransform3D) { self.init(holding: t._boxed) }

    /// The transform in the value; all zeros when the value holds another type.
    public var caTransform3DValue: CATransform3D { CATransform3D(_unboxing: self) ?? CATransform3D() }
}
