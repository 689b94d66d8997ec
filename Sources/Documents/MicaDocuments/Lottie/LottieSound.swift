import Foundation
import QuartzCore

/// The sound of an audio layer.
struct LottieSound: Sendable {
    /// The asset.
    var asset: String
    /// The levels of the left and the right channel, in percent.
    var level: LottieTrack<SIMD3<Double>>
}

/// A sound that is heard while a document plays.
package struct DocumentSound: Sendable {
    /// The loudness of both channels at a time, 1 for the file's own; it is linear between times.
    package struct Level: Sendable, Equatable {
        /// In seconds of the document.
        package var time: Double
        /// The level of the left channel, 1 as it is.
        package var left: Double
        /// The level of the right channel, 1 as it is.
        package var right: Double

        package init(time: Double, left: Double, right: Double) {
            (self.time, self.left, self.right) = (time, left, right)
        }
    }

    /// The layer's name.
    package var name: String
    /// The path of a copy of the file, which lasts as long as this value.
    package var path: String { file.path }
    /// When it is heard, in seconds of the document.
    package var span: Range<Double>
    /// The time in the file at the span's start, in seconds.
    package var origin: Double
    /// Seconds of the file in a second of the document.
    package var speed: Double
    /// At least one, in order of time.
    package var levels: [Level]
    let file: UnnamedFile
}

/// Collects the sounds of a document.
final class LottieSounds {
    /// The sounds in the order of the layers.
    private(set) var all: [DocumentSound] = []
    /// The document's frames between which the enclosing compositions are heard.
    private var heard: ClosedRange<Double>
    /// Whether sounds are left out, as those of compositions that are made a second time.
    var isPaused = false
    /// The copies of files, by their assets; nil for those that cannot be read.
    private var files: [String: UnnamedFile?] = [:]
    private let images: LottieImages
    /// The most sounds of a document.
    private static let limit = 128

    /// - Parameter images: loads the files of assets.
    init(_ images: LottieImages, _ composition: LottieComposition) {
        self.images = images
        heard = composition.start...max(composition.start, composition.end)
    }

    /// Begins a composition that a layer shows. The result is for `leave`.
    func enter(_ layer: LottieLayer, _ time: LottieTime) -> ClosedRange<Double> {
        let before = heard
        guard time.remap == nil else { return before }
        let from = max(heard.lowerBound, layer.inPoint * time.scale + time.offset)
        heard = from...max(from, min(heard.upperBound, layer.outPoint * time.scale + time.offset))
        return before
    }

    /// Ends a composition.
    func leave(_ before: ClosedRange<Double>) { heard = before }

    /// Adds the sound of a layer.
    func add(
        _ sound: LottieSound, of layer: LottieLayer, _ time: LottieTime, _ composition: LottieComposition,
        _ diagnostics: LottieDiagnostics
    ) {
        guard !isPaused else { return }
        guard time.remap == nil, layer.stretch > 0 else {
            return diagnostics.warn("its sound is not played: its time is remapped or runs backwards")
        }
        // The file begins at the layer's start.
        let start = layer.startTime * time.scale + time.offset
        let from = max(heard.lowerBound, layer.inPoint * time.scale + time.offset, start)
        let end = min(heard.upperBound, layer.outPoint * time.scale + time.offset)
        guard end > from, let file = file(sound.asset, composition, diagnostics) else { return }
        guard all.count < Self.limit else {
            return diagnostics.warn("its sound is not played: the document has more than \(Self.limit) sounds")
        }
        let speed = 1 / (time.scale * layer.stretch)
        guard (1 / 64...64).contains(speed) else {
            return diagnostics.warn("its sound is not played at \(speed) times its speed")
        }
        let level = time.global(sound.level)
        let frames = level.isAnimated ? time.sampling.times(from: from, to: end, step: 0.5) : [from]
        all.append(
            DocumentSound(
                name: layer.name, span: time.seconds(from)..<time.seconds(end),
                origin: (from - start) / time.rate * speed, speed: speed,
                levels: frames.map { frame in
                    let value = level.value(at: frame).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1000))
                    return DocumentSound.Level(
                        time: time.seconds(frame), left: value.x / 100, right: value.y / 100)
                }, file: file))
    }

    /// Plays the sounds in the time of the document's layer, where that is in a window.
    func play(in layer: CALayer) {
        guard !all.isEmpty else { return }
        let parts = all.map { sound in
            LayerSoundPart(
                path: sound.path, span: sound.span, origin: sound.origin, speed: sound.speed,
                levels: sound.levels.map { LayerSoundPart.Level(time: $0.time, left: $0.left, right: $0.right) })
        }
        LayerSounds.play(parts, owner: Files(all: all.map(\.file)), in: layer)
    }

    /// Keeps files.
    private final class Files {
        let all: [UnnamedFile]

        init(all: [UnnamedFile]) { self.all = all }
    }

    private func file(_ asset: String, _ composition: LottieComposition, _ diagnostics: LottieDiagnostics)
        -> UnnamedFile?
    {
        if let known = files[asset] {
            if known == nil { diagnostics.warn("its sound \"\(asset)\" cannot be read") }
            return known
        }
        guard let found = composition.images[asset] else {
            diagnostics.warn("its sound \"\(asset)\" is missing")
            return nil
        }
        let file = images.bytes(found).flatMap { UnnamedFile($0) }
        if file == nil {
            let name = DataURI.isOne(found.file) ? "embedded" : String(found.file.prefix(80))
            diagnostics.warn("its sound \"\(name)\" cannot be read")
        }
        files[asset] = .some(file)
        return file
    }
}

extension LottieReader {
    /// Reads the sound of an audio layer.
    ///
    /// Levels are in percent, for the left and the right channel.
    ///
    /// *Source*: LottieFiles/lottie-docs, "Audio Layer"; LottieFiles/dotlottie-rs, happy_birthday_audio.lottie, which
    /// has 100 for both.
    func sound(_ object: JSONObject) throws(DocumentError) -> LottieLayer.Content {
        diagnostics.use("audio layer")
        guard player != .coreAnimation else {
            diagnostics.warn("sound is not played")
            return .other(6)
        }
        let level = try track(object["au"]?.object?["lv"], SIMD3(repeating: 100)) { value in
            if let numbers = value.numbers, numbers.count == 1 { return SIMD3(repeating: Self.bounded(numbers[0])) }
            return Self.vector(value)
        }
        return .sound(LottieSound(asset: object["refId"]?.string ?? "", level: level))
    }
}

extension LottieBuilder {
    /// Adds the sounds of a composition's audio layers.
    func hear(_ scene: LottieScene) {
        for layer in scene.layers where !layer.isHidden {
            guard case .sound(let sound) = layer.content else { continue }
            diagnostics.enter(layer)
            sounds.add(sound, of: layer, scene.animator.time, composition, diagnostics)
        }
    }
}
