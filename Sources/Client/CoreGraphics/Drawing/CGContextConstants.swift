import MicaBase

/// How an open line ends.
public enum CGLineCap: Int32, Sendable {
    /// The line ends at its end point, square.
    case butt = 0
    /// The line ends with a half circle around its end point.
    case round = 1
    /// The line ends half its width beyond its end point, square.
    case square = 2

    /// The cap of paths.
    var rasterCap: LineCap {
        switch self {
        case .butt: .butt
        case .round: .round
        case .square: .square
        }
    }
}

/// How two lines meet.
public enum CGLineJoin: Int32, Sendable {
    /// The outer edges are extended until they meet; `bevel` where that exceeds the miter limit.
    case miter = 0
    /// A circle around the corner.
    case round = 1
    /// A straight edge between the outer corners.
    case bevel = 2

    /// The join of paths.
    var rasterJoin: LineJoin {
        switch self {
        case .miter: .miter
        case .round: .round
        case .bevel: .bevel
        }
    }
}

/// How a path is drawn.
public enum CGPathDrawingMode: Int32, Sendable {
    /// Fills by the winding rule.
    case fill = 0
    /// Fills by the even-odd rule.
    case eoFill = 1
    /// Strokes the path.
    case stroke = 2
    /// Fills by the winding rule, then strokes.
    case fillStroke = 3
    /// Fills by the even-odd rule, then strokes.
    case eoFillStroke = 4
}

/// How drawing mixes with the pixels under it.
///
/// R is the result, S the source (what is drawn), D the destination (the pixels under it), all premultiplied; Sa and
/// Da are their alphas. A mode applies only inside the shape that is drawn; where the shape covers part of a pixel,
/// the mode applies to that part.
public enum CGBlendMode: Int32, Sendable {
    /// R = S + D*(1 - Sa).
    case normal = 0
    /// The product of the colours, never lighter than either.
    case multiply = 1
    /// The complement of the product of the complements, never darker than either.
    case screen = 2
    /// `multiply` where the destination is dark, `screen` where it is light.
    case overlay = 3
    /// The darker colour, component by component.
    case darken = 4
    /// The lighter colour, component by component.
    case lighten = 5
    /// The destination brightened by the source.
    case colorDodge = 6
    /// The destination darkened by the source.
    case colorBurn = 7
    /// The destination darkened or lightened softly by the source.
    case softLight = 8
    /// `multiply` where the source is dark, `screen` where it is light.
    case hardLight = 9
    /// The absolute difference of the colours.
    case difference = 10
    /// Like `difference`, with less contrast.
    case exclusion = 11
    /// The hue of the source with the saturation and the luminosity of the destination.
    case hue = 12
    /// The saturation of the source with the hue and the luminosity of the destination.
    case saturation = 13
    /// The hue and the saturation of the source with the luminosity of the destination.
    case color = 14
    /// The luminosity of the source with the hue and the saturation of the destination.
    case luminosity = 15
    /// R = 0.
    case clear = 16
    /// R = S.
    case copy = 17
    /// R = S*Da.
    case sourceIn = 18
    /// R = S*(1 - Da).
    case sourceOut = 19
    /// R = S*Da + D*(1 - Sa).
    case sourceAtop = 20
    /// R = S*(1 - Da) + D.
    case destinationOver = 21
    /// R = D*Sa.
    case destinationIn = 22
    /// R = D*(1 - Sa).
    case destinationOut = 23
    /// R = S*(1 - Da) + D*Sa.
    case destinationAtop = 24
    /// R = S*(1 - Da) + D*(1 - Sa).
    case xor = 25
    /// R = max(0, 1 - ((1 - D) + (1 - S))) where both are opaque.
    case plusDarker = 26
    /// R = min(1, S + D).
    case plusLighter = 27
}

/// How images are smoothed when they are scaled.
public enum CGInterpolationQuality: Int32, Sendable {
    /// As `medium`, unless the image disallows smoothing.
    case `default` = 0
    /// No smoothing: every pixel takes the colour of the nearest image pixel.
    case none = 1
    /// Linear, with averaging when the image shrinks; identical to `medium` here.
    case low = 2
    /// Linear, with averaging when the image shrinks.
    case medium = 4
    /// A cubic or wider filter, the drawing library's best.
    case high = 3
}

/// Whether a gradient is extended beyond its two ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes options from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The first colour continues before the start.
    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    /// The last colour continues after the end.
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// What changes when the steps of a pattern are no whole number of pixels.
public enum CGPatternTiling: Int32, Sendable {
    /// The spacing changes, by up to a pixel.
    case noDistortion = 0
    /// The cell is distorted, with a fast method.
    case constantSpacingMinimalDistortion = 1
    /// The cell is distorted.
    case constantSpacing = 2
}
