import MicaBase
import MicaFilm
import QuartzCore

extension LayerFilm: PlayingFilm {}

/// Starts this module as a part of the program: it plays films and sounds of the program's documents. CMicaSound (part.c) adds
/// the part before main.
@_cdecl("mica_start_films")
func startFilms() {
    @Sendable func fault(_ error: FilmError) -> FilmFault {
        FilmFault(isOverLimit: error.kind == .overBudget, reason: "\(error.kind.rawValue): \(error.reason)")
    }
    LayerFilms.provide { (path, owner, layer) throws(FilmFault) in
        do throws(FilmError) {
            return try LayerFilm(path: path, keeping: owner, in: layer)
        } catch { throw fault(error) }
    } check: { (path) throws(FilmFault) in
        do throws(FilmError) { _ = try Film(path: path) } catch { throw fault(error) }
    }
    LayerSounds.provide { clips, owner, layer in
        _ = LayerSound(clips, owner: owner, in: layer)
    } check: { (path) throws(FilmFault) in
        do throws(FilmError) { _ = try SoundReader(SoundClip(path: path, span: 0..<1)) } catch { throw fault(error) }
    }
}
