import CoreGraphics
import QuartzCore

/// The layers of a composition that are drawn, and which of them share a space.
///
/// *Source*: Adobe, "3D layer interactions, render order, and collapsed transformations": consecutive 3D layers are
/// drawn by their depth; 2D layers, adjustment layers and layers with a matte separate them.
struct LottieScene {
    let layers: [LottieLayer]
    let parents: LottieParents
    let size: CGSize
    let animator: LottieAnimator
    /// The number of compositions around.
    let depth: Int
    /// Whether the layers lie in the space around the composition.
    let isInSpace: Bool
    /// The camera; nil if no layer needs one.
    let stage: LottieStage?
    /// The positions of the layers that are drawn themselves, front to back.
    let shown: [Int]
    /// The space of each layer that shares one.
    private(set) var spaces: [Int: Int] = [:]

    init(_ layers: [LottieLayer], size: CGSize, _ animator: LottieAnimator, depth: Int, isInSpace: Bool) {
        (self.layers, self.size, self.animator) = (layers, size, animator)
        (self.depth, self.isInSpace) = (depth, isInSpace)
        parents = LottieParents(layers)
        var mattes: Set<Int> = []
        for (position, layer) in layers.enumerated() where (1...4).contains(layer.matteMode) && !layer.showsMatte {
            // A layer above in place of a matte that is missing is drawn, too.
            if let matte = Self.matte(of: position, layers), layer.matte == nil || layers[matte].index == layer.matte {
                mattes.insert(matte)
            }
        }
        shown = layers.indices.filter { position in
            let layer = layers[position]
            return layer.isDrawn && !layer.isMatte && !mattes.contains(position) && !layer.isHidden
        }
        let needsCamera = !isInSpace && layers.contains { $0.isSpatial && $0.isDrawn }
        stage = needsCamera ? LottieStage(layers, parents, size: size, animator.time.sampling) : nil
        findSpaces()
    }

    /// The position of a layer's matte: the layer with the index that it has, else the layer above.
    static func matte(of position: Int, _ layers: [LottieLayer]) -> Int? {
        guard let index = layers[position].matte else { return position > 0 ? position - 1 : nil }
        return layers.firstIndex { $0.index == index } ?? (position > 0 ? position - 1 : nil)
    }

    private mutating func findSpaces() {
        guard stage != nil else { return }
        var run: [Int] = []
        func isJoined(_ position: Int) -> Bool {
            layers[position].isSpatial && !(1...4).contains(layers[position].matteMode)
        }
        for position in shown + [-1] {
            if position >= 0, isJoined(position) {
                run.append(position)
                continue
            }
            if run.contains(where: { isDeep(layers[$0]) }) {
                for member in run { spaces[member] = run[0] }
            }
            run = []
        }
    }

    /// Whether a camera changes a layer's picture.
    func isDeep(_ layer: LottieLayer) -> Bool {
        guard let stage, layer.isSpatial else { return false }
        if stage.hasCamera || layer.transform.isTilted || layer.opensSpace { return true }
        return parents.chain(of: layer).layers.contains { $0.isSpatial && $0.transform.isTilted }
    }
}

extension LottieLayer {
    /// Whether the layer draws something.
    var isDrawn: Bool {
        switch content {
        case .null, .camera, .sound, .other: false
        default: true
        }
    }

    /// Whether a composition's layers lie in the space that the layer itself is in.
    ///
    /// *Source*: Adobe, "Render order and collapsing transformations": with a mask or an effect, the layers are drawn
    /// as one picture.
    var opensSpace: Bool {
        guard case .precomp = content else { return false }
        return isSpatial && isCollapsed && masks.isEmpty && effects.isEmpty && styles.isEmpty
            && !(1...4).contains(matteMode) && !isMatte
    }
}

extension LottieReader {
    /// Whether a layer's transformations are collapsed: those of compositions in Apple's player are not.
    ///
    /// *Source*: LottieFiles/lottie-docs, "Visual Layer": ct, cp in old documents.
    func isCollapsed(_ object: JSONObject) -> Bool {
        guard player != .coreAnimation, (object["ct"] ?? object["cp"])?.isTrue ?? false else { return false }
        if integer(object["ty"]) == 0 { diagnostics.use("collapsed transformations") }
        return true
    }
}

extension LottieBuilder {
    /// The distance in space between layers of one plane, which keeps them in their order.
    private static let step: CGFloat = 0.01

    /// Adds the layers of a scene, back to front.
    func add(_ scene: LottieScene, to parent: CALayer) throws(DocumentError) {
        hear(scene)
        if scene.stage?.isCut ?? false {
            diagnostics.warn("a composition has more than \(LottieStage.limit) cameras; the rest are not used")
        }
        try add(scene.shown.reversed()[...], of: scene, to: parent)
    }

    /// Adds layers of a scene by their positions, back to front.
    func add(_ positions: ArraySlice<Int>, of scene: LottieScene, to parent: CALayer) throws(DocumentError) {
        var (space, inner, count) = (Int?.none, parent, 0)
        var rest = positions
        if let last = positions.lastIndex(where: { scene.layers[$0].isMattedAdjustment }) {
            try adjust(positions[..<last], by: positions[last], of: scene, in: parent)
            rest = positions[(last + 1)...]
        }
        for position in rest {
            guard let picture = try picture(of: position, in: scene, chain: []) else { continue }
            let blend = Self.blend(scene.layers[position].blendMode)
            if let blend { picture.compositingFilter = blend }
            if scene.isInSpace {
                parent.addSublayer(try raised(picture, by: count))
                count += 1
                continue
            }
            guard let own = scene.spaces[position], let stage = scene.stage else {
                parent.addSublayer(picture)
                continue
            }
            if space != own {
                let made = try self.space(stage, scene.animator, isFirst: space == nil)
                parent.addSublayer(made.outer)
                (space, inner, count) = (own, made.inner, 0)
            }
            // Layers in space blend with all that is behind the space.
            if blend != nil { inner.superlayer?.setValue(false, forKey: "allowsGroupBlending") }
            inner.addSublayer(try raised(picture, by: count))
            count += 1
        }
    }

    /// An empty space; those after a composition's first count as copies.
    private func space(_ stage: LottieStage, _ animator: LottieAnimator, isFirst: Bool) throws(DocumentError)
        -> (outer: CALayer, inner: CALayer)
    {
        try spend(2, areCopies: !isFirst, extra: stage.valueCount / 5)
        return stage.space(self, animator)
    }

    /// A layer of a space, nearer to the viewer than those of its plane that are drawn before it.
    private func raised(_ layer: CALayer, by count: Int) throws(DocumentError) -> CALayer {
        let depth = -Self.step * CGFloat(min(count, 1000))
        guard layer.animationKeys()?.contains("zPosition") ?? false else {
            layer.zPosition += depth
            return layer
        }
        try spend()
        let around = CATransformLayer()
        fill(around, layer.bounds.size)
        around.zPosition = depth
        around.addSublayer(layer)
        return around
    }

    /// A layer with its parents and its matte; nil when it draws nothing.
    ///
    /// - Parameter chain: the layers whose mattes lead to this one.
    func picture(of position: Int, in scene: LottieScene, chain: Set<Int>) throws(DocumentError) -> CALayer? {
        var layer = scene.layers[position]
        diagnostics.enter(layer)
        let before = self.scene
        self.scene = scene
        defer { self.scene = before }
        let shares = scene.isInSpace || scene.spaces[position] != nil
        let isInSpace = layer.isSpatial && (shares || scene.isDeep(layer))
        if isInSpace { enterSpace(&layer) }
        func draw(_ layer: LottieLayer) throws(DocumentError) -> CALayer? {
            guard let made = try make(layer, in: scene.size, scene.animator, scene.depth, isInSpace: isInSpace) else {
                return nil
            }
            if isInSpace { return try followInSpace(layer, made, scene) }
            return try effected(try follow(layer, made, scene), layer, scene.animator)
        }
        guard var whole = try styled(layer, scene, draw) else { return nil }
        if isInSpace, !shares, let stage = scene.stage {
            let space = try self.space(stage, scene.animator, isFirst: false)
            space.inner.addSublayer(whole)
            whole = space.outer
        }
        if Self.blend(layer.blendMode) == nil, layer.blendMode != 0 {
            diagnostics.warn("the blend mode \(layer.blendMode) is not supported: it is drawn as normal")
        }
        guard (1...4).contains(layer.matteMode) else { return whole }
        let container = plain(in: scene.size)
        container.addSublayer(whole)
        guard let matte = LottieScene.matte(of: position, scene.layers), matte != position else { return container }
        guard !chain.contains(matte), chain.count < Self.matteLimit else {
            let reason = chain.contains(matte) ? "has itself as a matte" : "has more than \(Self.matteLimit) mattes"
            diagnostics.warn("its matte \(reason): it is drawn without one")
            return container
        }
        if layer.showsMatte { shownAgain += 1 }
        defer { if layer.showsMatte { shownAgain -= 1 } }
        guard let mask = try picture(of: matte, in: scene, chain: chain.union([position])) else {
            container.mask = plain(in: scene.size)
            return container
        }
        container.mask = try self.matte(mask, mode: layer.matteMode, size: scene.size)
        diagnostics.enter(layer)
        return container
    }

    /// The most mattes that have each other as mattes.
    private static let matteLimit = 16

    /// The most parents of a layer in space.
    private static let spatialParentLimit = 64

    /// Puts a layer in space into transform layers that are placed like its parents.
    private func followInSpace(_ layer: LottieLayer, _ made: CALayer, _ scene: LottieScene) throws(DocumentError)
        -> CALayer
    {
        let chain = scene.parents.chain(of: layer, limit: Self.spatialParentLimit)
        if let warning = chain.warning { diagnostics.warn(warning) }
        var whole = made
        for (position, parent) in chain.layers.enumerated() {
            try spend(areCopies: position > 3, extra: 2)
            let around = CATransformLayer()
            fill(around, made.bounds.size)
            if case .camera(let camera) = parent.content {
                let track = scene.parents.placement(of: parent, camera, scene.animator.time.sampling)
                try spend(0, areCopies: true, extra: track.keys.count / 5)
                scene.animator.animate(
                    around, "transform", track, set: { around.transform = CATransform3D(numbers: $0) }
                ) { NSValue(caTransform3D: CATransform3D(numbers: $0)) }
            } else {
                scene.animator.position(
                    around, parent.transform, turnsAlongPath: parent.turnsAlongPath, isSpatial: parent.isSpatial)
            }
            around.addSublayer(whole)
            whole = around
        }
        return whole
    }
}
