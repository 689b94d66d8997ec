import MicaBase
import QuartzCore

/// The films that a document names as contents of layers.
///
/// Each film is copied to an unnamed file: libav reads files, and the document's own file may be in an archive, or
/// may be replaced while the film plays.
final class FilmLoader {
    /// The playing films, each with its layer.
    private(set) var films: [(layer: ObjectIdentifier, film: any PlayingFilm)] = []
    /// The files, by their paths in the document.
    var files: [String: UnnamedFile] = [:]

    /// The most layers of a document with films.
    static let most = 16

    /// Whether a file is treated as a film, by its extension.
    static func isFilm(_ path: String) -> Bool {
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return !path.hasPrefix("data:") && ["mp4", "m4v", "mov", "webm", "mkv", "ogv", "avi", "ts"].contains(ending)
    }

    /// Shows a film in a layer; the film begins at time 0 of the layer.
    ///
    /// *Throws*: `.refused` when there are too many films, `.malformed` when the film cannot be decoded.
    func play(_ path: String, from source: (any DocumentSource)?, in layer: CALayer) throws(DocumentError) {
        stop(layer)
        guard films.count < Self.most else {
            throw DocumentError(.refused, file: path, reason: "more than \(Self.most) layers show films")
        }
        let file: UnnamedFile
        if let known = files[path] {
            file = known
        } else {
            guard let source else {
                throw DocumentError(.unreadable, file: path, reason: "there is no such file in the document")
            }
            guard let made = UnnamedFile(try source.bytes(at: path)) else {
                throw DocumentError(.unreadable, file: path, reason: "there is no room for a copy of the film")
            }
            file = made
            files[path] = made
        }
        do throws(FilmFault) {
            films.append((ObjectIdentifier(layer), try LayerFilms.play(path: file.path, owner: file, in: layer)))
        } catch {
            throw DocumentError(error.isOverLimit ? .refused : .malformed, file: path, reason: error.reason)
        }
    }

    /// Shows a film that no document names in a layer; the film begins at time 0 of the layer.
    ///
    /// *Throws*: as the other.
    func play(file path: String, in layer: CALayer) throws(DocumentError) {
        stop(layer)
        guard films.count < Self.most else {
            throw DocumentError(.refused, file: path, reason: "more than \(Self.most) layers show films")
        }
        do throws(FilmFault) {
            films.append((ObjectIdentifier(layer), try LayerFilms.play(path: path, owner: NoOwner(), in: layer)))
        } catch {
            throw DocumentError(error.isOverLimit ? .refused : .malformed, file: path, reason: error.reason)
        }
    }

    /// The owner of a file that has a name.
    private final class NoOwner {}

    /// Ends the film of a layer.
    func stop(_ layer: CALayer) {
        films.removeAll { entry in
            guard entry.layer == ObjectIdentifier(layer) else { return false }
            entry.film.stop()
            return true
        }
    }
}
