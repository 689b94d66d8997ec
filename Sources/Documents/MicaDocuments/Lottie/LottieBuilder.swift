import CoreGraphics
import Foundation
import QuartzCore

/// Makes a layer tree for a composition, from public layers and animations only.
///
/// Each layer of the document becomes a layer with the bounds of its composition. Layers that it follows (its
/// parents) become layers around it, so that parents are repeated for each of their children.
///
/// *Source*: the structure that gives the pictures of airbnb/lottie-ios' Core Animation engine, which are the
/// reference; the Lottie format, lottie.github.io.
final class LottieBuilder {
    let composition: LottieComposition
    let images: LottieImages
    let diagnostics: LottieDiagnostics
    private let sampling: LottieSampling
    let overrides: LottieOverrides
    let sounds: LottieSounds
    /// The films that values show in image layers.
    let films = FilmLoader()
    /// The rules by which the document is drawn.
    let player: LottiePlayer
    /// The names of the enclosing composition layers.
    private var names: [String] = []
    /// The number of layers made.
    private(set) var count = 0

    /// The remaining budget of vertices for paths that are merged or cut into dashes.
    private var verticesLeft: Int

    /// The remaining budget of pixels for pictures that the document does not have itself.
    private var pixelsLeft = 16 << 20

    /// The number of copies among the layers: by repeaters, and by compositions shown again.
    private var copies = 0
    /// The compositions added so far, and how many of the enclosing ones were added before.
    private var shown: Set<String> = []
    /// How many of the enclosing layers are made a second time.
    var shownAgain = 0
    /// The scene whose layer is made; nil outside of scenes.
    var scene: LottieScene?
    /// Whether adjustment layers are made as the areas that they change.
    var makesAreas = false

    /// The budget of samples for the placement of copies; beyond it, sampling is coarser.
    let copySampling = LottieSampling(limit: 300_000)

    /// The budget that is left for texts.
    private var textWork: LottieTextWork

    /// The most layers of a document, and the most copies among them.
    private let limit: Int, copyLimit: Int
    /// The deepest nesting of compositions.
    static let depthLimit = 40

    init(
        _ composition: LottieComposition, images: LottieImages, diagnostics: LottieDiagnostics,
        sampling: LottieSampling,
        overrides: LottieOverrides, work: LottieWork, player: LottiePlayer
    ) {
        self.player = player
        sounds = LottieSounds(images, composition)
        (verticesLeft, limit, copyLimit) = (work.vertices, work.layers, work.copies)
        textWork = LottieTextWork(layers: work.layers)
        (self.composition, self.images, self.overrides) = (composition, images, overrides)
        (self.diagnostics, self.sampling) = (diagnostics, sampling)
    }

    /// Counts layers before they are made, so that a small document that asks for too many is refused in time.
    ///
    /// *Throws*: `.refused` when there are too many.
    ///
    /// - Parameter extra: the further cost of copies, in layers: five values of an animation cost as much as a layer.
    func spend(_ amount: Int = 1, areCopies: Bool = false, extra: Int = 0) throws(DocumentError) {
        count += amount
        if areCopies || shownAgain > 0 { copies += amount + extra }
        guard copies <= copyLimit else {
            throw refused("more than \(copyLimit) copies of layers with its repeaters, compositions and parents")
        }
        guard count <= limit else { throw refused("more than \(limit) layers") }
    }

    /// Counts the letters of a text before they are made.
    ///
    /// *Throws*: `.refused` when there are too many, or they move too much.
    func spend(_ layout: LottieTextLayout, _ text: LottieText, isSpaced: Bool) throws(DocumentError) {
        if let amount = textWork.take(layout, text, isSpaced: isSpaced) { throw refused(amount) }
    }

    private func refused(_ amount: String) -> DocumentError {
        DocumentError(.refused, file: diagnostics.file, reason: "the document makes \(amount); --large draws it")
    }

    /// Counts the work of combining paths, by vertices and by pairs of curves that are compared. False when the
    /// document's budget is used up, or the path has more than 20,000 vertices.
    func mayCombine(_ vertices: Int, pairs: Int) -> Bool {
        let work = vertices + pairs / 2 + 1
        guard vertices <= 20_000, work <= verticesLeft else {
            diagnostics.warn("merged or dashed paths have too many points: they are drawn as they are")
            return false
        }
        verticesLeft -= work
        return true
    }

    /// Counts the pixels of a picture that the document does not have itself. False when the budget is used up.
    func mayDraw(_ pixels: Int) -> Bool {
        guard pixels <= pixelsLeft else {
            diagnostics.warn(
                "gradients with highlights or four colours make too many pictures: they change in larger steps")
            return false
        }
        pixelsLeft -= pixels
        return true
    }

    /// The layer of the whole document.
    func build() throws(DocumentError) -> CALayer {
        let root = CALayer()
        root.name = composition.name
        root.bounds = CGRect(x: 0, y: 0, width: composition.width, height: composition.height)
        root.position = CGPoint(x: root.bounds.midX, y: root.bounds.midY)
        root.masksToBounds = true
        let time = LottieTime(
            start: composition.start, end: composition.end, rate: composition.rate, sampling: sampling)
        try add(composition.layers, to: root, time: time, depth: 0)
        return root
    }

    /// A layer without contents that fills its superlayer and scales about its origin.
    func plain(in size: CGSize) -> CALayer {
        let layer = CALayer()
        fill(layer, size)
        return layer
    }

    /// Makes a layer fill its superlayer and scale about its origin.
    func fill(_ layer: CALayer, _ size: CGSize) {
        layer.bounds = CGRect(origin: .zero, size: size)
        layer.anchorPoint = .zero
    }

    /// Adds a composition's layers, back to front.
    ///
    /// - Parameter isInSpace: whether they lie in the space that the superlayer is in.
    func add(
        _ layers: [LottieLayer], to parent: CALayer, time: LottieTime, depth: Int, isInSpace: Bool = false
    ) throws(DocumentError) {
        guard depth < Self.depthLimit else {
            throw DocumentError(
                .refused, file: diagnostics.file,
                reason: "compositions are more than \(Self.depthLimit) deep in each other, or in themselves")
        }
        let scene = LottieScene(
            try overridden(layers), size: parent.bounds.size, LottieAnimator(time: time, player: player), depth: depth,
            isInSpace: isInSpace)
        try add(scene, to: parent)
    }

    /// Layers with replacement values applied.
    private func overridden(_ layers: [LottieLayer]) throws(DocumentError) -> [LottieLayer] {
        guard overrides.isActive else { return layers }
        return try layers.map { layer throws(DocumentError) in
            var result = layer
            let path = names + [layer.name]
            result.transform = overrides.applied(to: layer.transform, at: path + ["Transform"])
            if case .solid(let color) = layer.content {
                result.content = .solid(overrides.color(at: path, now: color) ?? color)
            }
            if case .shapes(let items) = layer.content {
                result.content = .shapes(overrides.applied(to: items, at: path))
            }
            if case .text(let text) = layer.content {
                result.content = .text(try overrides.applied(to: text, at: path, in: composition))
            }
            if case .image(let id, _) = layer.content {
                let asset = composition.images[id]
                let name = asset?.shownFile ?? ""
                let size = asset.flatMap { asset in
                    asset.width.flatMap { width in asset.height.map { CGSize(width: width, height: $0) } }
                }
                result.content = .image(id, overrides.image(at: path, now: name, size: size))
            }
            if case .sound(var sound) = layer.content {
                let file = composition.images[sound.asset]?.shownFile ?? ""
                sound.replacement = overrides.sound(at: path, now: file)
                result.content = .sound(sound)
            }
            return result
        }
    }

    /// The most parents with their own layers: no server draws trees more than 256 deep.
    private static let movingLimit = 128
    /// In a longer chain, consecutive parents that do not move share one layer.
    private static let ownLayerLimit = 32

    /// Puts a layer into layers that are placed like its parents.
    func follow(
        _ layer: LottieLayer, _ made: CALayer, _ scene: LottieScene
    ) throws(DocumentError) -> CALayer {
        let chain = scene.parents.chain(of: layer)
        if let warning = chain.warning { diagnostics.warn(warning) }
        var (whole, still, count) = (made, CALayer?.none, 0)
        let isLong = chain.layers.count > Self.ownLayerLimit
        for parent in chain.layers {
            if isLong, let inner = still, let placement = parent.index.flatMap({ scene.parents.placements[$0] }) {
                inner.transform = CATransform3DConcat(Self.placement(of: inner), placement)
                (inner.anchorPoint, inner.position) = (.zero, .zero)
                continue
            }
            let around = plain(in: made.bounds.size)
            scene.animator.position(around, parent.transform, turnsAlongPath: parent.turnsAlongPath)
            let isStill = (around.animationKeys() ?? []).isEmpty && CATransform3DIsAffine(around.transform)
            if isLong, isStill, let index = parent.index {
                scene.parents.placements[index] = Self.placement(of: around)
            }
            if isLong, isStill, let inner = still {
                inner.transform = CATransform3DConcat(Self.placement(of: inner), Self.placement(of: around))
                (inner.anchorPoint, inner.position) = (.zero, .zero)
                continue
            }
            count += 1
            guard count <= Self.movingLimit else {
                diagnostics.warn("has more than \(Self.movingLimit) parents that move; it does not follow the rest")
                break
            }
            // Later parents of a long chain cost few bytes in a document, so that their layers count as copies.
            try spend(areCopies: count > 4, extra: isStill ? 0 : 2)
            around.addSublayer(whole)
            (whole, still) = (around, isStill ? around : nil)
        }
        return whole
    }

    /// From a layer's space to its superlayer's.
    private static func placement(of layer: CALayer) -> CATransform3D {
        let (size, anchor, position) = (layer.bounds.size, layer.anchorPoint, layer.position)
        let toAnchor = CATransform3DMakeTranslation(0 - anchor.x * size.width, 0 - anchor.y * size.height, 0)
        return CATransform3DConcat(
            CATransform3DConcat(toAnchor, layer.transform), CATransform3DMakeTranslation(position.x, position.y, 0))
    }

    /// Makes the layer of one of the document's layers; nil when it draws nothing.
    ///
    /// - Parameter isInSpace: whether it is placed in a space, with its depth.
    func make(
        _ layer: LottieLayer, in size: CGSize, _ animator: LottieAnimator, _ depth: Int, isInSpace: Bool = false
    ) throws(DocumentError) -> CALayer? {
        guard layer.isDrawn, animator.time.shows(layer) else { return nil }
        try spend()
        let opens = isInSpace && layer.opensSpace
        let made = opens ? CATransformLayer() : CALayer()
        fill(made, size)
        made.name = layer.name
        switch layer.content {
        case .null, .camera, .sound, .other: return nil
        case .adjustment: if makesAreas { made.backgroundColor = CGColor(gray: 0, alpha: 1) }
        case .precomp(let id):
            guard let layers = composition.precomps[id] else {
                diagnostics.warn("its composition \"\(id)\" is missing")
                return nil
            }
            let inner = CGSize(
                width: max(layer.width ?? Double(size.width), 1e-3),
                height: max(layer.height ?? Double(size.height), 1e-3))
            guard let time = animator.time.inside(layer) else { return nil }
            fill(made, inner)
            made.masksToBounds = !layer.isCollapsed
            let inside = try adjusted(layers, layer, in: made)
            names.append(layer.name)
            let isCopy = !shown.insert(id).inserted
            if isCopy { shownAgain += 1 }
            let heard = sounds.enter(layer, animator.time)
            try add(layers, to: inside, time: time, depth: depth + 1, isInSpace: opens)
            sounds.leave(heard)
            if isCopy { shownAgain -= 1 }
            names.removeLast()
        case .solid(let color):
            let solid = CALayer()
            fill(solid, CGSize(width: max(layer.width ?? 0, 0), height: max(layer.height ?? 0, 0)))
            solid.backgroundColor = Self.color(color)
            made.addSublayer(solid)
        case .image(let id, let replacement):
            guard let picture = image(id, replacement) else { return nil }
            made.addSublayer(picture)
            if case .film(let clip, _)? = replacement { try play(clip, of: layer, in: picture, animator.time) }
        case .shapes(let items):
            try LottieShapeBuilder(self, animator, size).add(items, to: made)
        case .text(let text):
            try add(text, to: made, animator)
        }
        animator.position(
            made, layer.transform, turnsAlongPath: layer.turnsAlongPath, isSpatial: isInSpace && layer.isSpatial)
        if !fadesAsWhole(layer) { fade(made, layer.transform.opacity, animator) }
        animator.show(made, from: layer.inPoint, to: layer.outPoint)
        if case .adjustment = layer.content {
            try mask(made, layer.masks, animator)
            if !makesAreas { adjust(made, by: layer.filters, animator) }
        } else {
            try finish(made, layer, animator)
        }
        return made
    }

    /// The end of the warning about a picture that cannot be read.
    private static let unreadable = "cannot be read"

    /// Whether a warning is about a picture that cannot be read.
    static func isMissingPicture(_ warning: String) -> Bool { warning.hasSuffix(unreadable) }

    /// The layer of an asset's picture, or of the one that replaces it, in the asset's size.
    private func image(_ id: String, _ replacement: LottieReplacement?) -> CALayer? {
        let asset = composition.images[id]
        guard asset != nil || replacement != nil else {
            diagnostics.warn("its image \"\(id)\" is missing")
            return nil
        }
        let layer = CALayer()
        if case .film? = replacement {
            fill(layer, CGSize(width: max(asset?.width ?? 0, 0), height: max(asset?.height ?? 0, 0)))
        } else {
            guard let picture = replacement?.image ?? asset.flatMap(images.image) else {
                diagnostics.warn("its image \"\(asset?.file.prefix(80) ?? "")\" \(Self.unreadable)")
                return nil
            }
            fill(
                layer,
                CGSize(
                    width: max(asset?.width ?? Double(picture.width), 0),
                    height: max(asset?.height ?? Double(picture.height), 0)))
            layer.contents = picture
        }
        if let gravity = replacement?.fit.gravity { layer.contentsGravity = gravity }
        if replacement?.fit == .cover { layer.masksToBounds = true }
        // Reduced pictures are smooth, as Apple's are in a context.
        layer.minificationFilter = .trilinear
        return layer
    }

    /// Plays the film of a value in the layer of a picture, from the start of the document's layer on.
    ///
    /// *Throws*: `.refused` when the layer's time is remapped or runs backwards, and as `FilmLoader.play`.
    private func play(
        _ clip: TemplateClip, of layer: LottieLayer, in picture: CALayer, _ time: LottieTime
    ) throws(DocumentError) {
        guard time.remap == nil, layer.stretch > 0 else {
            throw DocumentError(
                .refused, file: clip.file,
                reason: "layer \"\(layer.name)\" shows no film: its time is remapped or runs backwards")
        }
        let speed = 1 / (time.scale * layer.stretch)
        picture.speed = Float(speed)
        picture.timeOffset = clip.start - time.seconds(layer.startTime * time.scale + time.offset) * speed
        try films.play(file: clip.file, in: picture)
        sounds.add(clip, of: layer, time, diagnostics)
    }

    static func opacity(_ percent: Double) -> Float { Float(min(max(percent / 100, 0), 1)) }

    static func color(_ color: SIMD4<Double>, alpha: Double = 1) -> CGColor {
        CGColor(
            srgbRed: CGFloat(color.x), green: CGFloat(color.y), blue: CGFloat(color.z), alpha: CGFloat(color.w * alpha))
    }
}
