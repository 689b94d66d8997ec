import MicaBase
import QuartzCore
import Synchronization

/// The films and sounds that rows name: each is opened once to check it, for as long as its file stays as it is.
enum TemplateClips {
    /// The files that can be played, each by its kind and path.
    private static let known = Mutex(BudgetedCache<String, FileStamp>(budget: 4096))

    /// Checks that a file is a film that can be decoded.
    ///
    /// *Throws*: `.unreadable` or `.malformed` with the reason.
    static func checkFilm(_ path: String) throws(DocumentError) {
        try check(path, "film") { (path) throws(FilmFault) in try LayerFilms.check(path: path) }
    }

    /// Checks that a file has a sound that can be decoded.
    ///
    /// *Throws*: `.unreadable` or `.malformed` with the reason.
    static func checkSound(_ path: String) throws(DocumentError) {
        try check(path, "sound") { (path) throws(FilmFault) in try LayerSounds.check(path: path) }
    }

    private static func check(
        _ path: String, _ kind: String, _ open: (String) throws(FilmFault) -> Void
    ) throws(DocumentError) {
        let stamp = try FileStamp(path)
        guard stamp.isRegular else { throw DocumentError(.unreadable, file: path, reason: "not a file") }
        let key = "\(kind) \(path)"
        if known.withLock({ $0.value(key) }) == stamp { return }
        do throws(FilmFault) { try open(path) } catch {
            throw DocumentError(error.isOverLimit ? .refused : .malformed, file: path, reason: error.reason)
        }
        known.withLock { $0.insert(stamp, for: key, bytes: 1) }
    }
}
