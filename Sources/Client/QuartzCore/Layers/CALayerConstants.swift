import Foundation

/// How a layer's image fits its bounds.
///
/// *Source*: Apple, CALayerContentsGravity; any string makes a value, but only those below have a meaning.
public struct CALayerContentsGravity: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Centred, in the image's own size.
    public static let center = CALayerContentsGravity(rawValue: "center")
    /// Centred at the top edge, in the image's own size.
    public static let top = CALayerContentsGravity(rawValue: "top")
    /// Centred at the bottom edge, in the image's own size.
    public static let bottom = CALayerContentsGravity(rawValue: "bottom")
    /// Centred at the left edge, in the image's own size.
    public static let left = CALayerContentsGravity(rawValue: "left")
    /// Centred at the right edge, in the image's own size.
    public static let right = CALayerContentsGravity(rawValue: "right")
    /// In the top left corner, in the image's own size.
    public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
    /// In the top right corner, in the image's own size.
    public static let topRight = CALayerContentsGravity(rawValue: "topRight")
    /// In the bottom left corner, in the image's own size.
    public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
    /// In the bottom right corner, in the image's own size.
    public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
    /// Stretched to the bounds.
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    /// Scaled to the largest size that fits into the bounds, with the image's proportions.
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    /// Scaled to the smallest size that fills the bounds, with the image's proportions.
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// How a layer's image is sampled when it is drawn larger or smaller than its own size.
///
/// *Source*: Apple, CALayerContentsFilter; any string makes a value, but only those below have a meaning.
public struct CALayerContentsFilter: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Takes the nearest pixel of the image.
    public static let nearest = CALayerContentsFilter(rawValue: "nearest")
    /// Interpolates between the four nearest pixels.
    public static let linear = CALayerContentsFilter(rawValue: "linear")
    /// Interpolates between the two nearest mipmap levels, each sampled linearly; for minification.
    public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

/// A set of a layer's corners.
///
/// *Space*: the layer's own; "MinY" is the edge where y is smallest.
public struct CACornerMask: OptionSet, Sendable {
    /// One bit for each corner.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The corner with the smallest x and y.
    public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
    /// The corner with the largest x and the smallest y.
    public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
    /// The corner with the smallest x and the largest y.
    public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
    /// The corner with the largest x and y.
    public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
}

/// The action event of a layer that appears: it is added to a visible layer, or becomes visible itself.
public let kCAOnOrderIn = "onOrderIn"
/// The action event of a layer that disappears: it is removed from its superlayer, or becomes hidden.
public let kCAOnOrderOut = "onOrderOut"

/// The rule that decides which points are inside a path.
///
/// *Source*: Apple, CAShapeLayerFillRule; any string makes a value, but only those below have a meaning.
public struct CAShapeLayerFillRule: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Points around which the winding number is not zero.
    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    /// Points from which a ray crosses the path an odd number of times.
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// The shape of the ends of lines.
///
/// *Source*: Apple, CAShapeLayerLineCap; any string makes a value, but only those below have a meaning.
public struct CAShapeLayerLineCap: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A straight edge at the end point.
    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    /// Half a disc beyond the end point.
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    /// Half a square beyond the end point.
    public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// The shape of the corners of lines.
///
/// *Source*: Apple, CAShapeLayerLineJoin; any string makes a value, but only those below have a meaning.
public struct CAShapeLayerLineJoin: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A pointed corner.
    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    /// A rounded corner.
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    /// A corner that is cut off straight.
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// The format of the pixels that a layer is drawn into.
///
/// *Source*: Apple, CALayerContentsFormat; any string makes a value, but only those below have a meaning.
public struct CALayerContentsFormat: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Red, green, blue and alpha, 8 bits each.
    public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
    /// Red, green, blue and alpha, 16 bits each, floating point.
    public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
    /// Gray, 8 bits.
    public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
    /// The system's choice.
    public static let automatic = CALayerContentsFormat(rawValue: "Automatic")

    /// Whether the string is one of those above.
    var isKnown: Bool { [.RGBA8Uint, .RGBA16Float, .gray8Uint, .automatic].contains(self) }
}

/// The kind of a gradient.
///
/// *Source*: Apple, CAGradientLayerType; any string makes a value, but only those below have a meaning.
public struct CAGradientLayerType: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Colours vary along a line.
    public static let axial = CAGradientLayerType(rawValue: "axial")
    /// Colours vary from a centre outwards to an ellipse.
    public static let radial = CAGradientLayerType(rawValue: "radial")
    /// Colours vary with the angle around a centre.
    public static let conic = CAGradientLayerType(rawValue: "conic")
}
