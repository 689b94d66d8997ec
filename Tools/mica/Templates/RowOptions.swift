import CMicaSocket
import Foundation
import MicaCommandLine
import MicaDocuments
import MicaText

/// The options that `mica batch` and `mica worker` have in common.
struct RowOptions: Sendable {
    /// How each row is drawn.
    var render = RenderOptions()
    /// How columns become values.
    var mapping = TemplateMapping()
    /// How many rows are drawn at once.
    var jobs = ProcessInfo.processInfo.activeProcessorCount
    /// Whether fonts that are not installed are replaced by others.
    var substitutesFonts = false
    /// Whether outputs that are there are left.
    var skipsExisting = false
    /// The marker whose part is slower or faster in films of another length; nil: those are cut, or show their last frame.
    var stretched: String?
    /// How that part gets another length.
    var stretchWay = TemplateStretch.Way.speed
    /// The appearance of a wallpaper; nil: the default.
    var appearance: String?
    /// The animation and the theme of a .lottie archive.
    var selection = LottieSelection()
    /// The file for the numbers of the run, in Prometheus' text form.
    var metricsPath: String?

    /// The options' names, but for those of `RenderOptions.sharedNames`.
    static let names = [
        "--help", "--jobs", "--map", "--ignore", "--fit", "--pictures", "--other-fonts", "--skip-existing", "--stretch",
        "--cut", "--metrics", "--appearance", "--theme", "--animation",
    ]

    /// Reads an option.
    ///
    /// - Returns: false if it is none of these.
    mutating func take(_ name: String, _ arguments: inout Arguments) throws -> Bool {
        switch name {
        case "--jobs", "-j": jobs = try arguments.wholeNumber(of: name, in: 1...1024)
        case "--map":
            let text = try arguments.value(of: name)
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw arguments.wrong("--map is COLUMN=KEYPATH, such as 'headline=Title.Text', not '\(text)'")
            }
            mapping.names[String(text[..<equals])] = String(text[text.index(after: equals)...])
        case "--ignore":
            for column in try arguments.value(of: name).split(separator: ",") { mapping.ignored.insert(String(column)) }
        case "--fit": try fit(try arguments.value(of: name), arguments)
        case "--pictures": mapping.folder = try arguments.value(of: name)
        case "--other-fonts": substitutesFonts = true
        case "--skip-existing": skipsExisting = true
        case "--stretch", "--cut":
            guard stretched == nil else { throw arguments.wrong("--stretch and --cut name one marker") }
            stretched = try arguments.value(of: name)
            stretchWay = name == "--cut" ? .cut : .speed
        case "--appearance": appearance = try arguments.value(of: name)
        case "--theme": selection.theme = try arguments.value(of: name)
        case "--animation": selection.animation = try arguments.value(of: name)
        case "--metrics": metricsPath = try arguments.value(of: name)
        default: return try render.take(name, &arguments)
        }
        return true
    }

    /// Reads `RULE`, `KEYPATH=RULE` or `KEYPATH=RULE:WIDTHxHEIGHT`.
    private mutating func fit(_ text: String, _ arguments: Arguments) throws {
        let (path, rule) =
            text.lastIndex(of: "=").map { (String(text[..<$0]), text[text.index(after: $0)...]) } ?? ("", text[...])
        let parts = rule.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 1, let picture = PictureFit(rawValue: parts[0]) {
            if path.isEmpty { mapping.pictureFit = picture } else { mapping.pictureFits[path] = picture }
            return
        }
        guard let way = TextFit.Rule(rawValue: parts[0]) else {
            let words = TextFit.Rule.allCases.map(\.rawValue) + PictureFit.allCases.map(\.rawValue)
            throw arguments.wrong(
                "--fit is RULE or KEYPATH=RULE, RULE one of \(words.joined(separator: ", ")), not '\(text)'"
                    + didYouMean(parts[0], among: words))
        }
        var fit = TextFit(way)
        if parts.count == 2 {
            let room = parts[1].lowercased()
            let size = parseSize(room.contains("x") ? room : room + "x1")
            guard let size else { throw arguments.wrong("--fit: a room is WIDTH or WIDTHxHEIGHT, not '\(parts[1])'") }
            fit.width = Double(size.width)
            if room.contains("x") { fit.height = Double(size.height) }
        }
        if path.isEmpty { mapping.textFit = fit } else { mapping.textFits[path] = fit }
    }

    /// Sets the memory of a process that draws rows.
    static func prepareProcess() {
        // Texts of rows are all different. Those that are kept would be most of the process's memory.
        FontLibrary.shared.keepTexts(bytes: 1 << 20)
        // Pictures of rows are as large as each other: their memory is used again, not given back to the system, which takes
        // a quarter of the time of a card.
        mica_keep_memory()
    }

    /// Reads a template, and checks the names that options give.
    ///
    /// - Throws: `CommandFailure` with the reason.
    func template(_ path: String) throws -> DocumentTemplate {
        do {
            let template = try DocumentTemplate(
                input: path, limits: render.isLarge ? .large : .standard, player: render.player,
                substitutesFonts: substitutesFonts, selection: selection, appearance: appearance)
            let names = Array(mapping.names.values) + mapping.textFits.keys + mapping.pictureFits.keys
            try template.check(columns: names.sorted(), TemplateMapping())
            if let stretched, !template.markers.contains(where: { $0.name == stretched }) {
                let known = template.markers.map(\.name)
                throw CommandFailure(
                    "\(path): \(stretchWay == .cut ? "--cut" : "--stretch"): no marker with a duration is called "
                        + "'\(stretched)'"
                        + didYouMean(stretched, among: known))
            }
            return template
        } catch let error as DocumentError { throw CommandFailure(Diagnostics.line(error, input: path)) }
    }

    /// How a template's film gets a row's length; nil if it is not stretched.
    ///
    /// - Throws: `CommandFailure` if the film is shorter than what is left without the marker's part.
    func stretch(_ template: DocumentTemplate, to duration: Double) throws -> TemplateStretch? {
        guard let stretched, let part = template.markers.first(where: { $0.name == stretched })?.part else {
            return nil
        }
        let stretch = TemplateStretch(
            part, of: template.duration, to: duration, by: stretchWay, frame: 1 / template.framesPerSecond)
        guard let stretch else {
            let least = template.duration - (part.upperBound - part.lowerBound)
            throw CommandFailure(
                "duration: it is \(String(format: "%g", duration)) s, and must be more than \(String(format: "%g", least)) s, "
                    + "the length of the template without the section '\(stretched)'")
        }
        return stretch
    }
}
