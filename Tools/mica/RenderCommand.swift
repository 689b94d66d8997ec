import Foundation
import Mica
import MicaCodecs
import MicaCommandLine
import MicaDocuments
import MicaImageFiles
import MicaSurface
import MicaText
import MicaVideo
import QuartzCore

/// `mica render`: documents into a picture, a series of pictures, an animation or a video.
enum RenderCommand {
    static func run(_ list: [String]) throws {
        LayerRenderer.makeTimeVirtual()
        guard let options = try RenderOptions.parse(list) else { return Console.print(Help.render) }
        var isWhole = true
        for job in try options.jobs() {
            do {
                if try !draw(job) { isWhole = false }
            } catch let error as UsageError {
                throw error
            } catch  where options.isEach {
                // The others are drawn all the same.
                Console.error("mica: \(error)")
                isWhole = false
            }
        }
        if reportMissingParts() || !isWhole { Console.end(ExitCode.failure) }
    }

    /// Draws the inputs, one over another, into all outputs.
    ///
    /// - Returns: false if a part of a document could not be read.
    private static func draw(_ job: RenderOptions) throws -> Bool {
        if job.stateMachine != nil { return try StateMachineRender(job).draw() }
        var options = job
        if options.skipsExisting, try leaveExisting(&options) { return true }
        // An impossible output is reported before anything is read.
        for output in options.forEachOutput where output.ending != "txt" { _ = try makeSink(output, copying: []) }
        let (inputs, isWhole) = try load(options)
        let (documents, films) = (inputs.compactMap(\.document), inputs.compactMap(\.film))
        try checkValues(documents, options)
        if options.isStrict, let strict = inputs.firstIndex(where: { $0.document?.isComplete == false }) {
            throw CommandFailure("\(options.inputs[strict]): not drawn, as --strict refuses a document with warnings")
        }
        let contents = try showFilms(options.films, in: inputs)
        let areContentsWhole = contents.filter(report).isEmpty
        try showPictures(options.pictures, in: inputs)
        options.adoptTimes(of: inputs, contents)
        try options.checkOwnDuration()
        let renderer = try makeRenderer(inputs, options)
        defer { withExtendedLifetime((films, contents, documents)) {} }
        for output in options.forEachOutput {
            if !output.quiet { for note in output.notes() { Console.error("mica: note: \(note)") } }
            if output.ending == "txt" {
                try writeText(renderer, output)
            } else {
                let sound = try sound(of: films, documents, output)
                try write(renderer, output, into: makeSink(output, copying: sound))
            }
        }
        return isWhole && areContentsWhole
    }

    /// Leaves out the outputs that are there already, all of whose files for a series.
    ///
    /// - Returns: whether none is left.
    private static func leaveExisting(_ options: inout RenderOptions) throws -> Bool {
        let files = FileManager.default
        options.outputs.removeAll { output in
            guard FrameNamePattern(output) == nil, output != "-", files.fileExists(atPath: output) else { return false }
            if !options.quiet { Console.error("mica: note: \(output) is there, and left as it is") }
            return true
        }
        guard let first = options.outputs.first else { return true }
        options.output = first
        return false
    }

    /// Reads the inputs, and reports their warnings and errors.
    private static func load(_ options: RenderOptions) throws -> (inputs: [RenderInput], isWhole: Bool) {
        var isWhole = true
        let inputs: [RenderInput] = try options.inputs.map { path in
            if FilmInput.isFilm(path) {
                let film = try FilmInput(path)
                if report(film) { isWhole = false }
                return .film(film)
            }
            if PictureInput.isPicture(path) { return .picture(try PictureInput(path)) }
            let document = try load(path, options)
            if !options.quiet {
                for warning in document.warnings { Console.error("mica: " + Diagnostics.line(warning, input: path)) }
                for line in unusedOptions(document, options) { Console.error("mica: \(path): warning: \(line)") }
            }
            for error in document.errors {
                Console.error("mica: " + Diagnostics.line(error, input: path))
                isWhole = false
            }
            return .document(document)
        }
        return (inputs, isWhole)
    }

    /// Reports a film that is not whole.
    ///
    /// - Returns: whether it is not.
    private static func report(_ film: FilmInput) -> Bool {
        guard let damage = film.damage else { return false }
        Console.error("mica: \(damage)")
        return true
    }

    /// Loads the document of a path, as the options say.
    static func load(_ path: String, _ options: RenderOptions) throws -> Document {
        do throws(DocumentError) {
            return try Document.load(
                input: path, options.selection, appearance: options.appearance, values: options.values,
                limits: options.isLarge ? .large : .standard, player: options.player)
        } catch {
            var line = Diagnostics.line(error, input: path)
            if error.kind == .unknownDocument, InstrumentInput.isCapture(path) {
                line += "; it is a capture, which 'mica replay' draws"
            } else if error.kind == .unknownDocument, pathExtension(path) != "", !isFolder(path) {
                line +=
                    "; films and pictures are inputs too: "
                    + (FilmInput.endings + PictureInput.endings).joined(separator: ", ")
            }
            throw CommandFailure(line)
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Refuses a value of `--set` that no document has.
    private static func checkValues(_ documents: [Document], _ options: RenderOptions) throws {
        guard let first = documents.first,
            let unknown = first.unusedValues.first(where: { name in
                documents.allSatisfy { $0.unusedValues.contains(name) || !$0.isMovie }
            })
        else { return }
        let hint = documents.lazy.map { $0.nearestValue(to: unknown) }.first { !$0.isEmpty } ?? ""
        throw CommandFailure(
            "\(options.inputs[0]): --set: no value is called '\(unknown)'\(hint.isEmpty ? ";" : hint) "
                + "'mica inspect --paths \(options.inputs[0])' lists the names")
    }

    /// Options for things that a document does not have.
    private static func unusedOptions(_ document: Document, _ options: RenderOptions) -> [String] {
        var lines: [String] = []
        if let appearance = options.appearance, !document.appearances.contains(appearance) {
            lines.append("--appearance \(appearance): the document has one appearance only")
        }
        return lines
    }

    private static func write(_ renderer: LayerRenderer, _ options: RenderOptions, into sink: any FrameSink) throws {
        if let time = options.time {
            try writeStill(renderer, at: time, into: sink)
        } else {
            try writeFrames(renderer, options, into: sink)
        }
        if !options.quiet {
            for note in sink.notes { Console.error("mica: note: \(note)") }
            let count = options.frameRange.count
            let frames = count == 1 ? "" : ", \(count) frames"
            // Some videos have even sizes only: a note says so.
            let unit = sink.notes.isEmpty || !RenderOptions.videoEndings.contains(options.ending) ? 1 : 2
            let (width, height) = (renderer.pixelWidth, renderer.pixelHeight)
            report("\(options.output): \(width + width % unit) x \(height + height % unit) pixels\(frames)", options)
        }
    }

    /// Reports a file that was written; not on standard output if the picture goes there.
    private static func report(_ line: String, _ options: RenderOptions) {
        if options.isToStandardOutput { Console.error(line) } else { Console.print(line) }
    }

    /// The sink for the output: a video's or an image's.
    static func makeSink(_ options: RenderOptions, copying sound: [any PacketSource]) throws -> any FrameSink {
        let path = options.outputPath
        let threads = options.threads ?? ProcessInfo.processInfo.activeProcessorCount
        var video = VideoSettings(
            quality: options.quality ?? VideoSettings.standard.quality,
            threads: options.threads ?? VideoSettings.standard.threads)
        (video.codec, video.preset, video.rateFactor) = (options.codec, options.preset ?? .good, options.rateFactor)
        let images = ImageSettings(
            level: options.compression ?? PNGEncoder.standardLevel,
            quality: options.quality ?? ImageSettings.standard.quality, loopCount: options.loopCount, threads: threads)
        return try OutputFile(
            name: options.output, path: path, ending: options.ending, isAnimation: options.isAnimation,
            keepsAlpha: options.background == nil, isPart: options.frames != nil
        ).makeSink(video: video, images: images, command: "render", copying: sound)
    }

    /// The sound to write: that of the first film that has any, else the sounds of documents.
    ///
    /// - Parameter stretch: how a document gets another length; nil: it has its own.
    static func sound(
        of films: [FilmInput], _ documents: [Document], _ options: RenderOptions, stretch: TemplateStretch? = nil
    ) throws -> [any PacketSource] {
        guard options.isAnimation else { return [] }
        guard options.frames == nil else {
            if !films.isEmpty, !options.quiet {
                Console.error(
                    "mica: note: \(options.output) is a part, without sound: 'mica join --sound FILE' adds it")
            }
            return []
        }
        let (range, rate) = (options.frameRange, options.frameRate)
        for film in films {
            let sound = try film.sound(
                from: rate.time(ofFrame: range.lowerBound), to: rate.time(ofFrame: range.upperBound),
                ending: options.ending
            ) { if !options.quiet { Console.error("mica: note: \($0)") } }
            if !sound.isEmpty { return sound }
        }
        return try DocumentSoundtrack(documents, stretch: stretch).packets(
            from: rate.time(ofFrame: range.lowerBound), to: rate.time(ofFrame: range.upperBound),
            ending: options.ending
        ) { if !options.quiet { Console.error("mica: warning: \($0)") } }
    }

    /// Makes layers of documents show films in place of their contents.
    private static func showFilms(
        _ list: [(layer: String, path: String)], in inputs: [RenderInput]
    ) throws -> [FilmInput] {
        try list.map { name, path in
            let film = try FilmInput(path)
            for layer in try layers(named: name, of: inputs) { film.show(in: layer) }
            return film
        }
    }

    /// Makes layers of documents show pictures in place of their contents.
    private static func showPictures(_ list: [(layer: String, path: String)], in inputs: [RenderInput]) throws {
        for (name, path) in list {
            let picture = try PictureInput(path)
            for layer in try layers(named: name, of: inputs) { picture.show(in: layer) }
        }
    }

    /// The layers of documents with a name.
    ///
    /// - Throws: if there is none.
    private static func layers(named name: String, of inputs: [RenderInput]) throws -> [CALayer] {
        var (rest, found) = (inputs.compactMap { $0.document?.rootLayer }, [CALayer]())
        while let layer = rest.popLast() {
            if layer.name == name { found.append(layer) }
            rest += layer.sublayers ?? []
        }
        guard !found.isEmpty else {
            throw UsageError("--set: no layer of the documents is called '\(name)'", command: "render")
        }
        return found
    }

    /// A renderer of documents, one over another, with the state and the transition of the options.
    static func makeRenderer(_ documents: [Document], _ options: RenderOptions) throws -> LayerRenderer {
        try makeRenderer(documents.map { .document($0) }, options)
    }

    /// A renderer of documents, films and pictures, one over another, with the state and the transition of the options.
    static func makeRenderer(_ inputs: [RenderInput], _ options: RenderOptions) throws -> LayerRenderer {
        let documents = inputs.compactMap(\.document)
        let root: CALayer
        if inputs.count == 1 {
            // Parts of one shape keep it; parts of several shapes fill the view, each by itself.
            if let size = options.viewSize(of: inputs[0].size), let document = documents.first,
                document.hasPartsOfDifferentShapes
            {
                document.fill(size)
            }
            root = inputs[0].layer
        } else {
            root = CALayer()
            root.bounds.size = CGSize(
                width: inputs.map { $0.size.width }.max() ?? 0, height: inputs.map { $0.size.height }.max() ?? 0)
            for input in inputs {
                input.layer.position = CGPoint(x: root.bounds.midX, y: root.bounds.midY)
                root.addSublayer(input.layer)
            }
        }
        if let state = options.transition?.from ?? options.state { try apply(state, to: documents) }
        let size = options.viewSize(of: root.bounds.size) ?? root.bounds.size
        let (width, height) = LayerRenderer.pixelSize(of: size, scale: CGFloat(options.scale))
        guard options.size != nil || width > 0 && height > 0 else {
            throw CommandFailure("\(options.inputs[0]): the document has no size of its own: give one with --size")
        }
        guard width > 0, height > 0, width * height <= Double(1 << 28) else {
            throw UsageError(
                "\(options.inputs[0]): the picture would have \(Int(width)) x \(Int(height)) pixels; a picture has 1 to 2^28 of them: "
                    + "give another --size or --scale", command: "render")
        }
        let renderer = LayerRenderer(layer: root, size: size, scale: CGFloat(options.scale), threads: options.threads)
        renderer.background = options.background
        renderer.backend = options.backend
        renderer.drawsAsContext = options.asContext
        if !options.debug.isEmpty { renderer.debugOptions = options.debug }
        if let transition = options.transition {
            guard documents.contains(where: { $0.states.contains(transition.to) }) else {
                throw unknownState(transition.to, documents)
            }
            renderer.schedule(at: transition.time) {
                for document in documents { document.transition(from: transition.from, to: transition.to) }
            }
        }
        return renderer
    }

    private static func apply(_ state: String, to documents: [Document]) throws {
        var found = false
        for document in documents where document.apply(state: state) { found = true }
        guard found else { throw unknownState(state, documents) }
    }

    private static func unknownState(_ name: String, _ documents: [Document]) -> UsageError {
        var names: [String] = []
        for name in documents.flatMap({ $0.states }) where !names.contains(name) { names.append(name) }
        guard !names.isEmpty else {
            return UsageError("no document has a state '\(name)'; there are none", command: "render")
        }
        let known = names.count > 4 ? "\n  " + names.joined(separator: "\n  ") : " " + names.joined(separator: ", ")
        let nearest = didYouMean(name, among: names)
        return UsageError("no document has a state '\(name)'\(nearest)\nThere are:\(known)", command: "render")
    }

    /// Writes the ops that would be drawn, in words, for looking into a frame.
    private static func writeText(_ renderer: LayerRenderer, _ options: RenderOptions) throws {
        let time = options.time ?? options.frameRate.time(ofFrame: options.frameRange.lowerBound)
        renderer.jump(to: time)
        try AtomicFile.write(Array(renderer.frame(at: time).description.utf8), to: options.outputPath)
        if !options.quiet { report(options.output, options) }
    }

    private static func writeStill(_ renderer: LayerRenderer, at time: Double, into sink: any FrameSink) throws {
        renderer.jump(to: time)
        let bitmap = renderer.bitmap(at: time)
        try checkTree(of: renderer)
        try sink.begin(FrameStream(width: renderer.pixelWidth, height: renderer.pixelHeight, rate: FrameRate(1)))
        try sink.append(bitmap, at: 0)
        try sink.finish()
    }

    /// Throws where the document makes a tree that is not drawn, so that no empty picture is taken for its own.
    static func checkTree(of renderer: LayerRenderer) throws {
        guard let refusal = renderer.refusal else { return }
        throw CommandFailure("nothing is drawn, because the document makes a layer tree that is not valid: \(refusal)")
    }

    private static func writeFrames(_ renderer: LayerRenderer, _ options: RenderOptions, into sink: any FrameSink)
        throws
    {
        let (frames, rate) = (options.frameRange, options.frameRate)
        if options.isTooFastForGIF, frames.count > 1, !options.quiet {
            Console.error(
                "mica: note: 50 frames a second instead of the document's own, the most that viewers of GIF play")
        }
        var bar = ProgressBar(label: options.output, total: frames.count, quiet: options.quiet)
        defer { bar.clear() }
        renderer.jump(to: rate.time(ofFrame: frames.lowerBound))
        try checkTree(of: renderer)
        try renderer.render(frames: frames, rate: rate, into: sink) { index in
            bar.show(index - frames.lowerBound + 1)
            return true
        }
    }
}
