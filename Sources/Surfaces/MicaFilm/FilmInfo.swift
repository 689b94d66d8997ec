import MicaCodecs

/// A unit of time in a file, as a fraction of seconds.
package struct FilmTimeBase: Sendable, Equatable {
    /// The numerator; greater than zero.
    package var numerator: Int32
    /// The denominator; greater than zero.
    package var denominator: Int32

    /// Converts units to seconds, with one rounding.
    package func seconds(_ ticks: Int64) -> Double { Double(ticks) * Double(numerator) / Double(denominator) }
}

/// A track of a film's file.
package struct FilmTrack: Sendable, Equatable {
    /// The kinds of media.
    package enum Kind: String, Sendable { case video, audio, subtitle, other }

    /// The kind of media.
    package var kind: Kind
    /// Its index in the file.
    package var index: Int
    /// libavcodec's name of the codec: `h264`, `aac`.
    package var codecName: String
    /// The codec's four-letter code in the file; 0 without one.
    package var codecTag: UInt32
    /// Whether this machine can decode the track.
    package var isDecodable: Bool
    /// Whether the file says that the track is played: QuickTime and MPEG-4 files do, other tracks count as enabled.
    package var isEnabled = true
    /// The unit of the track's times.
    package var timeBase: FilmTimeBase
    /// The start, in the track's units, from the film's start.
    package var start: Int64
    /// The duration, in the track's units.
    package var duration: Int64
    /// Width of stored frames, in pixels; 0 for other tracks than video.
    package var width = 0
    /// Height of stored frames, in pixels.
    package var height = 0
    /// The aspect ratio of a pixel: width over height, as a fraction.
    package var pixelAspect = FilmTimeBase(numerator: 1, denominator: 1)
    /// Whether frames may have alpha.
    package var hasAlpha = false
    /// The orientation of stored frames.
    package var orientation = ImageOrientation.up
    /// Frames a second, as stored; 0 when it is not stored.
    package var frameRate = 0.0
    /// Samples of sound a second.
    package var sampleRate = 0
    /// Channels of sound.
    package var channels = 0
    /// Bits a second, as stored; 0 when it is not stored.
    package var bitRate: Int64 = 0
    /// The language as a code of three letters; nil when it is not stored.
    package var language: String?

    /// The width of stored frames in square pixels, before they are turned upright.
    package var squareWidth: Int {
        guard pixelAspect.numerator != pixelAspect.denominator else { return width }
        let wide = Double(width) * Double(pixelAspect.numerator) / Double(pixelAspect.denominator)
        return max(1, Int(min(wide.rounded(), 1e6)))
    }
    /// The width of upright frames.
    package var uprightWidth: Int { orientation.swapsSides ? height : squareWidth }
    /// The height of upright frames.
    package var uprightHeight: Int { orientation.swapsSides ? squareWidth : height }
}
