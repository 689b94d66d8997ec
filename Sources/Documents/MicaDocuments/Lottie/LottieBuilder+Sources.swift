import CoreGraphics
import QuartzCore

/// Moves a layer's pixels by the colours of a map.
struct LottieDisplacement: Sendable {
    /// How a map of another size lies over the layer.
    enum Fit: Int, Sendable {
        case center = 1, stretch, tile
    }

    /// The index of the map's layer.
    var map: Int
    /// The numbers of a map's colours for across and down: 1 red, 2 green, 3 blue, 4 alpha, 5 luminance, 6 hue,
    /// 7 lightness, 8 saturation, 9 full, 10 half, 11 off.
    var channels: [Double]
    /// In points, across and down.
    var amounts: LottieTrack<[Double]>
    var fit = Fit.center
    /// Whether points from beyond the layer's picture come from its opposite side.
    var wraps = false
    /// Whether there are pixels beyond the layer's picture.
    var expands = false
}

/// A layer's pictures at several times in one.
struct LottieEcho: Sendable {
    /// How the pictures are combined, in the order of After Effects' menu.
    enum Operator: Int, Sendable {
        case add = 1, maximum, minimum, screen, inBack, inFront, blend

        /// The compositing filter of an echo over the picture before it; nil for normal.
        var filter: String? {
            switch self {
            case .add, .blend: LottieBuilder.blend(16)
            case .maximum: LottieBuilder.blend(5)
            case .minimum: LottieBuilder.blend(4)
            case .screen: LottieBuilder.blend(2)
            case .inBack, .inFront: nil
            }
        }
    }

    /// Frames from one picture to the next.
    var step: Double
    /// How many pictures there are besides that of the time itself.
    var count: Int
    /// The opacity of the first picture, from 0 to 1.
    var intensity: Double
    /// The opacity of each picture, from the one before.
    var decay: Double
    var combination = Operator.add

    /// The most echoes of a layer.
    static let limit = 64
}

extension LottieEffect {
    /// Whether the effect is in the space of the layer's source, before it is placed.
    var isOfSource: Bool {
        switch self {
        case .outlines, .echo: true
        default: false
        }
    }
}

extension LottieLayer {
    /// The layer's content, without its placement, masks, effects and styles.
    fileprivate var bare: LottieLayer {
        var result = self
        (result.transform, result.turnsAlongPath, result.isSpatial) = (LottieTransform(), false, false)
        (result.masks, result.effects, result.styles) = ([], [], [])
        (result.matteMode, result.blendMode, result.isHidden) = (0, 0, false)
        return result
    }
}

extension LottieReader {
    /// *Source*: Adobe, "Displacement Map effect"; google/skia for the numbers of the channels.
    func displacement(_ inputs: LottieInputs) throws(DocumentError) -> LottieDisplacement {
        var channels: [Double] = []
        for (number, name) in [(2, "across"), (4, "down")] {
            channels.append(try setting("the channel of a displacement \(name)", inputs.numbered(number), 1))
        }
        let (across, down) = (try track(inputs.numbered(3), 5), try track(inputs.numbered(5), 5))
        let map = try setting("the map of a displacement", inputs.numbered(1), 0)
        var result = LottieDisplacement(
            map: abs(map) < 1e9 ? Int(map) : 0, channels: channels,
            amounts: sampling.combine([across, down]) { [across.value($0), down.value($0)] })
        result.fit = try choice(
            "the behaviour of a displacement map", inputs.numbered(6), 1, .center, others: [2: .stretch, 3: .tile])
        result.wraps = try isSet("the edges of a displacement", inputs.numbered(7), false)
        result.expands = try isSet("the output of a displacement", inputs.numbered(8), true)
        return result
    }

    /// *Source*: Adobe, "Echo effect".
    func echo(_ inputs: LottieInputs) throws(DocumentError) -> LottieEcho {
        let seconds = try setting("the time of an echo", inputs.numbered(1), -1 / 30)
        let count = try setting("the number of echoes", inputs.numbered(2), 1)
        if count > Double(LottieEcho.limit) {
            diagnostics.warn("more than \(LottieEcho.limit) echoes are not supported: the first ones are drawn")
        }
        var result = LottieEcho(
            step: max(-1e6, min(1e6, seconds * rate)), count: Int(max(0, min(Double(LottieEcho.limit), count))),
            intensity: max(0, min(1, try setting("the intensity of an echo", inputs.numbered(3), 1))),
            decay: max(0, min(1, try setting("the decay of an echo", inputs.numbered(4), 1))))
        result.combination = try choice(
            "the operator of an echo", inputs.numbered(5), 1, .add,
            others: [2: .maximum, 3: .minimum, 4: .screen, 5: .inBack, 6: .inFront, 7: .blend])
        return result
    }
}

extension LottieTime {
    /// The time in which the composition is so many of its frames ahead.
    func ahead(by frames: Double) -> LottieTime {
        var result = self
        if remap != nil {
            let outer = self
            result.remap = LottieRemap(sampling.times(over: shown)) { outer.local($0) + frames }
        } else {
            result.offset -= frames * scale
        }
        return result
    }
}

/// Effects that need a layer's source, or another layer's.
extension LottieBuilder {
    /// Moves the pixels of a layer by another layer's colours.
    ///
    /// The map is drawn beside the layer's picture, so that one filter has both. A map has neither masks nor effects nor
    /// a placement of its own.
    ///
    /// *Source*: Adobe, "Displacement Map effect": by maximum * 2 (value - 128) / 256. That a positive number takes
    /// pixels from the right and from below, and that transparent parts of a map move nothing: google/skia.
    func displace(
        _ layer: CALayer, _ size: CGSize, _ displacement: LottieDisplacement, of source: LottieLayer
    ) throws(DocumentError) -> CALayer {
        guard let scene, let map = scene.layers.first(where: { $0.index == displacement.map }), map.isDrawn else {
            diagnostics.warn("a displacement has no layer as its map: it moves nothing")
            return layer
        }
        shownAgain += 1
        let drawn = try make(map.bare, in: scene.size, scene.animator, scene.depth)
        shownAgain -= 1
        diagnostics.enter(source)
        guard let drawn else { return layer }
        let picture = try around(layer)
        let isBelow = size.width > size.height
        let shift = isBelow ? CGPoint(x: 0, y: size.height + Self.gap) : CGPoint(x: size.width + Self.gap, y: 0)
        let area = try around(
            try fitted(drawn, pictureSize(of: map, drawn.bounds.size), displacement.fit, over: size))
        (picture.bounds.size, area.bounds.size) = (size, size)
        (picture.masksToBounds, area.masksToBounds, area.position) = (true, true, shift)
        let result = plain(in: layer.bounds.size)
        for part in [picture, area] { result.addSublayer(part) }
        let numbers: [String: [Double]] = [
            "inputOffset": [Double(shift.x), Double(shift.y)], "inputChannels": displacement.channels,
            "inputExtent": [Double(size.width), Double(size.height)], "inputWrap": [displacement.wraps ? 1 : 0],
            "inputExpansion": [displacement.expands ? 1 : 0],
        ]
        let inputs = numbers.mapValues { LottieTrack($0) }.merging(["inputAmounts": displacement.amounts]) { $1 }
        filter(result, [.kind("displacement", inputs)], scene.animator)
        return result
    }

    /// The distance between a picture and its map.
    private static let gap: CGFloat = 64
    /// The most tiles of a map across, and down.
    private static let tileLimit = 64

    /// A map in the middle of an area, or stretched over it, or as tiles from its upper left corner on.
    private func fitted(
        _ map: CALayer, _ size: CGSize, _ fit: LottieDisplacement.Fit, over area: CGSize
    ) throws(DocumentError) -> CALayer {
        let holder = try around(map)
        switch fit {
        case .center:
            holder.position = CGPoint(x: (area.width - size.width) / 2, y: (area.height - size.height) / 2)
        case .stretch:
            holder.transform = CATransform3DMakeScale(area.width / size.width, area.height / size.height, 1)
        case .tile:
            var result: CALayer = holder
            for (length, whole, way) in [
                (size.width, area.width, CGPoint(x: 1, y: 0)), (size.height, area.height, CGPoint(x: 0, y: 1)),
            ] {
                let count = max(1, min(CGFloat(Self.tileLimit), (whole / length).rounded(.up)))
                try spend(Int(count), areCopies: true)
                let row = CAReplicatorLayer()
                fill(row, result.bounds.size)
                row.instanceCount = Int(count)
                row.instanceTransform = CATransform3DMakeTranslation(way.x * length, way.y * length, 0)
                row.addSublayer(result)
                result = row
            }
            return result
        }
        return holder
    }

    /// A layer's content at several times, in place of its picture.
    ///
    /// *Source*: Adobe, "Echo effect", for the numbers and the operators; masks and effects before it are ignored. That
    /// the least of pixels counts where pictures overlap, and that others stay, is a guess.
    func echoes(_ echo: LottieEcho, of source: LottieLayer, as layer: CALayer) throws(DocumentError) -> CALayer {
        guard let scene else { return layer }
        let result = plain(in: layer.bounds.size)
        shownAgain += 1
        defer { shownAgain -= 1 }
        var (strength, pictures) = (echo.intensity, [CALayer]())
        for index in 0...echo.count {
            defer { strength *= echo.decay }
            // What no pixel shows is left out.
            if strength < 1.0 / 512, echo.combination != .minimum { break }
            let animator = LottieAnimator(
                time: scene.animator.time.ahead(by: Double(index) * echo.step), player: player)
            guard let made = try make(source.bare, in: scene.size, animator, scene.depth) else { continue }
            let picture = try around(made)
            picture.opacity = Float(echo.combination == .blend ? strength / Double(echo.count + 1) : strength)
            if !pictures.isEmpty { picture.compositingFilter = echo.combination.filter }
            pictures.append(picture)
        }
        diagnostics.enter(source)
        for picture in echo.combination == .inBack ? pictures.reversed() : pictures { result.addSublayer(picture) }
        return result
    }
}
