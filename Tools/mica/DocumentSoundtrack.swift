import MicaCommandLine
import MicaDocuments
import MicaFilm
import MicaResources
import MicaVideo

/// The sounds of documents, such as those of Lottie's audio layers, for a film. The documents hold the files.
struct DocumentSoundtrack {
    private let sounds: [DocumentSound]
    private let times: (Double) -> Double

    /// - Parameter times: the output time of a document's; sounds keep their speed.
    init(_ documents: [Document], times: @escaping (Double) -> Double = { $0 }) {
        (sounds, self.times) = (documents.flatMap(\.sounds), times)
    }

    /// The sounds between two times as packets for a file with an ending; nothing for files without sound.
    ///
    /// - Parameter tell: reports a sound that cannot be decoded, which is left out.
    func packets(from start: Double, to end: Double, ending: String, tell: (String) -> Void) throws
        -> [any PacketSource]
    {
        guard !sounds.isEmpty, end > start, let codec = Self.codec(ending) else { return [] }
        var tracks: [[SoundClip]] = []
        for sound in sounds {
            let clip = sound.clip.moved(times)
            do throws(FilmError) {
                _ = try SoundReader(clip)
                tracks.append([clip])
            } catch {
                tell("the sound of layer \"\(sound.name)\" is left out: \(error.kind.rawValue): \(error.reason)")
            }
        }
        guard !tracks.isEmpty else { return [] }
        do throws(FilmError) {
            return [try SoundMix(tracks, from: start, to: end, codec: codec)]
        } catch { throw CommandFailure(error.description) }
    }

    /// Whether files with an ending have sound.
    static func holds(_ ending: String) -> Bool { codec(ending) != nil }

    private static func codec(_ ending: String) -> SoundMix.Codec? {
        switch ending {
        case "mp4", "m4v", "mov": .aac
        case "webm": .opus
        default: nil
        }
    }
}
