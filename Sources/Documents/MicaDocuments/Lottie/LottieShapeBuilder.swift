import CoreGraphics
import Foundation
import QuartzCore

/// Makes the layers of a shape layer.
///
/// Fills and strokes draw the outlines before them, including outlines in groups. Trims, rounded corners and merges
/// change the outlines before them. Repeaters draw the items before them several times. Items after a group in its
/// list are passed down to the group, so that each outline is drawn in the layer of its own group.
struct LottieShapeBuilder {
    let builder: LottieBuilder
    let animator: LottieAnimator
    let size: CGSize

    init(_ builder: LottieBuilder, _ animator: LottieAnimator, _ size: CGSize) {
        (self.builder, self.animator, self.size) = (builder, animator, size)
    }

    var sampling: LottieSampling { animator.time.sampling }

    /// Adds the layers of items.
    ///
    /// - Parameter inherited: the items after the group in the enclosing lists, front to back.
    func add(_ items: [LottieItem], to parent: CALayer, inherited: [LottieItem] = []) throws(DocumentError) {
        let own = items.count
        let list = items + inherited
        let shares = try shares(in: list, own: own)
        for index in list.indices.reversed() {
            switch list[index] {
            case .group(let children, let transform, _):
                try builder.spend()
                let layer = builder.plain(in: size)
                animator.position(layer, transform)
                animator.animate(
                    layer, "opacity", transform.opacity, set: { layer.opacity = LottieBuilder.opacity($0) }
                ) { LottieBuilder.opacity($0) }
                let after = Self.untilMerge(Self.items(after: index, in: list, until: list.count, shares))
                try add(children, to: layer, inherited: adapted(Array(after), to: transform))
                if layer.sublayers?.isEmpty == false { parent.addSublayer(layer) }
            case .paint(let paint):
                let merge = list[..<min(index, own)].lastIndex(where: Self.isBoolean)
                let start = merge.map { $0 + 1 } ?? 0
                let drawn = outlines(from: start, before: min(index, own), in: list, until: list.count, shares)
                try draw(paint, drawn, in: parent)
                if let merge { try draw(paint, mergeAt: merge, in: list, to: parent) }
            case .repeat(let repeater) where index < own:
                return try add(repeater, Array(list[..<index]), after: Array(list[(index + 1)...]), to: parent)
            case .outline, .trim, .round, .merge, .reshape, .repeat: continue
            }
        }
    }

    /// The items that are passed down to a group: strokes keep their width, whatever the group's scale, and outlines
    /// change in the space of the items' own list.
    private func adapted(_ items: [LottieItem], to transform: LottieTransform) -> [LottieItem] {
        let handed = items.compactMap { item -> LottieItem? in
            switch item {
            case .paint, .trim, .round, .merge: return item
            case .reshape(var reshape):
                if !transform.isIdentity { reshape.groups.append(transform) }
                return .reshape(reshape)
            case .group, .outline, .repeat: return nil
            }
        }
        guard transform.scale.isAnimated || transform.scale.first.x != 100 || transform.scale.first.y != 100 else {
            return handed
        }
        return handed.map { item in
            guard case .paint(var paint) = item, var stroke = paint.stroke else { return item }
            let (width, scale) = (stroke.width, transform.scale)
            stroke.width = sampling.combine(
                [width, scale], isStraight: !scale.isAnimated, steps: LottieSteps(builder.player)
            ) { moment in
                let factor = scale.value(moment)
                let mean = (abs(factor.x * factor.y)).squareRoot() / 100
                return mean > 1e-6 ? width.value(moment) / mean : 0
            }
            paint.stroke = stroke
            return .paint(paint)
        }
    }

    // MARK: Painting

    private func draw(_ paint: LottiePaint, _ outlines: [Drawn], in parent: CALayer) throws(DocumentError) {
        guard !outlines.isEmpty else { return }
        let shaped = outlines.map { self.shaped($0) }
        guard let trim = outlines[0].trims.first, outlines.allSatisfy({ $0.trims.count == 1 }),
            trim.isOneByOne || outlines.allSatisfy({ $0.isSingle }),
            paint.stroke != nil || (trim.isOneByOne && builder.player != .coreAnimation)
        else { return try draw(paint, united(shaped.map { cut($0) }), trim: nil, in: parent) }
        if trim.isOneByOne || shaped.count == 1 {
            let all = united(shaped.map { $0.outlines })
            // A fill has no trim of its own.
            if paint.stroke == nil { return try draw(paint, trimmed(all, by: trim), trim: nil, in: parent) }
            return try draw(paint, all.map { trim.inOrder($0) }, trim: trim, in: parent)
        }
        for drawn in shaped.reversed() { try draw(paint, drawn.outlines, trim: drawn.trims[0], in: parent) }
    }

    /// The part that a trim shows: the start is from 0, the end may exceed 1.
    static func range(_ trim: LottieTrim, _ moment: LottieMoment) -> (start: Double, end: Double) {
        let (a, b) = (trim.start.value(moment) / 100, trim.end.value(moment) / 100)
        let shift = (trim.offset.value(moment) / 360).truncatingRemainder(dividingBy: 1)
        let (start, end) = (min(max(min(a, b), 0), 1), min(max(max(a, b), 0), 1))
        let offset = shift < 0 ? shift + 1 : shift
        return (start + offset, end + offset)
    }

    func draw(
        _ paint: LottiePaint, _ outlines: LottieTrack<LottieOutlines>, trim: LottieTrim?, in parent: CALayer
    ) throws(DocumentError) {
        try builder.spend()
        if let stroke = paint.stroke, stroke.dashes.contains(where: { $0.isAnimated }) {
            var plain = paint
            plain.stroke?.dashes = []
            return try draw(plain, dashed(outlines, stroke, trim), trim: nil, in: parent)
        }
        let shape = CAShapeLayer()
        builder.fill(shape, size)
        var copies = 1
        if let trim { copies = self.trim(shape, trim) }
        animator.animate(shape, "path", outlines, set: { shape.path = $0.path(times: copies) }) {
            $0.path(times: copies)
        }
        shape.fillColor = nil
        if let stroke = paint.stroke {
            self.stroke(shape, stroke)
        } else {
            shape.fillRule = paint.isEvenOdd ? .evenOdd : .nonZero
        }
        switch paint.color {
        case .plain(let color):
            let key = paint.stroke == nil ? "fillColor" : "strokeColor"
            // A constant opacity is part of the colour.
            let alpha = paint.opacity.constant.map { Double(LottieBuilder.opacity($0)) } ?? 1
            animator.animate(
                shape, key, color,
                set: {
                    let color = LottieBuilder.color($0, alpha: alpha)
                    if paint.stroke == nil { shape.fillColor = color } else { shape.strokeColor = color }
                }
            ) { LottieBuilder.color($0, alpha: alpha) }
            if paint.opacity.isAnimated { fade(shape, paint.opacity) }
            parent.addSublayer(shape)
        case .gradient(let gradient):
            let black = CGColor(gray: 0, alpha: 1)
            if paint.stroke == nil { shape.fillColor = black } else { shape.strokeColor = black }
            let container = builder.plain(in: size)
            container.mask = shape
            container.addSublayer(try self.gradient(gradient))
            fade(container, paint.opacity)
            parent.addSublayer(container)
        }
    }

    private func fade(_ layer: CALayer, _ opacity: LottieTrack<Double>) {
        animator.animate(layer, "opacity", opacity, set: { layer.opacity = LottieBuilder.opacity($0) }) {
            LottieBuilder.opacity($0)
        }
    }

    private func stroke(_ shape: CAShapeLayer, _ stroke: LottieStroke) {
        animator.animate(shape, "lineWidth", stroke.width, set: { shape.lineWidth = CGFloat($0) }) { $0 }
        shape.lineCap = [1: .butt, 3: .square][stroke.cap] ?? .round
        shape.lineJoin = [1: .miter, 3: .bevel][stroke.join] ?? .round
        shape.miterLimit = CGFloat(stroke.miterLimit)
        // A dash of length 0 is a dot. It takes a hundredth of a point of the line, as in airbnb/lottie-ios.
        if let lengths = Self.dashes(stroke, .key(0)) {
            shape.lineDashPattern = lengths.map { NSNumber(value: $0) }
            animator.animate(
                shape, "lineDashPhase", stroke.dashOffset, set: { shape.lineDashPhase = CGFloat($0) }
            ) { $0 }
        }
    }

    /// Makes a stroke show a part of its outline.
    ///
    /// - Returns: how often the outline must be repeated, for parts that continue at its start.
    private func trim(_ shape: CAShapeLayer, _ trim: LottieTrim) -> Int {
        if builder.player == .coreAnimation, let copies = trimOfApple(shape, trim) { return copies }
        let offset = trim.offset
        let isFixed = !offset.isAnimated
        let tracks: [any LottieTimed] = [trim.start, trim.end, offset]
        // Values are not linear where start and end are swapped, or leave 0...100.
        let (starts, ends) = (trim.start.keys.map { $0.value }, trim.end.keys.map { $0.value })
        let isOrdered = (starts.max() ?? 0) <= (ends.min() ?? 0) || (starts.min() ?? 0) >= (ends.max() ?? 0)
        let isWithin = (starts + ends).allSatisfy { (0...100).contains($0) }
        if isFixed, isOrdered, isWithin {
            let shift = (offset.first / 360).truncatingRemainder(dividingBy: 1)
            let copies = shift == 0 ? 1.0 : 2.0
            let base = shift < 0 ? shift + 1 : shift
            let isSwapped = (starts.max() ?? 0) > (ends.min() ?? 0)
            let (low, high) = isSwapped ? (trim.end, trim.start) : (trim.start, trim.end)
            let (start, end) = (low.map { ($0 / 100 + base) / copies }, high.map { ($0 / 100 + base) / copies })
            animator.animate(shape, "strokeStart", start, set: { shape.strokeStart = CGFloat($0) }) { $0 }
            animator.animate(shape, "strokeEnd", end, set: { shape.strokeEnd = CGFloat($0) }) { $0 }
            return Int(copies)
        }
        // The offset may make any number of turns. Values jump after each whole turn, and no jump may lie between two
        // samples. So the outline is repeated for each turn, and the part moves along the copies.
        func range(_ moment: LottieMoment) -> SIMD3<Double> {
            let (a, b) = (trim.start.value(moment) / 100, trim.end.value(moment) / 100)
            let (start, end) = (min(max(min(a, b), 0), 1), min(max(max(a, b), 0), 1))
            let turns = offset.value(moment) / 360
            return SIMD3(start + turns, end + turns, 0)
        }
        let ranges = sampling.combine(tracks, isStraight: isOrdered && isWithin, range)
        if let copies = repeated(shape, ranges) { return copies }
        // With too many turns, each sample is reduced to one turn.
        let wrapped = sampling.combine(tracks, isStraight: false) { moment in
            let range = Self.range(trim, moment)
            return SIMD3(range.start / 2, range.end / 2, 0)
        }
        show(shape, wrapped)
        return 2
    }

    /// Shows a part that moves along copies of the outline.
    ///
    /// - Returns: how often the outline must be repeated; nil, and nothing is shown, for more than 64 times.
    private func repeated(_ shape: CAShapeLayer, _ ranges: LottieTrack<SIMD3<Double>>) -> Int? {
        let values = ranges.keys.map { $0.value }
        let least = (values.map { $0.x }.min() ?? 0).rounded(.down)
        let most = (values.map { $0.y }.max() ?? 1).rounded(.up)
        let copies = max(1, most - least)
        guard copies <= 64 else { return nil }
        show(shape, ranges.map { SIMD3(($0.x - least) / copies, ($0.y - least) / copies, 0) })
        return Int(copies)
    }

    /// Makes a stroke show a part of its outline, as Apple's player does: start and end move by themselves if they change
    /// places at no key and there is no offset.
    ///
    /// *Source*: airbnb/lottie-ios, Trim.caShapeLayerKeyframes.
    ///
    /// - Returns: how often the outline must be repeated; nil, and nothing is shown, for more than 64 times.
    private func trimOfApple(_ shape: CAShapeLayer, _ trim: LottieTrim) -> Int? {
        let times = trim.start.keys.map { $0.time } + trim.end.keys.map { $0.time }
        let lengths = times.map { trim.end.value(at: $0) - trim.start.value(at: $0) }
        var (start, end) = (trim.start, trim.end)
        if lengths.contains(where: { $0 < 0 }) {
            if lengths.allSatisfy({ $0 <= 0 }) {
                swap(&start, &end)
            } else {
                let both = sampling.combine([start, end], steps: .tenths) { moment in
                    let (a, b) = (trim.start.value(moment), trim.end.value(moment))
                    return SIMD3(min(a, b), max(a, b), 0)
                }
                (start, end) = (both.map { $0.x }, both.map { $0.y })
            }
        }
        if trim.offset.keys.allSatisfy({ $0.value == 0 }) {
            animator.animate(shape, "strokeStart", start, set: { shape.strokeStart = CGFloat($0 / 100) }) { $0 / 100 }
            animator.animate(shape, "strokeEnd", end, set: { shape.strokeEnd = CGFloat($0 / 100) }) { $0 / 100 }
            return 1
        }
        let ranges = sampling.combine([start, end, trim.offset], steps: .tenths) { moment in
            let turns = trim.offset.value(moment) / 360
            return SIMD3(start.value(moment) / 100 + turns, end.value(moment) / 100 + turns, 0)
        }
        return repeated(shape, ranges)
    }

    private func show(_ shape: CAShapeLayer, _ ranges: LottieTrack<SIMD3<Double>>) {
        animator.animate(shape, "strokeStart", ranges.map { $0.x }, set: { shape.strokeStart = CGFloat($0) }) { $0 }
        animator.animate(shape, "strokeEnd", ranges.map { $0.y }, set: { shape.strokeEnd = CGFloat($0) }) { $0 }
    }
}

extension LottieTrim {
    /// Whether the trim never cuts anything off.
    var showsAll: Bool {
        guard let start = start.constant, let end = end.constant else { return false }
        return abs(end - start) >= 100
    }

    /// Outlines in the order in which the trim goes through them.
    func inOrder(_ outlines: LottieOutlines) -> LottieOutlines {
        guard isOneByOne, beginsWithLast else { return outlines }
        return LottieOutlines(outlines: outlines.outlines.reversed())
    }
}
