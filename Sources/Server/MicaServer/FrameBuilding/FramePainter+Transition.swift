import Foundation
import MicaBase
import MicaFrame
import MicaWire

/// Transitions, and cross-fades of images.
///
/// The old and the new layer are both built like any layer, the old one from the tree that its version keeps. As on
/// Apple's systems, a transition is not clipped to the layer's bounds; an enclosing layer may clip it.
extension FramePainter {
    /// Draws a layer in transition: old and new, one over the other or mixed.
    ///
    /// - Parameters:
    ///   - matrix: from the new layer's unflipped space to its owner's, if it is known already.
    ///   - factor: multiplies the opacity of both.
    mutating func transition(
        _ slot: Slot, _ around: PaintContext, isMask: Bool,
        _ transition: LayerTransition, in matrix: Matrix4?, opacity factor: Double
    ) {
        ops.canUpdate = false
        var around = around
        around.isTracked = false
        let parts = TransitionParts(
            slot: slot, isMask: isMask, transition: transition, placement: scene.states[slot.at].placement,
            matrix: matrix, factor: factor)
        if transition.progress == 0 { return draw(.old, parts, around) }
        if transition.progress == 1 { return draw(.new, parts, around) }
        switch transition.kind {
        case .moveIn, .push, .reveal, .cube, .flip:
            draw(transition.isOldInFront ? .new : .old, parts, around)
            draw(transition.isOldInFront ? .old : .new, parts, around)
        case .fade, .rotate: dissolve(parts, around)
        case .iris, .irisOpen, .irisClose: iris(parts, around)
        case .ripple, .suck, .pageCurl, .pageUnCurl: warp(parts, around)
        }
    }

    /// The data for drawing one of the two layers.
    private struct TransitionParts {
        var slot: Slot
        var isMask: Bool
        var transition: LayerTransition
        /// The new layer's placement in its owner.
        var placement: Matrix4
        var matrix: Matrix4?
        var factor: Double

        /// The layer's plane; nil if it is not visible.
        func plane(in owner: LayerPlane) -> LayerPlane? {
            if matrix == nil { return LayerPlane(transition.placed, in: owner, isMask: isMask) }
            guard let known = matrix(of: transition.placed) else { return nil }
            return LayerPlane(transition.placed, in: owner, isMask: isMask, by: known)
        }

        /// From the space of the layer in another state to its owner's, if that is known for the new one; nil also if
        /// the new one's placement has no inverse.
        func matrix(of state: LayerState) -> Matrix4? {
            guard let matrix, let back = placement.inverse else { return nil }
            return state.placement * (back * matrix)
        }
    }

    private enum Side {
        case old, new
    }

    private mutating func draw(_ side: Side, _ parts: TransitionParts, _ around: PaintContext) {
        switch side {
        case .old:
            guard parts.transition.showsOld, let root = parts.transition.version.tree.root else { return }
            let matrix = parts.matrix(of: parts.transition.oldScene.states[root.at])
            if parts.matrix != nil, matrix == nil { return }
            var (oldTree, oldScene) = (parts.transition.version.tree, parts.transition.oldScene)
            swap(&tree, &oldTree)
            swap(&scene, &oldScene)
            layer(root, around, isMask: parts.isMask, in: matrix, opacity: parts.factor)
            swap(&tree, &oldTree)
            swap(&scene, &oldScene)
        case .new:
            guard parts.transition.showsNew else { return }
            layer(
                parts.slot, around, isMask: parts.isMask, in: parts.matrix,
                opacity: parts.factor, inTransition: false)
        }
    }

    /// One of the two as a pass of its own; nil if it is not visible.
    private mutating func pass(_ side: Side, _ parts: TransitionParts, _ around: PaintContext) -> PassIndex? {
        let first = ops.count
        // The pass has no backdrop, so that no blending applies.
        draw(side, parts, around.offscreen(from: nil))
        return ops.pass(from: first)
    }

    private mutating func dissolve(_ parts: TransitionParts, _ around: PaintContext) {
        let old = pass(.old, parts, around)
        let new = pass(.new, parts, around)
        dissolve(from: old, to: new, fraction: parts.transition.progress, around)
    }

    /// Appends an op that shows two passes mixed.
    private mutating func dissolve(from old: PassIndex?, to new: PassIndex?, fraction: Double, _ around: PaintContext) {
        var bounds = DeviceRect.empty
        for pass in [old, new] {
            if let pass { bounds = bounds.union(ops.bounds(of: pass)) }
        }
        guard !bounds.isEmpty else { return }
        ops.add(.dissolve(from: old, to: new, fraction: fraction), .identity, bounds, around)
    }

    // MARK: Unofficial ones

    /// A round hole over black that closes over the old layer or opens over the new one.
    private mutating func iris(_ parts: TransitionParts, _ around: PaintContext) {
        guard let plane = parts.plane(in: around.plane) else { return }
        let p = parts.transition.progress
        let (side, openness): (Side, Double) =
            switch parts.transition.kind {
            case .irisClose: (.old, 1 - p)
            case .irisOpen: (.new, p)
            default: p < 0.5 ? (.old, 1 - 2 * p) : (.new, 2 * p - 1)
            }
        var inside = around
        inside.plane = plane
        let visible = plane.toDevice.deviceBounds(of: plane.bounds).intersection(around.scissor)
        if !visible.isEmpty {
            ops.add(.fill(shape: RoundedRect(plane.bounds), color: PixelColor(.black)), plane.toDevice, visible, inside)
        }
        let b = plane.bounds
        let radius = (b.width * b.width + b.height * b.height).squareRoot() / 2 * openness
        guard radius > 0 else { return }
        let (x, y) = ((b.minX + b.maxX) / 2, (b.minY + b.maxY) / 2)
        ops.clip(
            to: RoundedRect(
                LocalRect(minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius), radius: radius),
            &inside)
        inside.plane = around.plane
        draw(side, parts, inside)
    }

    /// Shows one of the two, or their mixture, through a bent plane.
    private mutating func warp(_ parts: TransitionParts, _ around: PaintContext) {
        guard let plane = parts.plane(in: around.plane), !plane.bounds.isEmpty else {
            return draw(.new, parts, around)
        }
        let p = parts.transition.progress
        let kind = parts.transition.kind
        let b = plane.bounds
        if kind == .suck || kind == .pageCurl { draw(.new, parts, around) }
        if kind == .pageUnCurl { draw(.old, parts, around) }
        // The whole source is needed, however much of the result is visible.
        var source = around.offscreen(from: nil)
        source.scissor = plane.toDevice.deviceBounds(of: b.grown(by: 0.25)).intersection(ops.reachable)
        var shown: PassIndex?
        switch kind {
        case .ripple:
            let first = ops.count
            dissolve(parts, source)
            shown = ops.pass(from: first)
        case .pageUnCurl: shown = pass(.new, parts, source)
        default: shown = pass(.old, parts, source)
        }
        guard let shown else { return }
        let isTopHigh = plane.isFlipped
        let map: WarpDraw.Map =
            switch kind {
            case .ripple: .ripple(b, progress: p)
            case .suck: .suck(b, progress: p, isUpsideDown: isTopHigh)
            case .pageCurl: .curl(b, progress: p, parts.transition.direction.isBackwards, isUpsideDown: isTopHigh)
            default: .curl(b, progress: 1 - p, parts.transition.direction.isBackwards, isUpsideDown: isTopHigh)
            }
        let bounds = plane.toDevice.deviceBounds(of: b.grown(by: 0.25)).intersection(around.scissor)
        guard !bounds.isEmpty else { return }
        var inside = around
        inside.plane = plane
        ops.add(.warp(WarpDraw(pass: shown, map: map)), plane.toDevice, bounds, inside)
    }

    // MARK: Images

    /// A cross-fade of two images, each with its own layout.
    mutating func crossFade(
        _ fade: ImageCrossFade, _ contents: ContentsState, _ shape: RoundedRect, clips: Bool,
        _ within: inout PaintContext
    ) {
        if clips { ops.clip(to: shape, &within) }
        var inside = within
        (inside.clip, inside.opacity) = (nil, 1)
        func pass(_ image: ImageResource?, _ painter: inout FramePainter) -> PassIndex? {
            guard let image else { return nil }
            let first = painter.ops.count
            var alone = inside
            painter.contents(image, contents, shape, clips: false, &alone)
            return painter.ops.pass(from: first)
        }
        let from = pass(fade.from, &self)
        let to = pass(fade.to, &self)
        dissolve(from: from, to: to, fraction: fade.fraction, within)
    }
}

extension LocalRect {
    /// The rectangle enlarged on every side by a share of its larger side.
    fileprivate func grown(by share: Double) -> LocalRect {
        let more = max(width, height) * share
        return LocalRect(minX: minX - more, minY: minY - more, maxX: maxX + more, maxY: maxY + more)
    }
}

extension TransitionState.Direction {
    /// Whether a page turns towards the greater x: from its lower left corner, not its lower right one.
    fileprivate var isBackwards: Bool { self == .fromRight }
}
