import MicaGeometry
import MicaRaster

extension CGContext {
    /// Limits drawing to the inside of the path, and forgets the path; nothing when it is empty.
    public func clip(using rule: CGPathFillRule = .winding) {
        let outline = devicePath.path
        beginPath()
        guard !outline.isEmpty else { return }
        clip(to: outline, rule)
    }

    /// Limits drawing to a rectangle, and forgets the path.
    public func clip(to rect: CGRect) { clip(to: [rect]) }

    /// Limits drawing to what is in any of some rectangles, and forgets the path.
    public func clip(to rects: [CGRect]) {
        beginPath()
        addRects(rects)
        let outline = devicePath.path
        beginPath()
        clip(to: outline, .winding)
    }

    /// Limits drawing to a rectangle, and multiplies it by an image that is stretched over the rectangle.
    ///
    /// A stencil (`isMask`) lets through where it would paint; an image of gray or of colours lets through as much as it
    /// is light, and not where it is transparent; an image of alpha alone lets through by its alpha.
    public func clip(to rect: CGRect, mask: CGImage) {
        guard ctm.isInvertible else { return clip(to: []) }
        clip(to: rect)
        guard rect.width > 0, rect.height > 0, let canvas = CairoCanvas(bitmap: mask.maskBitmap) else { return }
        state.masks.append(
            CairoPattern(
                canvas: canvas, matrix: imageMatrix(mask, in: rect), filter: filter(for: mask), repeats: false))
    }

    /// Lifts all limits, those that were there when the state was saved, too; in a layer, those that were set in it.
    public func resetClip() {
        state.clips = layers.isEmpty ? baseClips : []
        state.masks = []
    }

    /// The smallest rectangle of user space around everything that drawing is limited to.
    ///
    /// Empty when nothing is left; masks count as the rectangles that they were stretched over.
    public var boundingBoxOfClipPath: CGRect {
        let b = extent
        var box = Box(minimum: Point(Double(b.minX), Double(b.minY)), maximum: Point(Double(b.maxX), Double(b.maxY)))
        for clip in state.clips {
            guard let limit = clip.path.bounds else { return .null }
            box.minimum = pointwiseMax(box.minimum, limit.minimum)
            box.maximum = pointwiseMin(box.maximum, limit.maximum)
        }
        guard box.minimum.x < box.maximum.x, box.minimum.y < box.maximum.y else { return .null }
        return CGRect(box).applying(ctm.concatenating(deviceToPixels).inverted())
    }

    private func clip(to outline: Path, _ rule: CGPathFillRule) {
        state.clips.append(
            ClipPath(path: outline.transformed(by: deviceToPixels), rule: rule, antialias: antialiases))
    }

    /// The pixels that the limits leave, at most.
    var clipRegion: DeviceRect {
        var region = bounds
        for clip in state.clips { region = region.intersection(clip.path.pixels(outset: 0)) }
        return region
    }
}

extension Path {
    /// The pixels around the path; none when it has a point that is no number.
    func pixels(outset: Double) -> DeviceRect {
        guard let box = controlBounds, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return .empty }
        return DeviceRect(
            around: box.minimum.x - outset, box.minimum.y - outset, box.maximum.x + outset, box.maximum.y + outset)
    }
}
