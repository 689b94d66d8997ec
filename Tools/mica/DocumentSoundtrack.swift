import MicaCommandLine
import MicaDocuments
import MicaFilm
import MicaVideo

/// The sounds of documents, such as those of Lottie's audio layers, for a film. The documents hold the files.
struct DocumentSoundtrack {
    private let sounds: [DocumentSound]

    init(_ documents: [Document]) { sounds = documents.flatMap(\.sounds) }

    /// The sounds between two times as packets for a file with an ending; nothing for files without sound.
    ///
    /// - Parameter tell: reports a sound that cannot be decoded, which is left out.
    func packets(from start: Double, to end: Double, ending: String, tell: (String) -> Void) throws
        -> [any PacketSource]
    {
        guard !sounds.isEmpty, end > start, let codec = Self.codec(ending) else { return [] }
        var voices: [SoundVoice] = []
        for sound in sounds {
            let voice = Self.voice(sound)
            do throws(FilmError) {
                _ = try SoundMixdown([voice], from: start, to: start)
                voices.append(voice)
            } catch {
                tell("the sound of layer \"\(sound.name)\" is left out: \(error.kind.rawValue): \(error.reason)")
            }
        }
        guard !voices.isEmpty else { return [] }
        do throws(FilmError) {
            return [try SoundMix(voices, from: start, to: end, codec: codec)]
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

    private static func voice(_ sound: DocumentSound) -> SoundVoice {
        SoundVoice(
            path: sound.path, span: sound.span, origin: sound.origin, speed: sound.speed,
            levels: sound.levels.map {
                SoundVoice.Level(time: $0.time, left: Float($0.left), right: Float($0.right))
            })
    }
}
