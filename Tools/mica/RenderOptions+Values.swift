import Foundation
import Mica
import MicaCommandLine
import MicaDocuments
import QuartzCore

/// The values of `--set`.
extension RenderOptions {
    /// Takes `LAYER.contents=FILE` or `KEYPATH=VALUE`.
    mutating func set(_ text: String, _ arguments: Arguments) throws {
        if let (layer, path) = Self.contents(text) {
            if FilmInput.isFilm(path) { return films.append((layer, path)) }
            if PictureInput.isPicture(path) { return pictures.append((layer, path)) }
        }
        if let value = try Self.slot(text, arguments) { return values.append(value) }
        // A text may have any character; a colour, a number and most files have no "=".
        guard
            let start = text.firstRange(of: /\.(Text|Image|Sound)=/)?.upperBound
                ?? text.lastIndex(of: "=").map(text.index(after:)), start > text.index(after: text.startIndex)
        else {
            throw arguments.wrong(
                "--set is KEYPATH=VALUE, such as '**.Fill 1.Color=#ff0000', 'Title.Text=Hello' or "
                    + "'Portrait.Image=me.png', or LAYER.contents=FILE, not '\(text)'")
        }
        let (path, value) = (String(text[..<text.index(before: start)]), String(text[start...]))
        let made: LottieValue?
        switch path.split(separator: ".").last.map(String.init) {
        case LottieValue.textProperty?: made = LottieValue(keyPath: path, text: value)
        case LottieValue.imageProperty? where FilmInput.isFilm(value):
            made = LottieValue(keyPath: path, film: TemplateClip(value))
        case LottieValue.soundProperty?: made = LottieValue(keyPath: path, sound: TemplateClip(value))
        case LottieValue.imageProperty?:
            made = LottieValue(keyPath: path, image: CGImage(bitmap: try PictureInput.still(value)))
        case "contents"?:
            let endings = (FilmInput.endings + PictureInput.endings).joined(separator: ", ")
            throw arguments.wrong(
                "--set \(path): '\(value)' is neither a film nor a picture: its ending is none of \(endings)")
        default:
            guard let numbers = Self.numbers(value) else {
                throw arguments.wrong(
                    "--set \(path): '\(value)' is neither a colour, such as #ff0000 or orange, nor numbers"
                        + didYouMean(value, among: colorNames.keys.sorted()))
            }
            made = LottieValue(keyPath: path, keys: [LottieValue.Key(frame: 0, value: numbers)])
        }
        guard let made else { throw arguments.wrong("--set: '\(path)' is not a key path") }
        values.append(made)
    }

    /// Reads `slot.NAME=VALUE`: a colour, numbers, a picture's file, JSON, or a text; nil for other key paths.
    private static func slot(_ text: String, _ arguments: Arguments) throws -> LottieValue? {
        guard text.hasPrefix("\(LottieValue.slotPrefix)."), let equals = text.firstIndex(of: "=") else { return nil }
        let (path, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
        // A layer may be called "slot", too: its key paths end with a property.
        if path.split(separator: ".").count > 2, text.contains(/\.(Text|Image|Sound|Color|Opacity)=/) { return nil }
        var made: LottieValue?
        if PictureInput.isPicture(value), FileManager.default.fileExists(atPath: value) {
            made = LottieValue(keyPath: path, image: CGImage(bitmap: try PictureInput.still(value)))
        } else if let numbers = numbers(value) {
            made = LottieValue(keyPath: path, keys: [LottieValue.Key(frame: 0, value: numbers)])
        } else {
            made = LottieValue(keyPath: path, text: value)
        }
        guard let made else { throw arguments.wrong("--set: '\(path)' is not a slot") }
        return made
    }

    /// Reads `LAYER.contents=FILE`.
    private static func contents(_ text: String) -> (layer: String, path: String)? {
        guard let equals = text.range(of: ".contents=") else { return nil }
        let (layer, path) = (String(text[..<equals.lowerBound]), String(text[equals.upperBound...]))
        return layer.isEmpty ? nil : (layer, path)
    }

    /// Reads a colour, a number, or numbers with commas between.
    private static func numbers(_ text: String) -> [Double]? {
        if let parts = parseColor(text)?.components, parts.count == 4 { return parts.map { Double($0) } }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.trimmingCharacters(in: .whitespaces))
        }
        return parts.contains(nil) ? nil : parts.compactMap { $0 }
    }
}
