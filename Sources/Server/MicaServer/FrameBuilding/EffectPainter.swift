import Foundation
import MicaBase
import MicaFrame
import MicaWire

/// Applies filters of layers, and background filters, to passes, as far as the frame's budget allows.
///
/// A layer is painted with its sublayers; then come its filters, its shadow, its mask and its opacity; the result is
/// blended with the backdrop in its superlayer. *Source*: Apple, CALayer.h, which says to which pixels each applies;
/// the order of filters, shadow and mask is ours.
struct EffectPainter {
    /// The rest of the frame's budget for filters and blurred shadows.
    var budget = EffectBudget()

    /// Whether the frame has room for one more filter or blurred shadow; a layer that is painted without is noted.
    ///
    /// Which layer that is depends on all of the frame, so that the frame is then not edited.
    mutating func mayAdd(to layer: LayerID?, _ ops: inout OpList) -> Bool {
        if budget.hasRoom { return true }
        budget.refuse(layer)
        ops.canUpdate = false
        return false
    }

    /// The steps of a layer's background filters, and their pixels.
    struct BackgroundFilter {
        /// The picture that goes through them.
        let backdrop: Backdrop
        let steps: [Step]
        /// The pixels whose weights count in a blur.
        let edges: DeviceRect
        /// Those of them that are seen.
        let visible: DeviceRect
    }

    /// The steps of a layer's background filters; nil if they change nothing, or the frame has no room for them.
    ///
    /// - Parameter seen: The scissor for all of the layer, if `around` has that of a piece of it.
    mutating func backgroundFilter(
        of layer: LayerID?, _ state: LayerState, _ plane: LayerPlane, _ around: PaintContext, seen: DeviceRect? = nil,
        _ ops: inout OpList
    ) -> BackgroundFilter? {
        let filters = state.effects.backgroundFilters
        guard around.start != nil, let backdrop = around.backdrop, filters.contains(where: { $0.isEnabled }) else {
            return nil
        }
        let steps = Self.steps(of: filters, plane)
        guard !steps.isEmpty else { return nil }
        ops.canUpdate = false
        let edges = plane.toDevice.deviceBounds(of: plane.bounds).intersection(seen ?? around.scissor)
            .intersection(backdrop.area)
        let visible = edges.intersection(around.scissor)
        guard ops.count > backdrop.start, !visible.isEmpty, mayAdd(to: layer, &ops) else { return nil }
        return BackgroundFilter(backdrop: backdrop, steps: steps, edges: edges, visible: visible)
    }

    /// Puts the picture behind a layer through its background filters, within its round corners.
    ///
    /// The ops behind the layer are drawn a second time within its bounds, and the filtered picture replaces the
    /// unfiltered one, as far as the layer's opacity and mask go. The ops of the layers between the filter and its
    /// backdrop stay where they are, as those layers still count on their places. A blur takes the mean of the pixels
    /// within the bounds and nothing from beside them, so that an opaque picture stays opaque.
    /// *Source*: 8 pixels of a UIVisualEffectView over a red and a white half by iOS (a snapshot of uber's
    /// ios-snapshot-test-case): with a deviation of 30 points and weights that add up to 1 within, none is off by more
    /// than 2. Programs that make such a filter themselves set `inputNormalizeEdges` for the same reason.
    ///
    /// - Parameters:
    ///   - opacity: The layer's own opacity.
    ///   - mask: A picture of the layer's mask; nil without a mask.
    mutating func show(
        _ background: BackgroundFilter, of layer: LayerID?, _ state: LayerState, _ plane: LayerPlane,
        _ around: PaintContext, opacity: Double, mask: PassIndex? = nil, _ ops: inout OpList
    ) {
        let (backdrop, steps) = (background.backdrop, background.steps)
        var within = around
        within.plane = plane
        within.opacity = around.opacity * opacity
        ops.clip(to: state.outline(in: plane), &within)
        let shown = background.visible.intersection(within.scissor)
        budget.spend(copies: ops.count - backdrop.start)
        guard !shown.isEmpty,
            let behind = ops.passOfCopies(
                of: backdrop, within: Self.scissor(before: steps[...], shown, background.edges))
        else { return }
        let first = ops.count
        var source = within
        (source.clip, source.opacity, source.scissor) = (nil, 1, shown)
        filter(behind, steps, of: layer, source, from: first, inside: background.edges, &ops)
        // The filtered picture replaces the unfiltered one. Both are copied.
        budget.spend(shown, count: Self.copyCost)
        let filtered = ops.pass(from: first) ?? ops.pass(of: [])
        replace(shown, by: filtered, mask: mask, within, &ops)
    }

    /// Replaces a picture by another one, as far as an opacity and a mask go.
    ///
    /// In part, a share of the old picture is taken away, and the same share of the new one is added: a mix that also
    /// holds for translucent pictures.
    private func replace(
        _ area: DeviceRect, by picture: PassIndex, mask: PassIndex?, _ around: PaintContext, _ ops: inout OpList
    ) {
        func whole(_ content: DrawOp.Content) -> PassIndex {
            ops.pass(of: [DrawOp(content: content, transform: .identity, bounds: area)])
        }
        func emit(_ pass: PassIndex, _ blend: BlendMode) {
            ops.emit(
                DrawOp(
                    content: .pass(pass, mask: nil), transform: .identity, clip: around.clip, bounds: area,
                    opacity: around.opacity, blend: blend))
        }
        guard mask != nil || around.opacity < 1 else { return emit(picture, .copy) }
        let black = DrawOp.Content.fill(shape: RoundedRect(LocalRect(area)), color: PixelColor(.black))
        emit(mask ?? whole(black), .destinationOut)
        emit(mask == nil ? picture : whole(.pass(picture, mask: mask)), .plusLighter)
    }

    /// How many pixels of a blur cost as much as one that is copied into a pass and out of another.
    private static let copyCost = 2

    // MARK: Steps

    /// One step of a filter.
    enum Step {
        case color(ColorFilter)
        case blur(SIMD2<Double>)
        case warp(WarpDraw.Map)
    }

    /// What filters do, one after the other.
    ///
    /// Blurs that follow each other are one: a Gaussian through a Gaussian is a Gaussian, whose variance is the sum of
    /// theirs.
    static func steps(of filters: [FilterState], _ plane: LayerPlane) -> [Step] {
        var steps: [Step] = []
        for filter in filters where filter.isEnabled {
            guard filter.kind == .gaussianBlur else {
                if let color = filter.colorFilter { steps.append(.color(color)) }
                if let map = filter.warp { steps.append(.warp(map)) }
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

    /// The rectangle that must be drawn, within the reachable one, so that some pixels are right after the steps.
    static func scissor(
        before steps: ArraySlice<Step>, _ wanted: DeviceRect, _ reachable: DeviceRect
    ) -> DeviceRect {
        var result = wanted
        for step in steps {
            switch step {
            case .color: break
            case .blur(let deviation): result = SoftenDraw(pass: PassIndex(0), deviation: deviation).grown(result)
            // Its pixels come from anywhere.
            case .warp: return reachable.union(wanted)
            }
        }
        return result.intersection(reachable).union(wanted)
    }

    /// Appends the op that shows a pass after the steps; without those that the frame has no room for.
    ///
    /// - Parameter edges: the pixels whose weights count in a blur; nil for all.
    mutating func filter(
        _ drawn: PassIndex, _ steps: [Step], of layer: LayerID?, _ around: PaintContext, from first: Int,
        inside edges: DeviceRect? = nil, _ ops: inout OpList
    ) {
        var current = drawn
        for (index, step) in steps.enumerated() {
            let pass = ops.bounds(of: current)
            guard mayAdd(to: layer, &ops) else {
                let bounds = pass.intersection(around.scissor)
                if !bounds.isEmpty { ops.add(.pass(current, mask: nil), .identity, bounds, around) }
                return
            }
            let isLast = index == steps.count - 1
            let wanted =
                isLast
                ? around.scissor : Self.scissor(before: steps[(index + 1)...], around.scissor, edges ?? ops.reachable)
            var within = around
            if !isLast { (within.clip, within.opacity) = (nil, 1) }
            switch step {
            case .color(let filter):
                let bounds = pass.intersection(wanted)
                guard !bounds.isEmpty else { return }
                budget.spend(bounds)
                ops.add(.filtered(current, filter), .identity, bounds, within)
            case .blur(let deviation):
                var draw = SoftenDraw(pass: current, deviation: deviation)
                draw.edges = edges
                let bounds = draw.grown(pass).intersection(wanted)
                guard !bounds.isEmpty else { return }
                budget.spend(pass, bounds)
                ops.add(.softened(draw), .identity, bounds, within)
            case .warp(let map):
                let bounds = map.result(of: pass, around.plane.toDevice).intersection(wanted)
                guard !bounds.isEmpty else { return }
                budget.spend(pass, bounds)
                ops.add(.warp(WarpDraw(pass: current, map: map)), around.plane.toDevice, bounds, within)
            }
            if isLast { return }
            guard let next = ops.pass(from: first) else { return }
            current = next
        }
    }
}

extension WarpDraw.Map {
    /// The pixels that a filter may draw of a picture: itself, and the area within which it moves pixels.
    fileprivate func result(of picture: DeviceRect, _ toDevice: Homography) -> DeviceRect {
        switch self {
        case .ripple, .suck, .curl: return picture
        case .bulge(let rect, _), .mosaic(let rect, _, _):
            let area = toDevice.deviceBounds(of: rect)
            return area.intersection(picture).isEmpty ? picture : picture.union(area)
        case .field(let field): return Self.result(of: picture, field, toDevice)
        }
    }

    private static func result(
        of picture: DeviceRect, _ field: WarpDraw.Field, _ toDevice: Homography
    ) -> DeviceRect {
        func area(_ center: SIMD2<Float>, _ x: Float, _ y: Float) -> DeviceRect {
            let (cx, cy, x, y) = (Double(center.x), Double(center.y), Double(abs(x)), Double(abs(y)))
            return toDevice.deviceBounds(of: LocalRect(minX: cx - x, minY: cy - y, maxX: cx + x, maxY: cy + y))
        }
        /// The picture with a margin as large as a box of the plane.
        func grown(_ x: Float, _ y: Float) -> DeviceRect {
            let box = area(.zero, x, y)
            return DeviceRect(
                minX: picture.minX - box.width / 2 - 1, minY: picture.minY - box.height / 2 - 1,
                maxX: picture.maxX + box.width / 2 + 1, maxY: picture.maxY + box.height / 2 + 1)
        }
        switch field.kind {
        case .noise, .foldedNoise: return picture
        case .turbulence: return grown(field.a.x, field.a.y)
        case .wave: return grown(field.a.y, field.a.y)
        case .sphere: return area(field.a, field.b.x, field.b.x)
        case .displacement:
            let by = field.e.y == 0 ? .zero : SIMD2(Double(abs(field.a.x)), Double(abs(field.a.y)))
            return toDevice.deviceBounds(
                of: LocalRect(minX: -by.x, minY: -by.y, maxX: Double(field.d.x) + by.x, maxY: Double(field.d.y) + by.y))
        case .twirl, .spherize:
            let area = area(field.a, field.b.x, field.b.x)
            return area.intersection(picture).isEmpty ? picture : picture.union(area)
        case .smear:
            let middle = toDevice.apply(Double(field.a.x), Double(field.a.y))
            guard middle.w > 0, abs(middle.x) < 1e6, abs(middle.y) < 1e6 else { return picture }
            let across = max(abs(Double(picture.minX) - middle.x), abs(Double(picture.maxX) - middle.x))
            let down = max(abs(Double(picture.minY) - middle.y), abs(Double(picture.maxY) - middle.y))
            // A point that moves away by a share of its distance comes from nearer by.
            let zoom = 1 / max(1 - abs(Double(field.b.y)) / 2, 0.05)
            let reach = min((across * across + down * down).squareRoot() * zoom, 1e6)
            return DeviceRect(
                minX: Int((middle.x - reach).rounded(.down)), minY: Int((middle.y - reach).rounded(.down)),
                maxX: Int((middle.x + reach).rounded(.up)), maxY: Int((middle.y + reach).rounded(.up)))
        }
    }
}

extension LayerState {
    /// Whether the layer has filters that have an effect.
    var isFiltered: Bool { hasEffects && effects.filters.contains { $0.isEnabled } }

    /// The blend mode of the layer and its backdrop.
    var blend: BlendMode { hasEffects ? effects.blend : .sourceOver }

    /// The layer's bounds with their round corners.
    func outline(in plane: LayerPlane) -> RoundedRect {
        RoundedRect(
            plane.bounds, radius: cornerRadius, corners: maskedCorners, isContinuous: flags.contains(.continuousCorners)
        )
    }
}
