import CoreGraphics
import Foundation

/// An edge, the middle or the length of a layer's frame along one axis.
///
/// *Source*: Apple, CAConstraintLayoutManager.h.
public enum CAConstraintAttribute: Int32, Sendable {
    /// The smallest x.
    case minX = 0
    /// The middle in x.
    case midX = 1
    /// The largest x.
    case maxX = 2
    /// The length along x.
    case width = 3
    /// The smallest y.
    case minY = 4
    /// The middle in y.
    case midY = 5
    /// The largest y.
    case maxY = 6
    /// The length along y.
    case height = 7
}

/// A relation of a layer's frame to the superlayer's bounds or a sibling's frame: attribute = scale * source + offset.
///
/// *Units*: points for the offset.
open class CAConstraint: NSObject, NSSecureCoding {
    /// The attribute of the layer's frame that the relation sets.
    public let attribute: CAConstraintAttribute
    /// The name of the source: a sibling, or "superlayer".
    public let sourceName: String
    /// The attribute of the source that the value comes from.
    public let sourceAttribute: CAConstraintAttribute
    /// The factor of the source's value.
    public let scale: CGFloat
    /// The points added to the product.
    public let offset: CGFloat

    /// Makes a relation with a scale and an offset.
    public init(
        attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
        scale m: CGFloat, offset c: CGFloat
    ) {
        (attribute, sourceName, sourceAttribute, scale, offset) = (attr, srcId, srcAttr, m, c)
    }

    /// Makes a relation with a scale of 1.
    public convenience init(
        attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
        offset c: CGFloat
    ) {
        self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
    }

    /// Makes a relation with a scale of 1 and an offset of 0.
    public convenience init(
        attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute
    ) {
        self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
    }

    /// Reads a relation from an archive; nil when it is damaged.
    public required init?(coder: NSCoder) {
        guard let attribute = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "attribute")),
            let source = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "sourceAttribute")),
            let name = coder.decodeObject(of: NSString.self, forKey: "sourceName")
        else { return nil }
        (self.attribute, sourceAttribute, sourceName) = (attribute, source, String(describing: name))
        scale = CGFloat(coder.decodeDouble(forKey: "scale"))
        offset = CGFloat(coder.decodeDouble(forKey: "offset"))
    }

    /// Writes the relation into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(attribute.rawValue, forKey: "attribute")
        coder.encode(sourceAttribute.rawValue, forKey: "sourceAttribute")
        coder.encode(NSString(string: sourceName), forKey: "sourceName")
        coder.encode(Double(scale), forKey: "scale")
        coder.encode(Double(offset), forKey: "offset")
    }

    /// True: relations can be read from archives securely.
    open class var supportsSecureCoding: Bool { true }
}
