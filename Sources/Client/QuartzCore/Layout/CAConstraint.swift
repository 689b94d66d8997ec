import CoreGraphics
import Foundation

/// An edge, a middle or an extent of a layer's frame.
///
/// *Source*: Apple, CAConstraintLayoutManager.h.
public enum CAConstraintAttribute: Int32, Sendable {
    /// The least x.
    case minX = 0
    /// The middle in x.
    case midX = 1
    /// The greatest x.
    case maxX = 2
    /// The extent in x.
    case width = 3
    /// The least y.
    case minY = 4
    /// The middle in y.
    case midY = 5
    /// The greatest y.
    case maxY = 6
    /// The extent in y.
    case height = 7
}

/// A relation of a layer's frame to the superlayer's bounds or a sibling's frame: attribute = scale * source + offset.
///
/// *Units*: points for the offset.
open class CAConstraint: NSObject, NSSecureCoding {
    /// The attribute of the layer that is set.
    public let attribute: CAConstraintAttribute
    /// The name of the sibling that it is taken from, or "superlayer".
    public let sourceName: String
    /// The attribute of the source that it is taken from.
    public let sourceAttribute: CAConstraintAttribute
    /// What the source's value is multiplied by.
    public let scale: CGFloat
    /// What is added then.
    public let offset: CGFloat

    /// Makes a relation from all that it consists of.
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

    /// True: archives of relations can be read securely.
    open class var supportsSecureCoding: Bool { true }
}
