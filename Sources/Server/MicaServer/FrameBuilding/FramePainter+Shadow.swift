import Foundation
import MicaBase
import MicaFrame
import MicaWire

/// Shadows: behind the layer, in the shape of its path, or of the layer with its sublayers.
///
/// A layer that masks to its bounds clips its shadow as well. *Source*: Apple, Core Animation Programming Guide,
/// "Layers Support Shadows" ("if you enable the masksToBounds property ... the shadow effect is clipped around the
/// edges").
extension FramePainter {
    /// The layer's shadow, then the layer.
    mutating func paintWithShadow(_ slot: Slot, _ state: LayerState, _ inside: PaintContext) {
        let plane = inside.plane
        let shadow = state.shadow
        guard var color = shadow.color.map({ PixelColor($0) }) else {
            return paintShown(slot, state, inside)
        }
        color.alpha *= min(shadow.opacity, 1)
        let deviation = shadow.radius > 0 ? shadow.radius : 0
        let (dx, dy) = (Double(shadow.offset.width), Double(shadow.offset.height))
        guard color.alpha > 0, deviation.isFinite, dx.isFinite, dy.isFinite else {
            return paintShown(slot, state, inside)
        }
        var behind = inside
        if state.flags.contains(.masksToBounds) {
            ops.clip(to: outline(of: state, in: plane), &behind)
        }
        let outline = outline(of: slot, state, plane)
        if let outline, deviation == 0 || plane.toDevice.isScaleAndTranslation {
            addShadow(outline.moved(dx, dy), deviation, color, behind, of: slot)
            return paintShown(slot, state, inside)
        }

        // The shape of the shadow, a path or the layer itself, is drawn offscreen and blurred.
        let box = shadow.path.map { $0.controlBounds.map { LocalRect($0) } ?? plane.bounds } ?? plane.bounds
        guard
            var blur = BlurDraw(
                box: box, moved: SIMD2(dx, dy), deviation: deviation, through: plane.toDevice),
            mayAddEffect(to: slot)
        else { return paintShown(slot, state, inside) }
        if shadow.path == nil, paintWithCachedShadow(slot, state, inside, behind: behind, blur, color) {
            return
        }
        let first = ops.count
        var source = inside
        (source.clip, source.opacity) = (nil, 1)
        source.scissor = blur.source(of: behind.scissor).intersection(ops.reachable)
        if shadow.path == nil {
            // The layer itself is shown, too.
            source.scissor = source.scissor.union(inside.scissor)
            paintFiltered(slot, state, source)
        } else if let path = shadow.path, let pathBox = path.controlBounds {
            let visible = plane.toDevice.deviceBounds(of: LocalRect(pathBox)).intersection(source.scissor)
            if !visible.isEmpty {
                let draw = PathDraw(path: path, rule: .nonZero)
                ops.add(.path(draw, color: PixelColor(.black)), plane.toDevice, visible, source)
            }
        }
        let drawn = ops.pass(from: first)
        if let drawn {
            blur.pass = drawn
            let bounds = blur.result(of: ops.bounds(of: drawn)).intersection(behind.scissor)
            if !bounds.isEmpty {
                effects.budget.spend(ops.bounds(of: drawn), bounds)
                ops.add(.blur(blur, color: color), .identity, bounds, behind)
            }
        }
        if shadow.path != nil { return paintShown(slot, state, inside) }
        // The layer is not painted a second time, so that shadows in shadows do not double the work at every depth: it
        // is shown as one image, even if it does not allow group opacity.
        guard let drawn else { return }
        let bounds = ops.bounds(of: drawn).intersection(inside.scissor)
        if !bounds.isEmpty { ops.add(.pass(drawn, mask: nil), .identity, bounds, inside) }
    }

    /// The layer over its shadow. In a context it is one image where it is translucent, and its shadow another.
    mutating func paintShown(_ slot: Slot, _ state: LayerState, _ inside: PaintContext) {
        guard traits.layers == .context, inside.opacity < 1, state.flags.contains(.allowsGroupOpacity) else {
            return paintFiltered(slot, state, inside)
        }
        let first = ops.count
        var source = inside
        (source.clip, source.opacity) = (nil, 1)
        paintFiltered(slot, state, source)
        ops.show(ops.pass(from: first), clip: inside.clip, opacity: inside.opacity, within: inside.scissor)
    }

    private mutating func addShadow(
        _ shape: RoundedRect, _ deviation: Double, _ color: PixelColor, _ behind: PaintContext,
        of slot: Slot
    ) {
        let toDevice = behind.plane.toDevice
        if deviation == 0 {
            let bounds = toDevice.deviceBounds(of: shape.rect).intersection(behind.scissor)
            if !bounds.isEmpty { ops.add(.fill(shape: shape, color: color), toDevice, bounds, behind) }
            return
        }
        let draw = ShadowDraw(shape: shape, deviation: deviation)
        let bounds = toDevice.deviceBounds(of: draw.box).intersection(behind.scissor)
        guard !bounds.isEmpty, mayAddEffect(to: slot) else { return }
        // A frame that is edited has most of its shadows already.
        if !isUpdating { effects.budget.spend(bounds) }
        ops.add(.shadow(draw, color: color), toDevice, bounds, behind)
    }

    /// The rounded rectangle that throws the layer's shadow; nil when it may be anything else.
    private func outline(of slot: Slot, _ state: LayerState, _ plane: LayerPlane) -> RoundedRect? {
        if let path = state.shadow.path { return RoundedRect(path) }
        guard tree.sublayers[slot.at].isEmpty, !state.hasShape, !state.isFiltered, let color = state.backgroundColor,
            color.alpha >= 1,
            !plane.bounds.isEmpty
        else { return nil }
        let shape = outline(of: state, in: plane)
        // Blurred shadows of shapes can have only circular corners (`ShadowDraw`).
        guard shape.smoothing == 0 || state.shadow.radius <= 0 else { return nil }
        guard state.contents.crossFade == nil else { return nil }
        guard let image = state.contents.image, !state.flags.contains(.masksToBounds) else { return shape }
        // An image that stays within square corners adds nothing to an opaque background.
        guard shape.hasSquareCorners, state.contents.transform.isIdentity else { return nil }
        guard let layout = ContentsLayout(state.contents, image: image, in: plane) else { return shape }
        let (drawn, b) = (layout.destination, plane.bounds)
        let isInside = drawn.minX >= b.minX && drawn.minY >= b.minY && drawn.maxX <= b.maxX && drawn.maxY <= b.maxY
        return isInside ? shape : nil
    }
}

extension BlurDraw {
    /// The blur on the surface for a blur in a plane, about the middle of a box; nil when the box is not before the
    /// viewer. Its pass is to be set.
    ///
    /// It is along the surface's axes, so that it differs a little from one in a plane that is sheared or seen in
    /// perspective.
    init?(box: LocalRect, moved offset: SIMD2<Double>, deviation: Double, through h: Homography) {
        let (x, y) = ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
        let at = h.apply(x, y), end = h.apply(x + offset.x, y + offset.y)
        guard at.w > 0, end.w > 0, at.x.isFinite, at.y.isFinite else { return nil }
        // How the position on the surface changes with the position in the plane.
        let (xx, xy) = ((h.a - at.x * h.p) / at.w, (h.b - at.y * h.p) / at.w)
        let (yx, yy) = ((h.c - at.x * h.q) / at.w, (h.d - at.y * h.q) / at.w)
        let along = SIMD2((xx * xx + yx * yx).squareRoot(), (xy * xy + yy * yy).squareRoot()) * deviation
        let shift = SIMD2(end.x - at.x, end.y - at.y)
        guard along.x.isFinite, along.y.isFinite, abs(shift.x) < 1e6, abs(shift.y) < 1e6 else { return nil }
        self.init(
            pass: PassIndex(0), shift: shift,
            deviation: SIMD2(Swift.min(along.x, BlurDraw.limit), Swift.min(along.y, BlurDraw.limit)))
    }
}

extension RoundedRect {
    /// The rounded rectangle that a path is the outline of; nil for other paths.
    init?(_ path: Path) {
        guard let box = path.controlBounds, box.width > 0, box.height > 0, path.points.count <= 64 else { return nil }
        let slop = 1e-6 * max(1, abs(box.minimum.x), abs(box.minimum.y), abs(box.maximum.x), abs(box.maximum.y))
        func isNear(_ a: Point, _ b: Point) -> Bool { abs(a.x - b.x) <= slop && abs(a.y - b.y) <= slop }
        let curves = path.verbs.contains { $0 == .cubic || $0 == .quad }
        if !curves {
            var corners = path.points
            if corners.count == 5, isNear(corners[0], corners[4]) { corners.removeLast() }
            guard corners.count == 4, path.verbs.first == .move, path.verbs.filter({ $0 == .move }).count == 1 else {
                return nil
            }
            let isOnBox = corners.allSatisfy { c in
                (abs(c.x - box.minimum.x) <= slop || abs(c.x - box.maximum.x) <= slop)
                    && (abs(c.y - box.minimum.y) <= slop || abs(c.y - box.maximum.y) <= slop)
            }
            // Each corner differs from the next along one axis only.
            let turns = (0..<4).allSatisfy { i in
                let (a, b) = (corners[i], corners[(i + 1) % 4])
                return (abs(a.x - b.x) <= slop) != (abs(a.y - b.y) <= slop)
            }
            guard isOnBox, turns else { return nil }
            self.init(LocalRect(box))
            return
        }
        guard let first = path.points.first else { return nil }
        let radii = [
            first.x - box.minimum.x, first.y - box.minimum.y, box.maximum.x - first.x, box.maximum.y - first.y,
        ]
        for radius in radii where radius > slop && radius <= min(box.width, box.height) / 2 + slop {
            let like = Path(roundedRectangle: box, radii: CornerRadii(radius))
            if like.verbs == path.verbs, zip(like.points, path.points).allSatisfy({ isNear($0, $1) }) {
                self.init(LocalRect(box), radius: radius)
                return
            }
        }
        return nil
    }

    /// The shape moved.
    func moved(_ dx: Double, _ dy: Double) -> RoundedRect {
        var r = self
        r.rect = LocalRect(minX: rect.minX + dx, minY: rect.minY + dy, maxX: rect.maxX + dx, maxY: rect.maxY + dy)
        return r
    }
}
