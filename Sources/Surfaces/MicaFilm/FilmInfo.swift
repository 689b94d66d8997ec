import MicaCodecs

/// A unit of time of a file: so many seconds, as a fraction.
package struct FilmTimeBase: Sendable, Equatable {
    /// Seconds times the denominator; greater than zero.
    package var numerator: Int32
    /// Greater than zero.
    package var denominator: Int32

    /// Seconds of a number of units, rounded once.
    package func seconds(_ ticks: Int64) -> Double { Double(ticks) * Double(numerator) / Double(denominator) }
}

/// A track of a film's file.
package struct FilmTrack: Sendable, Equatable {
    /// What a track has.
    package enum Kind: String, Sendable { case video, audio, subtitle, other }

    /// What it has.
    package var kind: Kind
    /// Its index in the file.
    package var index: Int
    /// libavcodec's name of the codec: `h264`, `aac`.
    package var codecName: String
    /// The codec's four letters as the file has them; 0 without.
    package var codecTag: UInt32
    /// Whether this machine decodes it.
    package var isDecodable: Bool
    /// The unit of its times.
    package var timeBase: FilmTimeBase
    /// When it begins, in its units, from the film's start.
    package var start: Int64
    /// How long it is, in its units.
    package var duration: Int64
    /// Width of stored frames, in pixels; 0 for other tracks than video.
    package var width = 0
    /// Height of stored frames, in pixels.
    package var height = 0
    /// Width of a pixel over its height, as a fraction.
    package var pixelAspect = FilmTimeBase(numerator: 1, denominator: 1)
    /// Whether frames may have alpha.
    package var hasAlpha = false
    /// How frames are to be turned to stand upright.
    package var orientation = ImageOrientation.up
    /// Frames a second, as the file says; 0 where it does not.
    package var frameRate = 0.0
    /// Samples of sound a second.
    package var sampleRate = 0
    /// Channels of sound.
    package var channels = 0
    /// Bits a second, as the file says; 0 where it does not.
    package var bitRate: Int64 = 0
    /// The language's three letters; nil where the file has none.
    package var language: String?

    /// Width of frames whose pixels are made square, before they are turned upright, in pixels.
    package var squareWidth: Int {
        guard pixelAspect.numerator != pixelAspect.denominator else { return width }
        let wide = Double(width) * Double(pixelAspect.numerator) / Double(pixelAspect.denominator)
        return max(1, Int(min(wide.rounded(), 1e6)))
    }
    /// Width of frames as they are shown.
    package var uprightWidth: Int { orientation.swapsSides ? height : squareWidth }
    /// Height of frames as they are shown.
    package var uprightHeight: Int { orientation.swapsSides ? squareWidth : height }
}
