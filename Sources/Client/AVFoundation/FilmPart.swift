import MicaFilm
import QuartzCore

extension LayerFilm: PlayingFilm {}

/// Starts this module as a part of the program: it plays films and sounds of the program's documents. CMicaSound (part.c) adds
/// the part before main.
@_cdecl("mica_start_films")
func startFilms() {
    LayerFilms.provide { (path, owner, layer) throws(FilmFault) in
        do throws(FilmError) {
            return try LayerFilm(path: path, keeping: owner, in: layer)
        } catch {
            throw FilmFault(
                isOverLimit: error.kind == .overBudget, reason: "\(error.kind.rawValue): \(error.reason)")
        }
    }
    LayerSounds.provide { clips, owner, layer in _ = LayerSound(clips, owner: owner, in: layer) }
}
