import QuartzCore

/// A Lottie document that was read. Its layers are made as often as it is drawn, each time with other values.
struct LottieSource: Sendable {
    /// The document's layers.
    let composition: LottieComposition
    /// The file, for messages.
    let file: String
    private let bytes: [UInt8]
    /// The warnings and features of reading it.
    private let record: LottieDiagnostics.Record
    /// The budget that reading left, and whether it was enough.
    private let work: LottieWork, isCoarse: Bool
    private let player: LottiePlayer
    /// What the archive says of the document, and the slots.
    private let part: LottiePart, slots: [DocumentMovie.Slot]
    /// The replacements that are no slots', and whether any was given.
    private let values: [LottieValue], hasValues: Bool

    /// Reads a document's text, puts in the values of slots, and runs its expressions.
    ///
    /// *Throws*: `.malformed`, `.refused` or `.unknownDocument` with the reason.
    init(
        _ bytes: [UInt8], file: String, images: LottieImages, values: [LottieValue] = [],
        work: LottieWork = LottieWork(), limits: SourceLimits = .standard, player: LottiePlayer = .specification,
        part: LottiePart = LottiePart(), fonts: LottieFontStore? = nil
    ) throws(DocumentError) {
        let plain = Gzip.isOne(bytes) ? try Gzip.inflated(bytes, file: file, limit: limits.text) : bytes
        let bytes = DocumentText.transcoded(plain) ?? plain
        let written = try JSONParser.parse(bytes, file: file, limits: limits.json)
        var work = work
        if limits.layers > SourceLimits.standard.layers {
            work.layers = max(work.layers, limits.layers)
            work.copies = max(work.copies, limits.layers)
        }
        let diagnostics = LottieDiagnostics(file: file, bytes: bytes)
        let (parsed, slots, rest) = try part.inserted(
            in: written, values, images, mayHaveSlots: LottieSlots.isLikely(bytes), diagnostics)
        (self.part, self.slots, self.values, hasValues) = (part, slots, rest, !values.isEmpty)
        let sampling = LottieSampling(limit: work.samples, vertices: work.sampledVertices)
        let value =
            player == .specification && (LottieExpressions.isLikely(bytes) || part.hasExpressions)
            ? LottieExpressions.applied(to: parsed, diagnostics: diagnostics, work: work, player: player, fonts: fonts)
            : parsed
        var composition = try LottieReader(diagnostics, sampling: sampling, player: player).read(value)
        composition.fontFiles = fonts?.fonts(of: composition.allFonts, named: composition.textFonts, diagnostics)
        self.composition = composition
        (work.samples, work.sampledVertices) = (sampling.remaining, sampling.vertices)
        isCoarse = sampling.isCoarse
        record = diagnostics.record
        (self.file, self.bytes, self.work, self.player) = (file, bytes, work, player)
    }

    /// The replacements that the source was read with.
    func overrides(listsValues: Bool) -> LottieOverrides {
        LottieOverrides(values: values, listsValues: listsValues, isActive: hasValues)
    }

    /// The document with replaced values, in layers of its own.
    ///
    /// *Throws*: `.refused` when it makes too many layers, or a text does not fit as it has to.
    func document(_ overrides: LottieOverrides, images: LottieImages) throws(DocumentError) -> LottieDocument {
        let diagnostics = LottieDiagnostics(record, file: file, bytes: bytes)
        let sampling = LottieSampling(limit: work.samples, vertices: work.sampledVertices)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        let builder = LottieBuilder(
            composition, images: images, diagnostics: diagnostics, sampling: sampling, overrides: overrides, work: work,
            player: player)
        let root = try builder.build()
        root.backgroundColor = part.backgroundColor
        if isCoarse || sampling.isCoarse {
            diagnostics.warn(
                "outlines that are trimmed or combined over time have too many points: they change in larger steps")
        }
        builder.sounds.play(in: root)
        return LottieDocument(
            root, timeline: movie(diagnostics.features), part.warnings + diagnostics.warnings, overrides,
            sounds: builder.sounds.all, archive: part.archive)
    }

    /// The timeline and statistics.
    private func movie(_ features: [String: Int]) -> DocumentMovie {
        let rate = composition.rate
        return DocumentMovie(
            duration: (composition.end - composition.start) / rate, frameRate: rate,
            frames: composition.start..<composition.end, version: composition.version,
            layerCount: composition.layers.count + composition.precomps.values.reduce(0) { $0 + $1.count },
            features: features,
            markers: composition.markers.map { marker in
                DocumentMovie.Marker(
                    name: marker.name, time: (marker.time - composition.start) / rate, duration: marker.duration / rate)
            },
            slots: slots)
    }
}
