import Foundation
import MicaBase
import MicaFilm

/// The file of an audio player, and the track that it plays.
struct AudioPlayerFile {
    /// The path at which the file can be opened.
    let path: String
    /// The track: the first of the enabled ones that can be decoded, or else the first that can be.
    let track: FilmTrack
    /// The copy of bytes in memory, which `path` depends on.
    private let copy: UnnamedFile?

    /// Reads the tracks of a file.
    ///
    /// - Throws: `AVError` when it has no sound that can be decoded.
    init(_ url: URL) throws {
        guard url.isFileURL else {
            throw AVError(.fileFormatNotRecognized, "\(url.absoluteString): not a file URL")
        }
        try self.init(path: url.path, name: url.path, copy: nil)
    }

    /// Reads the tracks of a file's bytes, which are copied: libav reads files.
    ///
    /// - Throws: `AVError` when they have no sound that can be decoded.
    init(_ data: Data) throws {
        guard let copy = UnnamedFile(Array(data)) else {
            throw AVError(.outOfMemory, "there is no room for a copy of the sound")
        }
        try self.init(path: copy.path, name: "the sound's data", copy: copy)
    }

    private init(path: String, name: String, copy: UnnamedFile?) throws {
        (self.path, self.copy) = (path, copy)
        let tracks: [FilmTrack]
        do throws(FilmError) { tracks = try filmTracks(path: path) } catch {
            var error = error
            error.path = name
            throw AVError(error)
        }
        let sounds = tracks.filter { $0.kind == .audio }
        let decodable = sounds.filter(\.isDecodable)
        guard let track = decodable.first(where: \.isEnabled) ?? decodable.first else {
            throw sounds.first.map { AVError(.decoderNotFound, "\(name): Mica uses no decoder for \($0.codecName)") }
                ?? AVError(.operationNotSupportedForAsset, "\(name): there is no sound in the file")
        }
        self.track = track
    }

    /// Opens the file to decode its sound.
    ///
    /// - Throws: `AVError` when the file is not there any more.
    func reader() throws -> SoundReader {
        do throws(FilmError) { return try SoundReader(path: path, track: track.index) } catch { throw AVError(error) }
    }

    /// The duration in seconds, from the file's start to the sound's end.
    var duration: Double { max(0, track.timeBase.seconds(track.start) + track.timeBase.seconds(track.duration)) }

    /// The format of the sound, under the keys of `AVAudioPlayer.settings`.
    var settings: [String: Any] {
        var result: [String: Any] = [
            AVSampleRateKey: Double(track.sampleRate), AVNumberOfChannelsKey: track.channels,
        ]
        let name = track.codecName
        result[AVFormatIDKey] = Self.formats[name].map(Self.code)
        if track.bitRate > 0 { result[AVEncoderBitRateKey] = Int(track.bitRate) }
        // libavcodec's names: pcm_s16le, pcm_f32be, pcm_u8.
        guard let match = name.wholeMatch(of: /pcm_([suf])(\d+)(be)?(le)?/), let bits = Int(match.2) else {
            return result
        }
        result[AVFormatIDKey] = Self.code("lpcm")
        result[AVLinearPCMBitDepthKey] = bits
        result[AVLinearPCMIsFloatKey] = match.1 == "f"
        result[AVLinearPCMIsBigEndianKey] = match.3 != nil
        return result
    }

    /// Apple's codes of formats, by libavcodec's names. *Source*: Apple, CoreAudioBaseTypes.h.
    private static let formats = [
        "aac": "aac ", "mp3": ".mp3", "alac": "alac", "flac": "flac", "opus": "opus", "ac3": "ac-3",
    ]

    /// The number of a code of four letters.
    private static func code(_ letters: String) -> UInt32 { letters.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
}

/// The key of a format in a sound's settings: a code of four letters as a `UInt32`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The key of the frames a second in a sound's settings: a `Double`.
public let AVSampleRateKey = "AVSampleRateKey"
/// The key of the number of channels in a sound's settings: an `Int`.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The key of the bits a second in the settings of a sound whose file states them: an `Int`.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The key of the bits of a sample in the settings of a sound without compression: an `Int`.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// The key of whether the samples of a sound without compression are big-endian: a `Bool`.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// The key of whether the samples of a sound without compression are floating-point numbers: a `Bool`.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
