import Foundation

/// How a layer's image fits its bounds.
///
/// *Source*: Apple, CALayerContentsGravity; any string makes a value, those below are the ones that mean something.
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
    /// As large as fits in the bounds with its proportions kept.
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    /// As small as fills the bounds with its proportions kept.
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// How a layer's image is sampled when it is drawn larger or smaller than it is.
///
/// *Source*: Apple, CALayerContentsFilter; any string makes a value, those below are the ones that mean something.
public struct CALayerContentsFilter: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The nearest pixel of the image.
    public static let nearest = CALayerContentsFilter(rawValue: "nearest")
    /// Between the four nearest pixels.
    public static let linear = CALayerContentsFilter(rawValue: "linear")
    /// Between the two nearest mipmap levels, linear in each; for minification.
    public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

/// A set of a layer's corners.
///
/// *Space*: the layer's own; "MinY" is the edge where y is smallest.
public struct CACornerMask: OptionSet, Sendable {
    /// One bit a corner.
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

/// The action event of a layer that appears: it is added to a visible layer, or is no longer hidden.
public let kCAOnOrderIn = "onOrderIn"
/// The action event of a layer that disappears: it is removed from its superlayer, or is hidden.
public let kCAOnOrderOut = "onOrderOut"

/// What counts as the inside of a path.
///
/// *Source*: Apple, CAShapeLayerFillRule; any string makes a value, those below are the ones that mean something.
public struct CAShapeLayerFillRule: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Where the path winds around.
    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    /// Where a ray out crosses the path an odd number of times.
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// How lines end.
///
/// *Source*: Apple, CAShapeLayerLineCap; any string makes a value, those below are the ones that mean something.
public struct CAShapeLayerLineCap: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// At the end point.
    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    /// With half a disc.
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    /// With half a square.
    public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// How lines turn.
///
/// *Source*: Apple, CAShapeLayerLineJoin; any string makes a value, those below are the ones that mean something.
public struct CAShapeLayerLineJoin: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// With a point.
    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    /// With a part of a disc.
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    /// Cut off.
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// The format of the pixels that a layer is drawn into.
///
/// *Source*: Apple, CALayerContentsFormat; any string makes a value, those below are the ones that mean something.
public struct CALayerContentsFormat: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Red, green, blue and alpha of 8 bits.
    public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
    /// Red, green, blue and alpha of 16 bits, floating point.
    public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
    /// Gray of 8 bits.
    public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
    /// Whatever suits what is drawn.
    public static let automatic = CALayerContentsFormat(rawValue: "Automatic")

    /// Whether the string means something.
    var isKnown: Bool { [.RGBA8Uint, .RGBA16Float, .gray8Uint, .automatic].contains(self) }
}

/// How the colours of a gradient run.
///
/// *Source*: Apple, CAGradientLayerType; any string makes a value, those below are the ones that mean something.
public struct CAGradientLayerType: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Along a line.
    public static let axial = CAGradientLayerType(rawValue: "axial")
    /// From a centre out to an ellipse.
    public static let radial = CAGradientLayerType(rawValue: "radial")
    /// Around a centre.
    public static let conic = CAGradientLayerType(rawValue: "conic")
}
