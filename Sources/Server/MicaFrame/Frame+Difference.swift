import MicaBase

extension Frame {
    /// The pixels in which this frame may differ from an earlier one on the same surface, as one rectangle; empty when
    /// nothing changed.
    ///
    /// Ops are compared in order from both ends. The ops between the equal ones count as changed, with their old and
    /// new bounds. Passes that equal ops show are compared, too, and count within the op's bounds.
    package func difference(from old: Frame) -> DeviceRect { differences(from: old).bounds }

    /// The pixels in which this frame may differ from an earlier one, as up to four rectangles.
    package func differences(from old: Frame) -> DamageRegion {
        guard width == old.width, height == old.height, background == old.background,
            let pass = passes.indices.last, let oldPass = old.passes.indices.last
        else { return DamageRegion(bounds) }
        return differences(pass: pass, from: old, pass: oldPass).intersection(bounds)
    }

    /// Whether a pass shows the same as a pass of another frame.
    package func isSame(pass: PassIndex, as old: Frame, pass oldPass: PassIndex) -> Bool {
        hasSameBounds(pass, as: old, oldPass)
            && difference(pass: pass.rawValue, from: old, pass: oldPass.rawValue).isEmpty
    }

    private func hasSameBounds(_ pass: PassIndex, as old: Frame, _ oldPass: PassIndex) -> Bool {
        passes.indices.contains(pass.rawValue) && old.passes.indices.contains(oldPass.rawValue)
            && passes[pass.rawValue].bounds == old.passes[oldPass.rawValue].bounds
    }

    private func difference(pass: Int, from old: Frame, pass oldPass: Int) -> DeviceRect {
        differences(pass: pass, from: old, pass: oldPass).bounds
    }

    private func differences(pass: Int, from old: Frame, pass oldPass: Int) -> DamageRegion {
        guard passes.indices.contains(pass), old.passes.indices.contains(oldPass) else { return DamageRegion(bounds) }
        let (new, before) = (passes[pass], old.passes[oldPass])
        return differences(of: new.ops.span, from: before.ops.span, of: old)
    }

    /// The pixels in which ops of this frame may differ from the ops of an earlier frame that they replace.
    package func differences(of new: Span<DrawOp>, from before: Span<DrawOp>, of old: Frame) -> DamageRegion {
        var damage = DamageRegion()
        var first = 0
        while first < new.count, first < before.count, isSame(new, first, before, first, old) {
            addInner(new, first, before, first, old, to: &damage)
            first += 1
        }
        var (last, oldLast) = (new.count, before.count)
        while last > first, oldLast > first, isSame(new, last - 1, before, oldLast - 1, old) {
            addInner(new, last - 1, before, oldLast - 1, old, to: &damage)
            last -= 1
            oldLast -= 1
        }
        if last - first == oldLast - first {
            // Equal numbers: most likely the same ops, some of them changed.
            for i in first..<last {
                if isSame(new, i, before, i, old) {
                    addInner(new, i, before, i, old, to: &damage)
                } else if !addPart(new, before, at: i, old, to: &damage) {
                    damage.add(new[i].bounds)
                    damage.add(before[i].bounds)
                }
            }
        } else {
            for i in first..<last { damage.add(new[i].bounds) }
            for i in first..<oldLast { damage.add(before[i].bounds) }
        }
        return damage
    }

    /// Adds the pixels that change when one path replaces another. False when they are not known, because more than the
    /// path has changed.
    private func addPart(
        _ news: Span<DrawOp>, _ befores: Span<DrawOp>, at index: Int, _ old: Frame, to damage: inout DamageRegion
    ) -> Bool {
        // Ops are read through spans: an op is too large to be copied for each test.
        guard case .path = news[index].content, case .path = befores[index].content else { return false }
        let (new, before) = (news[index], befores[index])
        guard case .path(let draw, let color) = new.content, case .path(let oldDraw, let oldColor) = before.content,
            color == oldColor, draw.rule == oldDraw.rule, new.transform == before.transform, new.transform.isAffine,
            new.opacity == before.opacity, new.tint == before.tint, new.blend == before.blend,
            new.edges == before.edges, isSameClip(new.clip, before.clip, old),
            // Paths that differ in both their first and last point count as wholly different: a search for common parts
            // would cost more than it saves.
            draw.path.points.first == oldDraw.path.points.first || draw.path.points.last == oldDraw.path.points.last
        else { return false }
        let bounds = new.bounds.union(before.bounds)
        draw.path.forEachDifference(from: oldDraw.path) { box in
            damage.add(Self.area(of: box, new.transform).grown(by: Self.chordMargin).intersection(bounds))
        }
        // Pixels of one path where the bounds cut the other off.
        addCut(new, before, oldDraw.path, to: &damage)
        addCut(before, new, draw.path, to: &damage)
        return true
    }

    /// Adds the pixels that one op shows where the other's path lies, but outside of the other's bounds.
    private func addCut(_ shown: DrawOp, _ cut: DrawOp, _ path: Path, to damage: inout DamageRegion) {
        guard !cut.bounds.contains(shown.bounds), let box = path.controlBounds else { return }
        damage.add(
            shown.bounds.intersection(cut.transform.deviceBounds(of: LocalRect(box))), outside: cut.bounds)
    }

    /// The pixels around a box under an affine map, however thin the box is; all pixels if it is infinite.
    private static func area(of box: Box, _ transform: Homography) -> DeviceRect {
        var (low, high) = (Point(repeating: .infinity), Point(repeating: -.infinity))
        for corner in 0..<4 {
            let point = transform.apply(
                corner & 1 == 0 ? box.minimum.x : box.maximum.x, corner & 2 == 0 ? box.minimum.y : box.maximum.y)
            guard point.x.isFinite, point.y.isFinite else {
                return DeviceRect(around: -.infinity, -.infinity, .infinity, .infinity)
            }
            low = Point(min(low.x, point.x), min(low.y, point.y))
            high = Point(max(high.x, point.x), max(high.y, point.y))
        }
        return DeviceRect(around: low.x.rounded(.down), low.y.rounded(.down), high.x + 1, high.y + 1)
    }

    /// How many pixels chords may reach beyond the hull of their curve, with the pixels that they touch.
    private static let chordMargin = 2

    /// Whether two ops draw the same, apart from the content of the passes that they show.
    private func isSame(
        _ new: Span<DrawOp>, _ index: Int, _ before: Span<DrawOp>, _ oldIndex: Int, _ old: Frame
    ) -> Bool {
        guard new[index].bounds == before[oldIndex].bounds, new[index].transform == before[oldIndex].transform,
            new[index].opacity == before[oldIndex].opacity, new[index].blend == before[oldIndex].blend,
            new[index].tint == before[oldIndex].tint, new[index].edges == before[oldIndex].edges,
            isSameClip(new[index].clip, before[oldIndex].clip, old)
        else { return false }
        return new[index].content.isSame(as: before[oldIndex].content)
    }

    /// Adds the differences within the passes that two ops show.
    private func addInner(
        _ new: Span<DrawOp>, _ index: Int, _ before: Span<DrawOp>, _ oldIndex: Int, _ old: Frame,
        to damage: inout DamageRegion
    ) {
        guard new[index].content.showsPasses else { return }
        var source = DeviceRect.empty
        var isWhole = false
        for (pass, oldPass) in zip(new[index].content.passes, before[oldIndex].content.passes) {
            source = source.union(difference(pass: pass.rawValue, from: old, pass: oldPass.rawValue))
            isWhole = isWhole || !hasSameBounds(pass, as: old, oldPass)
        }
        if let result = new[index].content.result(of: source) {
            damage.add(result.intersection(new[index].bounds))
        } else if !source.isEmpty || isWhole {
            damage.add(new[index].bounds)
        }
    }

    private func isSameClip(_ new: ClipIndex?, _ before: ClipIndex?, _ old: Frame) -> Bool {
        var (new, before) = (new, before)
        while let a = new, let b = before {
            guard clips.indices.contains(a.rawValue), old.clips.indices.contains(b.rawValue) else { return false }
            let (x, y) = (clips[a.rawValue], old.clips[b.rawValue])
            guard x.shape == y.shape, x.transform == y.transform, x.cut == y.cut else { return false }
            (new, before) = (x.parent, y.parent)
        }
        return new == nil && before == nil
    }
}
