import MicaRaster

/// How an open line ends.
public enum CGLineCap: Int32, Sendable {
    /// At its end point, square to the line.
    case butt = 0
    /// With a half circle around its end point.
    case round = 1
    /// Half the width beyond its end point, square to the line.
    case square = 2

    /// The same cap for the rasteriser.
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
    /// With the outer edges prolonged until they meet, or as `bevel` when that is farther than the miter limit allows.
    case miter = 0
    /// With a circle around the corner.
    case round = 1
    /// With the outer corners connected.
    case bevel = 2

    /// The same join for the rasteriser.
    var rasterJoin: LineJoin {
        switch self {
        case .miter: .miter
        case .round: .round
        case .bevel: .bevel
        }
    }
}

/// What is done with a path that is drawn.
public enum CGPathDrawingMode: Int32, Sendable {
    /// The inside by the winding rule.
    case fill = 0
    /// The inside by the even-odd rule.
    case eoFill = 1
    /// A line along it.
    case stroke = 2
    /// The inside by the winding rule, then a line along it.
    case fillStroke = 3
    /// The inside by the even-odd rule, then a line along it.
    case eoFillStroke = 4
}

/// How what is drawn mixes with what is there.
///
/// R is the result, S what is drawn, D what is there, all multiplied by alpha; Sa and Da are their alphas. A mode
/// applies inside the shape that is drawn only; where the shape covers a part of a pixel, that part of it changes.
public enum CGBlendMode: Int32, Sendable {
    /// R = S + D*(1 - Sa).
    case normal = 0
    /// The colours multiplied, which never gets lighter.
    case multiply = 1
    /// The complements multiplied, which never gets darker.
    case screen = 2
    /// `multiply` where the destination is dark, `screen` where it is light.
    case overlay = 3
    /// The darker of both, component by component.
    case darken = 4
    /// The lighter of both, component by component.
    case lighten = 5
    /// The destination brightened by what is drawn.
    case colorDodge = 6
    /// The destination darkened by what is drawn.
    case colorBurn = 7
    /// A soft light thrown on the destination.
    case softLight = 8
    /// `multiply` where what is drawn is dark, `screen` where it is light.
    case hardLight = 9
    /// How far the colours are apart.
    case difference = 10
    /// Like `difference`, with less contrast.
    case exclusion = 11
    /// The hue of what is drawn with the saturation and the luminosity of the destination.
    case hue = 12
    /// The saturation of what is drawn with the hue and the luminosity of the destination.
    case saturation = 13
    /// The hue and the saturation of what is drawn with the luminosity of the destination.
    case color = 14
    /// The luminosity of what is drawn with the hue and the saturation of the destination.
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

/// How an image that is drawn at another size is smoothed.
public enum CGInterpolationQuality: Int32, Sendable {
    /// As `medium`, unless the image says that it may not be smoothed.
    case `default` = 0
    /// Not at all: every pixel takes the colour of the nearest one.
    case none = 1
    /// Linear, with an average where the image becomes smaller; the same as `medium` here.
    case low = 2
    /// Linear, with an average where the image becomes smaller.
    case medium = 4
    /// By a cubic or wider filter, the best that the drawing library has.
    case high = 3
}

/// Where a gradient is drawn outside its two ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes options from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The first colour goes on before the start.
    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    /// The last colour goes on after the end.
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// What gives way when the steps of a pattern are no whole number of pixels.
public enum CGPatternTiling: Int32, Sendable {
    /// The spacing, by up to a pixel.
    case noDistortion = 0
    /// The cell, quickly.
    case constantSpacingMinimalDistortion = 1
    /// The cell.
    case constantSpacing = 2
}
