import CoreGraphics
import Foundation
import MicaValues
import QuartzCore

/// Masks and mattes.
extension LottieBuilder {
    /// A rectangle larger than everything drawn.
    static let everything = CGRect(x: -20_000, y: -20_000, width: 60_000, height: 60_000)

    /// The most masks of a layer. Each that takes something away lies around those before it, and trees are at most 256
    /// levels deep; a difference takes all of them twice.
    private static let maskLimit = 64

    /// Masks a layer with outlines; each outline is combined with the result of those before it.
    func mask(_ layer: CALayer, _ masks: [LottieMask], _ animator: LottieAnimator) throws(DocumentError) {
        guard !masks.isEmpty else { return }
        var masks = masks
        if masks.count > Self.maskLimit {
            diagnostics.warn("has \(masks.count) masks; only the first \(Self.maskLimit) are applied")
            masks.removeSubrange(Self.maskLimit...)
        }
        let size = layer.bounds.size
        var container = plain(in: size)
        for (index, mask) in masks.enumerated() {
            try spend()
            let isFirst = index == 0
            let inverted = mask.mode == .subtract ? !mask.isInverted : mask.isInverted
            let shape =
                takesPart(mask)
                ? outside(of: self.shape(mask, inverted: mask.isInverted, animator))
                : self.shape(mask, inverted: inverted, animator)
            switch mask.mode {
            case .add, .lighten: container.addSublayer(shape)
            case .none: continue
            case .difference where !isFirst:
                // The difference is the union of two parts: the earlier outlines without this one, and this one
                // without the earlier ones.
                let (without, within) = (plain(in: size), plain(in: size))
                without.addSublayer(container)
                without.mask = self.shape(mask, inverted: !inverted, animator)
                within.addSublayer(shape)
                within.mask = try self.outside(of: masks[..<index], in: size, animator)
                let both = plain(in: size)
                both.addSublayer(without)
                both.addSublayer(within)
                container = both
            case .difference: container.addSublayer(shape)
            case .subtract, .intersect, .darken:
                if isFirst {
                    container.addSublayer(shape)
                } else {
                    let both = plain(in: size)
                    container.mask = shape
                    both.addSublayer(container)
                    container = both
                }
            }
        }
        layer.mask = container
    }

    /// Whether a mask subtracts only a part of its outline, by its opacity.
    ///
    /// *Source*: lottie/lottie-spec, "Mask": the coverage is the outline's times the opacity, and a subtracting mask takes it
    /// away. In Apple's player the opacity is that of the remaining area.
    private func takesPart(_ mask: LottieMask) -> Bool {
        player != .coreAnimation && mask.mode == .subtract && mask.opacity.constant != 100
    }

    /// The area outside of all of some masks.
    private func outside(
        of masks: ArraySlice<LottieMask>, in size: CGSize, _ animator: LottieAnimator
    ) throws(DocumentError) -> CALayer {
        // Each inverted mask masks the next, so that the area outside all masks is left.
        var result: CALayer?
        for mask in masks {
            try spend()
            let outside = shape(mask, inverted: mask.mode == .subtract ? mask.isInverted : !mask.isInverted, animator)
            let layer = plain(in: size)
            layer.addSublayer(outside)
            layer.mask = result
            result = layer
        }
        return result ?? plain(in: size)
    }

    /// A mask's outline as a layer: its inside, or its outside.
    private func shape(_ mask: LottieMask, inverted: Bool, _ animator: LottieAnimator) -> CALayer {
        let shape = CAShapeLayer()
        fill(shape, CGSize(width: 1, height: 1))
        shape.fillRule = inverted ? .evenOdd : .nonZero
        shape.fillColor = CGColor(gray: 0, alpha: 1)
        func path(_ outline: LottieOutline) -> CGPath {
            LottieOutlines(outlines: [outline]).path(over: inverted ? Self.everything : nil)
        }
        animator.animate(shape, "path", mask.outline, set: { shape.path = path($0) }) { path($0) }
        let opacity = mask.opacity
        let grows = mask.expansion.isAnimated || mask.expansion.first != 0
        var result: CALayer = shape
        if grows {
            // A line along the outline, twice as wide as the expansion, is added or subtracted.
            let line = CAShapeLayer()
            fill(line, CGSize(width: 1, height: 1))
            line.fillColor = nil
            line.strokeColor = CGColor(gray: 0, alpha: 1)
            line.lineJoin = .round
            animator.animate(line, "path", mask.outline, set: { line.path = LottieOutlines(outlines: [$0]).path() }) {
                LottieOutlines(outlines: [$0]).path()
            }
            animator.animate(
                line, "lineWidth", mask.expansion.map { abs($0) * 2 }, set: { line.lineWidth = CGFloat($0) }
            ) { $0 }
            let isOutward = mask.expansion.keys.contains { $0.value > 0 } != inverted
            let group = plain(in: CGSize(width: 1, height: 1))
            group.addSublayer(shape)
            if isOutward {
                group.addSublayer(line)
            } else {
                group.mask = outside(of: line)
            }
            result = group
        }
        animator.animate(result, "opacity", opacity, set: { result.opacity = Self.opacity($0) }) { Self.opacity($0) }
        return result
    }

    /// The mask that a matte layer makes.
    ///
    /// - Parameter mode: 1 alpha, 2 alpha inverted, 3 luma, 4 luma inverted.
    func matte(_ layer: CALayer, mode: Int, size: CGSize) throws(DocumentError) -> CALayer {
        let group = plain(in: size)
        group.addSublayer(layer)
        if mode >= 3 { group.filters = [LayerFilter.luminanceToAlpha()] }
        return mode.isMultiple(of: 2) ? outside(of: group) : group
    }

    /// The area that a layer does not cover.
    func outside(of layer: CALayer) -> CALayer {
        let all = CALayer()
        all.frame = Self.everything
        all.backgroundColor = CGColor(gray: 0, alpha: 1)
        let hole = plain(in: CGSize(width: 1, height: 1))
        hole.addSublayer(layer)
        hole.compositingFilter = "destOut"
        let group = plain(in: CGSize(width: 1, height: 1))
        group.addSublayer(all)
        group.addSublayer(hole)
        return group
    }
}
