import CoreGraphics
import Foundation

/// Reads the value of one column of a row.
struct CellReader {
    /// A field that the value replaces.
    let field: TemplateField
    /// Its name in the row.
    let keyPath: String
    let mapping: TemplateMapping
    /// Whether all values are texts, as in CSV, so that an empty one stands for the template's own.
    let isPlain: Bool

    private func refused(_ reason: String) -> DocumentError { DocumentError(.refused, file: keyPath, reason: reason) }

    /// The value; nil for the template's own: null, or an empty cell of another kind than a text.
    ///
    /// - Parameter pictures: nil: the picture is only looked for, and a transparent one stands for it.
    func value(_ cell: JSONValue, _ pictures: TemplatePictures?) throws(DocumentError) -> TemplateValue? {
        if case .null = cell { return nil }
        if isPlain, field.kind != .text, cell.string?.isEmpty == true { return nil }
        switch field.kind {
        case .text: return try text(cell)
        case .color: return try color(cell)
        case .number, .point: return .numbers(try numbers(cell))
        case .picture: return try picture(cell, pictures)
        case .sound: return .sound(try sound(cell))
        }
    }

    private func text(_ cell: JSONValue) throws(DocumentError) -> TemplateValue {
        let usual = mapping.textFits[keyPath] ?? mapping.textFits[field.keyPath] ?? mapping.textFit
        guard let object = cell.object else {
            guard let text = TemplateRow.text(cell) else { throw refused("the value is a text") }
            return .text(text, fit: usual)
        }
        try check(object, ["text", "fit", "width", "height", "smallest"])
        guard let text = object["text"].flatMap(TemplateRow.text) else { throw refused("\"text\" is missing") }
        var fit = usual
        if let word = object["fit"] {
            fit = TextFit(try rule(word), width: usual?.width, height: usual?.height, smallest: usual?.smallest ?? 0.5)
        }
        for key in ["width", "height", "smallest"] {
            guard let value = object[key] else { continue }
            guard case .number(let number) = value, number > 0, key != "smallest" || number <= 1 else {
                throw refused("\"\(key)\" is a number above 0\(key == "smallest" ? ", up to 1" : "")")
            }
            guard fit != nil else { throw refused("\"\(key)\" is for a text with \"fit\"") }
            switch key {
            case "width": fit?.width = number
            case "height": fit?.height = number
            default: fit?.smallest = number
            }
        }
        return .text(text, fit: fit)
    }

    private func rule(_ value: JSONValue) throws(DocumentError) -> TextFit.Rule {
        guard let word = value.string, let rule = TextFit.Rule(rawValue: word) else {
            throw refused("\"fit\" is one of \(TextFit.Rule.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return rule
    }

    private func check(_ object: JSONObject, _ known: [String]) throws(DocumentError) {
        for (key, _) in object.members where !known.contains(key) {
            throw refused("\"\(key)\" is not known here\(Spelling.hint(key, among: known))")
        }
    }

    private func color(_ cell: JSONValue) throws(DocumentError) -> TemplateValue {
        if let numbers = cell.numbers, cell.elements != nil { return .numbers(numbers) }
        guard let text = cell.string else { throw refused("a colour is a text such as #ff8800, or three numbers") }
        if let color = parseColor(text) { return .color(color) }
        if let numbers = Self.numbers(text), numbers.count > 2 { return .numbers(numbers) }
        throw refused("'\(text.prefix(40))' is not a colour\(Spelling.hint(text, among: colorNames.keys.sorted()))")
    }

    private func numbers(_ cell: JSONValue) throws(DocumentError) -> [Double] {
        if let numbers = cell.numbers { return numbers }
        if let text = cell.string, let numbers = Self.numbers(text) { return numbers }
        let kind = field.kind == .point ? "two numbers, such as [10, 20] or '10,20'" : "a number"
        throw refused("\(TemplateRow.text(cell).map { "'\($0.prefix(40))'" } ?? "the value") is not \(kind)")
    }

    private static func numbers(_ text: String) -> [Double]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.trimmingCharacters(in: .whitespaces))
        }
        return parts.contains { $0?.isFinite != true } ? nil : parts.compactMap { $0 }
    }

    private func picture(_ cell: JSONValue, _ pictures: TemplatePictures?) throws(DocumentError) -> TemplateValue {
        var fit = mapping.pictureFits[keyPath] ?? mapping.pictureFits[field.keyPath] ?? mapping.pictureFit
        var file = cell.string
        if let object = cell.object {
            file = object["file"]?.string
            let isFilm = file.map(FilmLoader.isFilm) == true
            try check(object, ["file", "fit"] + (isFilm ? Self.clipKeys : []))
            if let value = object["fit"] {
                guard let word = value.string, let rule = PictureFit(rawValue: word) else {
                    let words = PictureFit.allCases.map(\.rawValue).joined(separator: ", ")
                    throw refused("\"fit\" is one of \(words)")
                }
                fit = rule
            }
        }
        guard let file, !file.isEmpty else { throw refused("a picture is the path of a file") }
        let path = self.path(file)
        do throws(DocumentError) {
            if FilmLoader.isFilm(file) {
                try TemplateClips.checkFilm(path)
                return .film(try clip(path, cell.object), fit: fit)
            }
            guard let pictures else {
                try TemplatePictures.look(for: path)
                return .picture(TemplatePictures.transparent, fit: fit)
            }
            return .picture(try pictures.image(path, for: field.size, fit), fit: fit)
        } catch { throw refused(error.location == nil ? "\(error.file): \(error.reason)" : error.description) }
    }

    /// The path of a file that the row names.
    private func path(_ file: String) -> String {
        file.hasPrefix("/") || mapping.folder.isEmpty || DataURI.isOne(file) ? file : mapping.folder + "/" + file
    }

    /// The members of a film or a sound that are numbers.
    private static let clipKeys = ["start", "volume", "fadeIn", "fadeOut"]

    private func sound(_ cell: JSONValue) throws(DocumentError) -> TemplateClip {
        var file = cell.string
        if let object = cell.object {
            try check(object, ["file"] + Self.clipKeys)
            file = object["file"]?.string
        }
        guard let file, !file.isEmpty else { throw refused("a sound is the path of a file") }
        let path = path(file)
        do throws(DocumentError) { try TemplateClips.checkSound(path) } catch {
            throw refused("\(error.file): \(error.reason)")
        }
        return try clip(path, cell.object)
    }

    /// A film or a sound with the numbers of an object; volumes are in percent.
    private func clip(_ path: String, _ object: JSONObject?) throws(DocumentError) -> TemplateClip {
        func number(_ key: String, _ most: Double) throws(DocumentError) -> Double? {
            guard let value = object?[key] else { return nil }
            guard case .number(let number) = value, number >= 0, number <= most else {
                throw refused("\"\(key)\" is a number from 0 to \(Int(most))")
            }
            return number
        }
        return TemplateClip(
            path, start: try number("start", 1e6) ?? 0, volume: (try number("volume", 1000) ?? 100) / 100,
            fadeIn: try number("fadeIn", 1e6) ?? 0, fadeOut: try number("fadeOut", 1e6) ?? 0)
    }
}
