import MicaBase
import MicaCommandLine
import MicaDocuments
import MicaFilm
import MicaVideo

/// The sounds of documents, such as those of Lottie's audio layers, for a film. The documents hold the files.
struct DocumentSoundtrack {
    private let sounds: [DocumentSound]
    private let stretch: TemplateStretch?

    /// - Parameter stretch: How the document gets another length; nil: it has its own.
    init(_ documents: [Document], stretch: TemplateStretch? = nil) {
        (sounds, self.stretch) = (documents.flatMap(\.sounds), stretch)
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
            do throws(FilmError) {
                _ = try SoundReader(sound.clip)
                guard let stretch else {
                    tracks.append([sound.clip])
                    continue
                }
                tracks.append(sound.isOfFilm ? stretch.pieces(of: sound.clip) : [stretch.moved(sound.clip)])
            } catch {
                // A film may have no sound.
                if !sound.isOfFilm {
                    tell("the sound of layer \"\(sound.name)\" is left out: \(error.kind.rawValue): \(error.reason)")
                }
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
