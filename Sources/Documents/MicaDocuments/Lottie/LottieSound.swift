import Foundation
import MicaBase
import QuartzCore

/// The sound of an audio layer.
struct LottieSound: Sendable {
    /// The asset.
    var asset: String
    /// The levels of the left and the right channel, in percent.
    var level: LottieTrack<SIMD3<Double>>
    /// The sound that a program gives in place of the asset's.
    var replacement: TemplateClip?
}

/// A sound that is heard while a document plays.
package struct DocumentSound: Sendable {
    /// The layer's name.
    package var name: String
    /// The part of the file, in the document's time. A copy of a document's own file lasts as long as this value.
    package var clip: SoundClip
    /// Whether it is the sound of a film, which may have none.
    package var isOfFilm = false
    let file: UnnamedFile?
}

/// Collects the sounds of a document.
final class LottieSounds {
    /// The sounds in the order of the layers.
    private(set) var all: [DocumentSound] = []
    /// The document's frames between which the enclosing compositions are heard.
    private var heard: ClosedRange<Double>
    /// The enclosing composition layers, and the audio layers in them that were added: a layer may be drawn several
    /// times, as for its styles, but it is heard once.
    private var place: [String] = []
    private var known: Set<[String]> = []
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
        place.append(layer.path)
        guard time.remap == nil else { return before }
        let from = max(heard.lowerBound, layer.inPoint * time.scale + time.offset)
        heard = from...max(from, min(heard.upperBound, layer.outPoint * time.scale + time.offset))
        return before
    }

    /// Ends a composition.
    func leave(_ before: ClosedRange<Double>) {
        heard = before
        place.removeLast()
    }

    /// Adds the sound of an audio layer.
    func add(
        _ sound: LottieSound, of layer: LottieLayer, _ time: LottieTime, _ composition: LottieComposition,
        _ diagnostics: LottieDiagnostics
    ) {
        guard known.insert(place + [layer.path]).inserted, let part = part(of: layer, time, diagnostics) else { return }
        var file: UnnamedFile?
        if sound.replacement == nil {
            file = self.file(sound.asset, composition, diagnostics)
            guard file != nil else { return }
        }
        let level = time.global(sound.level)
        let frames =
            level.isAnimated
            ? time.sampling.times(from: part.frames.lowerBound, to: part.frames.upperBound, step: 0.5)
            : [part.frames.lowerBound]
        let levels = frames.map { frame in
            let value = level.value(at: frame).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1000))
            return SoundClip.Level(time: time.seconds(frame), left: value.x / 100, right: value.y / 100)
        }
        add(sound.replacement, file, levels, part, layer, time, isOfFilm: false, diagnostics)
    }

    /// Adds the sound of a film that a value shows in an image layer.
    func add(_ clip: TemplateClip, of layer: LottieLayer, _ time: LottieTime, _ diagnostics: LottieDiagnostics) {
        guard clip.volume > 0, known.insert(place + [layer.path]).inserted,
            let part = part(of: layer, time, diagnostics)
        else { return }
        add(clip, nil, [], part, layer, time, isOfFilm: true, diagnostics)
    }

    /// When a layer is heard.
    private struct Part {
        /// The document's frames.
        var frames: Range<Double>
        /// Seconds of the file from its beginning to the first of them, and in a second of the document.
        var origin: Double, speed: Double
    }

    /// When a layer is heard; nil if never, and with a warning if its time is not that of a sound.
    private func part(of layer: LottieLayer, _ time: LottieTime, _ diagnostics: LottieDiagnostics) -> Part? {
        guard time.remap == nil, layer.stretch > 0 else {
            diagnostics.warn("its sound is not played: its time is remapped or runs backwards")
            return nil
        }
        // The file begins at the layer's start.
        let start = layer.startTime * time.scale + time.offset
        let from = max(heard.lowerBound, layer.inPoint * time.scale + time.offset, start)
        let end = min(heard.upperBound, layer.outPoint * time.scale + time.offset)
        guard end > from else { return nil }
        let speed = 1 / (time.scale * layer.stretch)
        guard (1 / 64...64).contains(speed) else {
            diagnostics.warn("its sound is not played at \(speed) times its speed")
            return nil
        }
        return Part(frames: from..<end, origin: (from - start) / time.rate * speed, speed: speed)
    }

    /// Adds a sound: that of a value, or else that of a copy of the document's file.
    private func add(
        _ clip: TemplateClip?, _ file: UnnamedFile?, _ levels: [SoundClip.Level], _ part: Part, _ layer: LottieLayer,
        _ time: LottieTime, isOfFilm: Bool, _ diagnostics: LottieDiagnostics
    ) {
        guard all.count < Self.limit else {
            return diagnostics.warn("its sound is not played: the document has more than \(Self.limit) sounds")
        }
        let span = time.seconds(part.frames.lowerBound)..<time.seconds(part.frames.upperBound)
        all.append(
            DocumentSound(
                name: layer.name,
                clip: SoundClip(
                    path: clip?.file ?? file?.path ?? "", span: span, origin: part.origin + (clip?.start ?? 0),
                    speed: part.speed, levels: clip?.applied(to: levels, in: span) ?? levels),
                isOfFilm: isOfFilm, file: file))
    }

    /// Plays the sounds in the time of the document's layer, where that is in a window.
    func play(in layer: CALayer) {
        guard !all.isEmpty else { return }
        LayerSounds.play(all.map(\.clip), owner: Files(all: all.compactMap(\.file)), in: layer)
    }

    /// Keeps files.
    private final class Files {
        let all: [UnnamedFile]

        init(all: [UnnamedFile]) { self.all = all }
    }

    private func file(_ asset: String, _ composition: LottieComposition, _ diagnostics: LottieDiagnostics)
        -> UnnamedFile?
    {
        guard let found = composition.images[asset] else {
            diagnostics.warn("its sound \"\(asset)\" is missing")
            return nil
        }
        guard let file = images.sound(found) else {
            diagnostics.warn("its sound \"\(found.shownFile.prefix(80))\" cannot be read")
            return nil
        }
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
