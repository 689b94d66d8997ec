import CoreGraphics

/// A Lottie document as read: a composition of layers.
struct LottieComposition: Sendable {
    var name = ""
    /// The version of the writer.
    var version = ""
    var width = 0.0
    var height = 0.0
    /// The first frame, and the end frame.
    var start = 0.0
    var end = 1.0
    /// Frames a second.
    var rate = 60.0
    var layers: [LottieLayer] = []
    /// Nested compositions, by name.
    var precomps: [String: [LottieLayer]] = [:]
    var images: [String: LottieImage] = [:]
    var fonts: [String: LottieFont] = [:]
    var glyphs: [LottieGlyph] = []
    var markers: [LottieMarker] = []
    /// The fonts of the document's archive; nil without any.
    var fontFiles: LottieFontFiles?
}

extension LottieComposition {
    /// The faces, in the order of their names.
    var allFonts: [LottieFont] { fonts.sorted { $0.key < $1.key }.map { $0.value } }

    /// The fonts that texts name and that are those of no face.
    var textFonts: Set<String> {
        var result: Set<String> = []
        for layer in layers + precomps.values.joined() {
            guard case .text(let text) = layer.content else { continue }
            result.formUnion(text.documents.keys.map { $0.value.value.font })
        }
        return result.subtracting(fonts.keys)
    }
}

/// An image that layers show.
struct LottieImage: Sendable {
    var width: Double?
    var height: Double?
    /// The directory and the file name; or a data URL.
    var directory: String
    var file: String
    var path: String

    /// The file name for messages and lists.
    var shownFile: String { DataURI.isOne(file) ? "embedded" : file }
}

/// A font of the document's texts.
struct LottieFont: Sendable {
    var family: String
    var style: String
    /// The name of the face.
    var name: String
    /// The file, as the document names it; empty without one.
    var path = ""
    /// The ascent of letters above the baseline, in percent of the size.
    var ascent: Double
}

/// A letter with an outline in the document.
struct LottieGlyph: Sendable {
    var character: String
    var family: String
    var style: String
    var size: Double
    /// The advance, in hundredths of the size.
    var width: Double
    var items: [LottieItem]
}

/// A named moment.
struct LottieMarker: Sendable {
    var name: String
    /// The frame.
    var time: Double
    /// In frames.
    var duration: Double
}

/// A layer of a composition.
struct LottieLayer: Sendable {
    enum Content: Sendable {
        case precomp(String)
        case solid(SIMD4<Double>)
        /// The asset, and the picture or film that a program gives in its place.
        case image(String, LottieReplacement?)
        case null
        case shapes([LottieItem])
        case text(LottieText)
        case camera(LottieCamera)
        case sound(LottieSound)
        /// A layer whose effects apply to the layers beneath.
        case adjustment
        /// A layer that is not drawn: data, and unknown types.
        case other(Int)
    }

    /// The path of the layer in the document.
    var path = ""
    /// The offset of the layer in the text, in bytes.
    var offset = 0
    var name = ""
    var content = Content.null
    var index: Int?
    var parent: Int?
    /// The first visible frame, and the first frame after it that is not visible, in the composition's time.
    var inPoint = 0.0
    var outPoint = 0.0
    /// The start of the time inside the layer, and the frames that one inner frame lasts.
    var startTime = 0.0
    var stretch = 1.0
    /// In seconds, over the frames of its composition.
    var timeRemap: LottieTrack<Double>?
    var transform = LottieTransform()
    var isHidden = false
    var blendMode = 0
    /// 0 none, 1 alpha, 2 alpha inverted, 3 luma, 4 luma inverted.
    var matteMode = 0
    /// The index of the matte layer; nil: the layer above.
    var matte: Int?
    /// Whether the matte is drawn as a layer, too.
    var showsMatte = false
    /// Whether the layer is only a matte.
    var isMatte = false
    var masks: [LottieMask] = []
    /// The effects, first to last.
    var effects: [LottieEffect] = []
    var styles: [LottieLayerStyle] = []
    /// Whether effects come before the layer is placed, whatever its kind.
    var placesLast = false
    /// Whether the layer rotates along its path.
    var turnsAlongPath = false
    /// Whether the layer is in the space that the composition's camera shows.
    var isSpatial = false
    /// Whether the layers of a composition are drawn as if they were in the composition around it.
    var isCollapsed = false
    var width: Double?
    var height: Double?
}

/// The placement of a layer, a group or a copy.
struct LottieTransform: Sendable {
    var anchor = LottieTrack(SIMD3<Double>.zero)
    var position = LottieTrack(SIMD3<Double>.zero)
    /// The position with a separate track for each dimension; if set, `position` is unused.
    var split: (x: LottieTrack<Double>, y: LottieTrack<Double>, z: LottieTrack<Double>)?
    /// In percent.
    var scale = LottieTrack(SIMD3<Double>(100, 100, 100))
    /// In degrees.
    var rotation = LottieTrack(0.0)
    var rotationX = LottieTrack(0.0)
    var rotationY = LottieTrack(0.0)
    var orientation = LottieTrack(SIMD3<Double>.zero)
    var skew = LottieTrack(0.0)
    var skewAxis = LottieTrack(0.0)
    /// In percent.
    var opacity = LottieTrack(100.0)
}

/// A mask of a layer.
struct LottieMask: Sendable {
    enum Mode: String, Sendable {
        case none = "n"
        case add = "a"
        case subtract = "s"
        case intersect = "i"
        case lighten = "l"
        case darken = "d"
        case difference = "f"
    }

    var mode = Mode.add
    var isInverted = false
    var outline: LottieTrack<LottieOutline>
    /// In percent.
    var opacity = LottieTrack(100.0)
    /// In points; negative shrinks.
    var expansion = LottieTrack(0.0)
}

/// An item of a shape layer.
indirect enum LottieItem: Sendable {
    /// A group: its items, its transform and its name.
    case group([LottieItem], LottieTransform, String)
    case outline(LottieTrack<LottieOutline>)
    case paint(LottiePaint)
    case trim(LottieTrim)
    /// Rounds corners by a radius.
    case round(LottieTrack<Double>)
    case `repeat`(LottieRepeater)
    /// Merges the outlines before it, by a mode.
    case merge(Int)
    /// Changes the outlines before it.
    case reshape(LottieReshape)
}

/// A fill or a stroke.
struct LottiePaint: Sendable {
    enum Color: Sendable {
        case plain(LottieTrack<SIMD4<Double>>)
        case gradient(LottieGradient)
    }

    var name = ""
    var color: Color
    /// In percent.
    var opacity: LottieTrack<Double>
    var isEvenOdd = false
    /// The stroke; nil for a fill.
    var stroke: LottieStroke?
    /// The blend mode.
    var blendMode = 0
}

/// The parameters of a stroke.
struct LottieStroke: Sendable {
    var width: LottieTrack<Double>
    /// 1 butt, 2 round, 3 square.
    var cap = 2
    /// 1 mitre, 2 round, 3 bevel.
    var join = 2
    var miterLimit = 4.0
    /// The lengths of dashes and gaps.
    var dashes: [LottieTrack<Double>] = []
    var dashOffset = LottieTrack(0.0)
}

/// The colours of a gradient and their locations.
struct LottieGradient: Sendable {
    enum Kind: Int, Sendable {
        case linear = 1, radial, conic
    }

    var kind = Kind.linear
    /// The number of colour stops, four numbers each; alpha stops follow, two numbers each.
    var count = 0
    var stops: LottieTrack<[Double]>
    var start: LottieTrack<SIMD3<Double>>
    var end: LottieTrack<SIMD3<Double>>
    /// How far the inner point of a radial gradient is from the middle, in percent of the radius; nil for the middle.
    var highlight: LottieTrack<Double>?
    /// The direction of the inner point, from that of the end; a conic gradient's direction of the first colour. In
    /// degrees, clockwise.
    var angle = LottieTrack(0.0)
}

/// The visible part of a shape's outlines.
struct LottieTrim: Sendable {
    /// In percent.
    var start: LottieTrack<Double>
    var end: LottieTrack<Double>
    /// In degrees.
    var offset: LottieTrack<Double>
    /// Whether the outlines count as one long line instead of separately.
    var isOneByOne = false
    /// Whether that line begins with the last outline of the list, and not with the first.
    ///
    /// *Source*: lottie/lottie-spec, "Trim Path", for the order of rendering, in which the last is the first. After
    /// Effects (its picture is in thorvg/thorvg issue 2693), lottie-web and google/skia begin with the first.
    var beginsWithLast = false
}

/// Repeats the items before it.
struct LottieRepeater: Sendable {
    var copies: LottieTrack<Double>
    var offset: LottieTrack<Double>
    var transform: LottieTransform
    /// In percent.
    var startOpacity: LottieTrack<Double>
    var endOpacity: LottieTrack<Double>
    /// Whether later copies lie below earlier ones.
    var isBelow = false
}
