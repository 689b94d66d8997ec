import Foundation
import MicaFrame
import MicaGeometry
import MicaResources
import MicaWire

/// Filters: of the layer, of what lies behind it, and how it is combined with that.
///
/// A layer is painted with its sublayers, goes through its filters, throws its shadow, is masked and faded, and is then
/// combined with what its superlayer has behind it. *Source*: Apple, CALayer.h, for what each applies to; the order of
/// filters, shadow and mask is ours.
extension FramePainter {
    /// Background, contents, sublayers and border through the layer's filters.
    mutating func paintFiltered(_ slot: Slot, _ state: LayerState, _ inside: PaintContext) {
        guard state.isFiltered else { return paint(slot, state, inside) }
        let steps = steps(of: state.effects.filters, inside.plane)
        guard !steps.isEmpty, mayAddEffect(to: slot) else { return paint(slot, state, inside) }
        let first = ops.count
        var source = inside.offscreen(from: first)
        source.scissor = scissor(before: steps[...], inside.scissor)
        let held = ops.holdsBlend
        paint(slot, state, source)
        ops.holdsBlend = held
        guard let drawn = ops.pass(from: first) else { return }
        filter(drawn, steps, of: slot, inside, from: first)
    }

    /// Whether the frame has room for one more filter or shadow that is blurred; a layer that is drawn without is noted.
    ///
    /// Which one that is depends on all of the frame, which is then not edited.
    mutating func mayAddEffect(to slot: Slot) -> Bool {
        if effects.hasRoom { return true }
        effects.refuse(tree.id(of: slot))
        ops.canUpdate = false
        return false
    }

    /// Puts what the owner has behind a layer through the layer's background filters, within its round corners.
    mutating func filterBackground(_ slot: Slot, _ state: LayerState, _ plane: LayerPlane, _ around: PaintContext) {
        let filters = state.effects.backgroundFilters
        guard let start = around.start, ops.count > start, filters.contains(where: { $0.isEnabled }) else { return }
        let steps = steps(of: filters, plane)
        let visible = plane.toDevice.deviceBounds(of: plane.bounds).intersection(around.scissor)
        guard !steps.isEmpty, !visible.isEmpty, mayAddEffect(to: slot), let behind = ops.pass(from: start) else {
            return
        }
        ops.show(behind, clip: nil, opacity: 1)
        var within = around
        within.plane = plane
        within.opacity = around.opacity * min(state.opacity, 1)
        ops.clip(to: state.outline(in: plane), &within)
        let first = ops.count
        var source = within
        (source.clip, source.opacity) = (nil, 1)
        filter(behind, steps, of: slot, source, from: first)
        // The filtered picture takes the place of the unfiltered one.
        let filtered = ops.pass(from: first) ?? ops.pass(of: [])
        ops.emit(
            DrawOp(
                content: .pass(filtered, mask: nil), transform: .identity, clip: within.clip,
                bounds: visible.intersection(within.scissor), opacity: within.opacity, blend: .copy))
        ops.holdsBlend = true
    }

    /// The pixels that a layer must draw so that its sublayers' background filters have what they need; nil when none of
    /// them has any.
    func scissor(_ wanted: DeviceRect, behind slot: Slot, _ plane: LayerPlane) -> DeviceRect? {
        var result: DeviceRect?
        for child in tree.sublayers[slot.at] where scene.isPresent[child.at] && scene.states[child.at].hasEffects {
            let filters = scene.states[child.at].effects.backgroundFilters
            guard effects.hasRoom, filters.contains(where: { $0.isEnabled }),
                let inner = LayerPlane(scene.states[child.at], in: plane)
            else { continue }
            result = (result ?? wanted).union(scissor(before: steps(of: filters, inner)[...], wanted))
        }
        return result
    }

    /// Combines what a layer drew with what its owner has behind it.
    mutating func showBlended(_ blend: BlendMode, from first: Int, _ around: PaintContext, opacity: Double) {
        let drawn = ops.pass(from: first)
        var bounds = drawn.map { ops.bounds(of: $0) } ?? .empty
        if blend.isUnbounded {
            if around.isIsolated {
                bounds = bounds.union(ops.bounds(of: (around.start ?? 0)..<first))
            } else {
                bounds = around.scissor
            }
        }
        bounds = bounds.intersection(around.scissor)
        if let clip = around.clip { bounds = bounds.intersection(ops.frame.clips[clip.rawValue].bounds) }
        guard !bounds.isEmpty else { return }
        ops.emit(
            DrawOp(
                content: .pass(drawn ?? ops.pass(of: []), mask: nil), transform: .identity, clip: around.clip,
                bounds: bounds,
                opacity: opacity, blend: blend))
        ops.holdsBlend = true
    }

    // MARK: Steps

    /// What one filter does to pixels.
    private enum Step {
        case color(ColorFilter)
        case blur(SIMD2<Double>)
    }

    /// What filters do, one after the other.
    ///
    /// Blurs that follow each other are one: a Gaussian through a Gaussian is a Gaussian, whose variance is the sum of theirs.
    private func steps(of filters: [FilterState], _ plane: LayerPlane) -> [Step] {
        var steps: [Step] = []
        for filter in filters where filter.isEnabled {
            guard filter.kind == .gaussianBlur else {
                if let color = filter.colorFilter { steps.append(.color(color)) }
                continue
            }
            guard let radius = filter["inputRadius"].number, radius > 0, radius.isFinite,
                let blur = BlurDraw(box: plane.bounds, moved: .zero, deviation: radius, through: plane.toDevice)
            else { continue }
            var deviation = SoftenDraw(pass: PassIndex(0), deviation: blur.deviation).deviation
            if case .blur(let before)? = steps.last {
                let both = (before * before + deviation * deviation).squareRoot()
                deviation = SoftenDraw(pass: PassIndex(0), deviation: both).deviation
                steps.removeLast()
            }
            steps.append(.blur(deviation))
        }
        return steps
    }

    /// What must be drawn for some pixels to be right after the steps.
    private func scissor(before steps: ArraySlice<Step>, _ wanted: DeviceRect) -> DeviceRect {
        var result = wanted
        for case .blur(let deviation) in steps {
            result = SoftenDraw(pass: PassIndex(0), deviation: deviation).grown(result)
        }
        return result.intersection(ops.reachable).union(wanted)
    }

    /// Appends the op that shows a pass after the steps; without those that the frame has no room for.
    private mutating func filter(
        _ drawn: PassIndex, _ steps: [Step], of slot: Slot, _ around: PaintContext, from first: Int
    ) {
        var current = drawn
        for (index, step) in steps.enumerated() {
            let pass = ops.bounds(of: current)
            guard mayAddEffect(to: slot) else {
                let bounds = pass.intersection(around.scissor)
                if !bounds.isEmpty { ops.add(.pass(current, mask: nil), .identity, bounds, around) }
                return
            }
            let isLast = index == steps.count - 1
            let wanted = isLast ? around.scissor : scissor(before: steps[(index + 1)...], around.scissor)
            var within = around
            if !isLast { (within.clip, within.opacity) = (nil, 1) }
            switch step {
            case .color(let filter):
                let bounds = pass.intersection(wanted)
                guard !bounds.isEmpty else { return }
                effects.spend(bounds)
                ops.add(.filtered(current, filter), .identity, bounds, within)
            case .blur(let deviation):
                let draw = SoftenDraw(pass: current, deviation: deviation)
                let bounds = draw.grown(pass).intersection(wanted)
                guard !bounds.isEmpty else { return }
                effects.spend(pass, bounds)
                ops.add(.softened(draw), .identity, bounds, within)
            }
            if isLast { return }
            guard let next = ops.pass(from: first) else { return }
            current = next
        }
    }
}

extension LayerState {
    /// Whether the layer has filters that have an effect.
    var isFiltered: Bool { hasEffects && effects.filters.contains { $0.isEnabled } }

    /// How the layer is combined with what is behind it.
    var blend: BlendMode { hasEffects ? effects.blend : .sourceOver }

    /// The layer's bounds with their round corners.
    func outline(in plane: LayerPlane) -> RoundedRect {
        RoundedRect(
            plane.bounds, radius: cornerRadius, corners: maskedCorners, isContinuous: flags.contains(.continuousCorners)
        )
    }
}
