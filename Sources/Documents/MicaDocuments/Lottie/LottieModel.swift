/// A Lottie document as it was read: compositions of layers.
struct LottieComposition: Sendable {
    var name = ""
    /// The version of the writer.
    var version = ""
    var width = 0.0
    var height = 0.0
    /// The first frame, and the one after the last.
    var start = 0.0
    var end = 1.0
    /// Frames a second.
    var rate = 60.0
    var layers: [LottieLayer] = []
    /// Compositions inside, by name.
    var precomps: [String: [LottieLayer]] = [:]
    var images: [String: LottieImage] = [:]
    var fonts: [String: LottieFont] = [:]
    var glyphs: [LottieGlyph] = []
    var markers: [LottieMarker] = []
    /// The names of the slots.
    var slots: [String] = []
}

/// An image that layers show.
struct LottieImage: Sendable {
    var width: Double?
    var height: Double?
    /// The directory and the file's name; or a data URL.
    var directory: String
    var file: String
    var path: String
}

/// A font that text names.
struct LottieFont: Sendable {
    var family: String
    var style: String
    /// The name of the face.
    var name: String
    /// How high letters rise above the line, in percent of the size.
    var ascent: Double
}

/// A letter whose outline is in the document.
struct LottieGlyph: Sendable {
    var character: String
    var family: String
    var style: String
    var size: Double
    /// How far the next letter is, in units of which 100 are the size.
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
        case image(String)
        case null
        case shapes([LottieItem])
        case text(LottieText)
        /// What is not drawn: audio, cameras, and what is not known.
        case other(Int)
    }

    /// Where in the document it is.
    var path = ""
    /// Where in the text, in bytes.
    var offset = 0
    var name = ""
    var content = Content.null
    var index: Int?
    var parent: Int?
    /// The first frame at which it is seen, and the first at which it is not, in the time of its composition.
    var inPoint = 0.0
    var outPoint = 0.0
    /// When the time of what is inside starts, and how many frames one frame of it takes.
    var startTime = 0.0
    var stretch = 1.0
    /// In seconds, over the frames of its composition.
    var timeRemap: LottieTrack<Double>?
    var transform = LottieTransform()
    var isHidden = false
    var blendMode = 0
    /// 0 none, 1 alpha, 2 alpha inverted, 3 luma, 4 luma inverted.
    var matteMode = 0
    /// The index of the layer that is the matte; nil is the layer above.
    var matte: Int?
    /// Whether it is there as a matte only.
    var isMatte = false
    var masks: [LottieMask] = []
    var shadow: LottieShadow?
    var filters: [LottieFilter] = []
    /// Whether it turns along its way.
    var turnsAlongPath = false
    var width: Double?
    var height: Double?
}

/// How a layer, a group or a copy lies.
struct LottieTransform: Sendable {
    var anchor = LottieTrack(SIMD3<Double>.zero)
    var position = LottieTrack(SIMD3<Double>.zero)
    /// The position's dimensions apart from each other; then `position` is unused.
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

/// A shadow, as a layer has it.
struct LottieShadow: Sendable {
    var color = LottieTrack(SIMD4<Double>(0, 0, 0, 1))
    /// From 0 to 1.
    var opacity = LottieTrack(0.5)
    /// The direction in which it falls, in degrees, 0 to the right, clockwise.
    var angle = LottieTrack(0.0)
    var distance = LottieTrack(0.0)
    var radius = LottieTrack(0.0)
}

/// What is done to a layer's finished picture.
enum LottieFilter: Sendable {
    case blur(LottieTrack<Double>)
    case tint(black: LottieTrack<SIMD4<Double>>, white: LottieTrack<SIMD4<Double>>, amount: LottieTrack<Double>)
    case fill(LottieTrack<SIMD4<Double>>, opacity: LottieTrack<Double>)
}

/// A piece of a shape layer.
indirect enum LottieItem: Sendable {
    /// Items, how they lie, and the group's name.
    case group([LottieItem], LottieTransform, String)
    case outline(LottieTrack<LottieOutline>)
    case paint(LottiePaint)
    case trim(LottieTrim)
    /// Round corners of a radius.
    case round(LottieTrack<Double>)
    case `repeat`(LottieRepeater)
    /// The way in which the outlines before it become one.
    case merge(Int)
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
    /// nil is a fill.
    var stroke: LottieStroke?
    /// What its colours do with those under it.
    var blendMode = 0
}

/// How a stroke is drawn.
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

/// The colours of a gradient and where they are.
struct LottieGradient: Sendable {
    var isRadial = false
    /// How many of the stops have colours: four numbers each; then alphas, two numbers each.
    var count = 0
    var stops: LottieTrack<[Double]>
    var start: LottieTrack<SIMD3<Double>>
    var end: LottieTrack<SIMD3<Double>>
}

/// Which part of its outlines a shape shows.
struct LottieTrim: Sendable {
    /// In percent.
    var start: LottieTrack<Double>
    var end: LottieTrack<Double>
    /// In degrees.
    var offset: LottieTrack<Double>
    /// Whether the outlines are one line after the other, instead of each by itself.
    var isOneByOne = false
}

/// Copies of what is before it.
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
