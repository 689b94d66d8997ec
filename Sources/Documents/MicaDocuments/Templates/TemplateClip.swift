import CoreGraphics
import MicaBase

/// The film or the sound of a row: a file, the place where it begins, and its loudness.
public struct TemplateClip: Sendable, Equatable {
    /// The path of the file.
    public var file: String
    /// The time in the file at which it begins; 0 or more.
    ///
    /// *Units*: seconds.
    public var start: Double
    /// The factor of its loudness, 0 to 10; a film without sound has 0.
    public var volume: Double
    /// How long it becomes louder, from silence, after it begins; 0 or more.
    ///
    /// *Units*: seconds.
    public var fadeIn: Double
    /// How long it becomes softer, to silence, before its layer ends; 0 or more.
    ///
    /// *Units*: seconds.
    public var fadeOut: Double

    /// Makes a clip. Numbers outside of their ranges are limited to them.
    public init(_ file: String, start: Double = 0, volume: Double = 1, fadeIn: Double = 0, fadeOut: Double = 0) {
        func limited(_ value: Double, _ most: Double) -> Double { value > 0 ? min(value, most) : 0 }
        self.file = file
        (self.start, self.volume) = (limited(start, 1e6), limited(volume, 10))
        (self.fadeIn, self.fadeOut) = (limited(fadeIn, 1e6), limited(fadeOut, 1e6))
    }

    /// The levels of a sound with the clip's volume and fades.
    ///
    /// - Parameters:
    ///   - levels: The levels of its layer, in order of time.
    ///   - span: When it is heard, in the time of the levels.
    func applied(to levels: [SoundClip.Level], in span: Range<Double>) -> [SoundClip.Level] {
        guard volume != 1 || fadeIn > 0 || fadeOut > 0 else { return levels }
        let ends = [span.lowerBound, span.lowerBound + fadeIn, span.upperBound - fadeOut, span.upperBound]
        let times = Set(levels.map(\.time) + ends).filter { span.lowerBound <= $0 && $0 <= span.upperBound }
        return times.sorted().map { time in
            let own = levels.loudness(at: time)
            let rise = fadeIn > 0 ? min((time - span.lowerBound) / fadeIn, 1) : 1
            let fall = fadeOut > 0 ? min((span.upperBound - time) / fadeOut, 1) : 1
            let factor = volume * min(rise, fall)
            return SoundClip.Level(time: time, left: Double(own.x) * factor, right: Double(own.y) * factor)
        }
    }
}

/// A picture or a film that an image layer shows in place of its own picture.
enum LottieReplacement: Sendable {
    case picture(CGImage, PictureFit)
    case film(TemplateClip, PictureFit)

    /// How it fills the place.
    var fit: PictureFit {
        switch self {
        case .picture(_, let fit), .film(_, let fit): fit
        }
    }

    /// The picture; nil for a film.
    var image: CGImage? { if case .picture(let image, _) = self { image } else { nil } }
}
