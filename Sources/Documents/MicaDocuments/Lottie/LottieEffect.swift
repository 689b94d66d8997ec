import CoreGraphics

/// An effect of a layer: a step from one picture of the layer to the next, before the layer is placed.
enum LottieEffect: Sendable {
    case filter(LottieFilter)
    /// A blur along a line, whose angle is in degrees, 0 upwards, clockwise.
    case blurAlong(angle: LottieTrack<Double>, LottieTrack<Double>)
    case shadow(LottieShadow)
    /// A shadow in place of the picture that throws it.
    case shadowOnly(LottieShadow)
    /// Moves, scales, turns, skews and fades the picture.
    case transform(LottieTransform)
    /// Moves the picture's corners to points: upper left, upper right, lower left and lower right.
    case corners([LottieTrack<SIMD3<Double>>])
    /// Draws the outlines of masks.
    case outlines(LottieMaskStroke)
    /// Colours the picture's area by a gradient.
    case ramp(LottieGradient, percent: LottieTrack<Double>)
    /// Colours the picture's area by a gradient of the size of the picture.
    case overlay(LottieGradientOverlay)
    case linearWipe(LottieLinearWipe)
    case radialWipe(LottieRadialWipe)
    /// Tiles over the layer's picture: how many across and down, 1 or more.
    case mosaic(LottieTrack<[Double]>, isSharp: Bool)
    /// A filter whose inputs depend on the size of the layer's picture.
    case sized(@Sendable (CGSize) -> LottieFilter)
    case fourColors(LottieFourColors)
    case displacement(LottieDisplacement)
    case echo(LottieEcho)
}

/// Four colours at points of a layer, in place of its colours.
struct LottieFourColors: Sendable {
    var points: [LottieTrack<SIMD3<Double>>]
    var colors: [LottieTrack<SIMD4<Double>>]
    /// How soft the borders between the colours are; 100 is usual.
    var blend: LottieTrack<Double>
    /// In percent.
    var opacity: LottieTrack<Double>
}

extension LottieLayer {
    /// The effects that change colours or blur.
    var filters: [LottieFilter] { effects.compactMap { if case .filter(let filter) = $0 { filter } else { nil } } }
}

/// A change of colours, a blur, or a move of pixels, as a filter of a layer.
enum LottieFilter: Sendable {
    /// A unit is a standard deviation of 0.3.
    case blur(LottieTrack<Double>)
    /// The 20 numbers of a colour matrix.
    case matrix(LottieTrack<[Double]>)
    /// The exponents of red, green, blue and alpha. The filter takes those from 1/64 to 64 (`LayerFilter.powers`).
    case power(LottieTrack<[Double]>)
    /// An ellipse that bulges: its centre, its radii across and down, and its height.
    case bulge(center: LottieTrack<[Double]>, radii: LottieTrack<[Double]>, height: LottieTrack<Double>)
    /// Tiles of a rectangle, and how many are in it across and down, 1 or more. The filter takes 100,000 at most
    /// (`LayerFilter.mosaic`).
    case mosaic(CGRect, count: LottieTrack<[Double]>)
    /// A filter of a type (`LayerFilter.types`) with inputs; those that are not listed have their defaults.
    case kind(String, [String: LottieTrack<[Double]>])
}

/// A shadow, as a layer has it.
struct LottieShadow: Sendable {
    var color = LottieTrack(SIMD4<Double>(0, 0, 0, 1))
    /// From 0 to 1.
    var opacity = LottieTrack(0.5)
    /// The direction of the shadow, in degrees, 0 to the right, clockwise.
    var angle = LottieTrack(0.0)
    var distance = LottieTrack(0.0)
    /// The standard deviation, in points.
    var radius = LottieTrack(0.0)
}

/// Lines along the outlines of a layer's masks.
struct LottieMaskStroke: Sendable {
    /// How the lines and the layer's picture are combined.
    enum Style: Sendable {
        case onOriginal, onTransparent, revealOriginal
    }

    var outlines: [LottieTrack<LottieOutline>]
    var color: LottieTrack<SIMD4<Double>>
    var width: LottieTrack<Double>
    /// From 0 to 1.
    var opacity: LottieTrack<Double>
    /// The visible part, in percent of each outline.
    var start: LottieTrack<Double>
    var end: LottieTrack<Double>
    /// The distance of the brush's marks, in percent of the width.
    var spacing = 15.0
    var style = Style.onOriginal
}

/// A gradient over a layer's picture.
struct LottieGradientOverlay: Sendable {
    /// Its start and end are not used.
    var gradient: LottieGradient
    /// In percent.
    var opacity: LottieTrack<Double>
    /// The direction from the first colour to the last, in degrees, 0 to the right, anticlockwise.
    var angle: LottieTrack<Double>
    /// In percent of the layer's size.
    var scale: LottieTrack<Double>
    /// In percent of the layer's size.
    var offset: LottieTrack<SIMD3<Double>>
}

/// Hides a layer from one side to the other.
struct LottieLinearWipe: Sendable {
    /// In percent.
    var completion: LottieTrack<Double>
    /// The direction of the wipe, in degrees, 0 upwards, clockwise.
    var angle: LottieTrack<Double>
    /// The width of the soft edge, in points.
    var feather: LottieTrack<Double>
}

/// Hides a layer around a point.
struct LottieRadialWipe: Sendable {
    /// In percent.
    var completion: LottieTrack<Double>
    /// The first direction that is hidden, in degrees, 0 upwards, clockwise.
    var angle: LottieTrack<Double>
    var center: LottieTrack<SIMD3<Double>>
    var feather: LottieTrack<Double>
    /// 1 clockwise, 2 anticlockwise, 3 both ways.
    var direction = 1
}

/// A layer style: a picture made from the outline of the layer as it is placed.
struct LottieLayerStyle: Sendable {
    enum Kind: Int, Sendable {
        case stroke, dropShadow, innerShadow, outerGlow, innerGlow, bevel, satin
    }

    var kind: Kind
    var color: LottieTrack<SIMD4<Double>>
    /// From 0 to 1.
    var opacity: LottieTrack<Double>
    /// The width of a stroke, or the blurred width.
    var size: LottieTrack<Double>
    /// The direction of the light, in degrees, 0 from the right, anticlockwise.
    var angle = LottieTrack(0.0)
    var distance = LottieTrack(0.0)
    /// The part of the blurred width that has the full colour, in percent.
    var choke = LottieTrack(0.0)
    /// Whether a satin is dark where the layer's two blurred outlines agree.
    var isInverted = false
    /// Whether a bevel colours the sides that face the light, and not the others.
    var isLit = false
    /// Whether an inner glow comes from the middle, and not from the edges.
    var isFromCenter = false
    /// The name of the compositing filter; nil for normal.
    var blend: String?
}
