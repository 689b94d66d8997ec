import AVFoundation
import Foundation
import MicaCommandLine
import MicaDocuments
import MicaFilm
import MicaSurface
import MicaVideo
import QuartzCore

/// A film that is drawn like a document: a layer that plays it from time 0 on.
struct FilmInput {
    /// The file.
    let path: String
    /// The layer that shows it, in the film's size.
    let layer: AVPlayerLayer
    /// The film's length, in seconds.
    let duration: Double
    /// Frames a second.
    let framesPerSecond: Double
    private let player: AVPlayer
    private let asset: AVURLAsset

    /// Whether a file is taken for a film, by its ending.
    static func isFilm(_ path: String) -> Bool { endings.contains(pathExtension(path)) }

    /// The endings of films.
    static let endings = ["mp4", "m4v", "mov", "webm", "mkv", "ogv", "avi", "ts"]

    /// Opens a film.
    ///
    /// - Throws: `CommandFailure` when it cannot be read.
    init(_ path: String) throws {
        self.path = path
        asset = AVURLAsset(url: URL(fileURLWithPath: path))
        do { try asset.loadAll() } catch { throw CommandFailure(error.localizedDescription) }
        guard let track = asset.tracks(withMediaType: .video).first, track.isPlayable else {
            throw CommandFailure("\(path): there is no video in the file that can be decoded")
        }
        player = AVPlayer(playerItem: AVPlayerItem(asset: asset))
        layer = AVPlayerLayer(player: player)
        layer.bounds.size = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform).size
        duration = asset.duration.seconds
        framesPerSecond = Double(track.nominalFrameRate)
        player.play()
    }

    /// The film's sound between two times, to be copied into a file with an ending; sound that cannot be copied is
    /// reported.
    func sound(from start: Double, to end: Double, ending: String, tell: (String) -> Void) throws -> [any PacketSource]
    {
        guard end > start, ["mp4", "m4v", "mov", "webm"].contains(ending) else { return [] }
        var result: [any PacketSource] = []
        for track in (try? filmTracks(path: path)) ?? [] where track.kind == .audio {
            if ending == "webm", track.codecName != "opus", track.codecName != "vorbis" {
                tell("\(path): its sound is not copied: .webm does not take \(track.codecName)")
                continue
            }
            let part = SoundPart(path: path, track: track.index, range: start..<end, target: 0)
            do throws(FilmError) {
                if let source = try SoundSource([part]) { result.append(source) }
            } catch { throw CommandFailure(error.description) }
        }
        return result
    }

    /// Why the film is not whole; nil for a whole film.
    var damage: String? {
        asset.isCutShort
            ? "\(path): error: the file is cut short: only its first \(String(format: "%g", duration)) s are there"
            : nil
    }

    /// Makes a layer show the film as its contents too.
    func show(in layer: CALayer) { player.addOutput(layer) }
}
